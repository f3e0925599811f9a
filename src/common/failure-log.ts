const LOG_MS = 60_000;

/** Logs a failure that repeats: at once, then once in each interval (a minute) with the number of failures. */
export class FailureLog {
  private loggedAt = -Infinity;
  private unlogged = 0;

  constructor(
    private readonly log: (message: string) => void,
    private readonly now: () => number = () => performance.now(),
    private readonly intervalMs = LOG_MS,
  ) {}

  /** `what`: such as `Embedding pauses`. */
  note(what: string, reason: string): void {
    this.unlogged++;
    if (this.now() - this.loggedAt < this.intervalMs) return;
    const count = this.unlogged > 1 ? ` (${this.unlogged} failures since the last message)` : '';
    this.log(`${what}${count}: ${reason}`);
    this.loggedAt = this.now();
    this.unlogged = 0;
  }
}
