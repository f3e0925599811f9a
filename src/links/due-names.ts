/** Names that wait, each with the time at which it is due. Of those that are due, the one that waited longest comes first. */
export class DueNames {
  private readonly due = new Map<string, number>();

  /** `now`: a monotonic clock in milliseconds. */
  constructor(private readonly now: () => number) {}

  /** False for a name that waits already for this time or an earlier one. */
  add(name: string, inMs: number): boolean {
    const at = this.now() + inMs;
    if ((this.due.get(name) ?? Infinity) <= at) return false;
    this.due.set(name, at);
    return true;
  }

  /** Null if none is due. */
  take(): string | null {
    const now = this.now();
    for (const [name, at] of this.due) {
      if (at > now) continue;
      this.due.delete(name);
      return name;
    }
    return null;
  }

  /** Milliseconds until the next one is due; infinite without any. */
  untilNext(): number {
    return Math.min(...this.due.values()) - this.now();
  }
}
