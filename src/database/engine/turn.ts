/** Lets one at a time, in the order in which they asked. */
export class Turn {
  private readonly waiting: (() => void)[] = [];
  private taken = false;

  /** Resolves when it is the caller's turn, which ends with `pass`. */
  take(): Promise<void> {
    if (!this.taken) {
      this.taken = true;
      return Promise.resolve();
    }
    return new Promise((resolve) => this.waiting.push(resolve));
  }

  pass(): void {
    const next = this.waiting.shift();
    if (next) next();
    else this.taken = false;
  }
}
