/** Long work on the event loop's thread, cut by the clock so that requests are served in between. */
export class TimeSlices {
  private started = 0;

  /** `sliceMs`: how long work may hold the event loop; `now`: a monotonic clock in milliseconds. */
  constructor(
    private readonly sliceMs: number,
    private readonly now: () => number,
  ) {}

  /** Visits every item in order. */
  async forEach<T>(items: readonly T[], visit: (item: T) => void): Promise<void> {
    this.start();
    for (const item of items) {
      visit(item);
      if (this.isOver()) await this.pause();
    }
  }

  /** Runs work that says by `yield` where it can be paused, and answers its result. */
  async run<R>(work: Generator<void, R>): Promise<R> {
    this.start();
    for (;;) {
      const step = work.next();
      if (step.done === true) return step.value;
      if (this.isOver()) await this.pause();
    }
  }

  /** The time since the last slice was spent elsewhere. */
  private start(): void {
    this.started = this.now();
  }

  private isOver(): boolean {
    return this.now() - this.started >= this.sliceMs;
  }

  /** Lets the event loop turn once. */
  private async pause(): Promise<void> {
    await new Promise<void>((resolve) => setImmediate(resolve));
    this.start();
  }
}
