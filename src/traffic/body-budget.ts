/** Memory that request bodies may take together in this process, in bytes, from their first byte to their answer. */
export class BodyBudget {
  private used = 0;

  constructor(private readonly limit: number) {}

  /** False, and nothing reserved, when there is no room. */
  reserve(bytes: number): boolean {
    if (this.used + bytes > this.limit) return false;
    this.used += bytes;
    return true;
  }

  release(bytes: number): void {
    this.used -= bytes;
  }
}
