/** Runs work that can be paused at each `yield` without a pause, and returns its result. */
export function runToEnd<R>(work: Generator<void, R>): R {
  for (;;) {
    const step = work.next();
    if (step.done === true) return step.value;
  }
}

/**
 * Cuts long work into slices of time, so that requests are served in between. All work of one object shares the slices:
 * together it blocks the event loop for no longer than one slice and one step at a time.
 */
export class TimeSlices {
  /** When the first work of this event-loop turn began; null before. */
  private sliceStart: number | null = null;
  /** Work in its first pause goes on first, because most of it ends soon and a request waits for it. */
  private pausedOnce: (() => void)[] = [];
  private readonly pausedOften: (() => void)[] = [];

  /** `sliceMs`: how long work may hold the event loop; `now`: a monotonic clock in milliseconds. */
  constructor(
    private readonly sliceMs: number,
    private readonly now: () => number,
  ) {}

  /** Visits every item in order. A visit that returns a generator can be paused between its steps too. */
  async forEach<T>(items: readonly T[], visit: (item: T) => unknown): Promise<void> {
    if (items.length > 0) await this.run(visits(items, visit));
  }

  /** Runs work that can be paused at each `yield`, and returns its result. */
  async run<R>(work: Generator<void, R>): Promise<R> {
    let isFirstPause = true;
    this.begin();
    for (;;) {
      const step = work.next();
      if (step.done === true) return step.value;
      if (!this.isOver()) continue;
      const queue = isFirstPause ? this.pausedOnce : this.pausedOften;
      await new Promise<void>((resolve) => queue.push(resolve));
      isFirstPause = false;
    }
  }

  private begin(): void {
    if (this.sliceStart !== null) return;
    this.sliceStart = this.now();
    setImmediate(() => this.endSlice());
  }

  private isOver(): boolean {
    return this.sliceStart !== null && this.now() - this.sliceStart >= this.sliceMs;
  }

  /** Continues one piece of long work in the next slice; the others wait for later slices. */
  private endSlice(): void {
    this.sliceStart = null;
    const next = [...this.pausedOnce, ...this.pausedOften.splice(0, 1)];
    this.pausedOnce = [];
    if (next.length > 0) this.begin();
    for (const goOn of next) goOn();
  }
}

function* visits<T>(items: readonly T[], visit: (item: T) => unknown): Generator<void, void> {
  for (const item of items) {
    const steps = visit(item);
    if (isGenerator(steps)) yield* steps;
    yield;
  }
}

function isGenerator(result: unknown): result is Generator<void, void> {
  return typeof result === 'object' && result !== null && Symbol.iterator in result && 'next' in result;
}
