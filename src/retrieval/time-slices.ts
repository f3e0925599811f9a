/** Runs work that says by `yield` where it can be paused, without a pause; its result. */
export function runToEnd<R>(work: Generator<void, R>): R {
  for (;;) {
    const step = work.next();
    if (step.done === true) return step.value;
  }
}

/**
 * Long work on the event loop's thread, cut by the clock so that requests are served in between. All work that runs
 * through one object shares its slices: however much there is, together it holds a turn of the event loop no longer
 * than one slice and one step.
 */
export class TimeSlices {
  /** When the first work of this turn of the event loop began; null before. */
  private sliceStart: number | null = null;
  /** Work that was paused for the first time: most of it ends with its next step, and a request waits for it. */
  private pausedOnce: (() => void)[] = [];
  private readonly pausedOften: (() => void)[] = [];

  /** `sliceMs`: how long work may hold the event loop; `now`: a monotonic clock in milliseconds. */
  constructor(
    private readonly sliceMs: number,
    private readonly now: () => number,
  ) {}

  /** Visits every item in order. */
  async forEach<T>(items: readonly T[], visit: (item: T) => void): Promise<void> {
    if (items.length > 0) await this.run(visits(items, visit));
  }

  /** As `forEach`, where a visit can be paused between its steps too. */
  async forEachInSteps<T>(items: readonly T[], visit: (item: T) => Generator<void, void>): Promise<void> {
    if (items.length > 0) await this.run(visitsInSteps(items, visit));
  }

  /** Runs work that says by `yield` where it can be paused, and answers its result. */
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

  /** Of long work one piece goes on in the next slice, and the others wait for later ones. */
  private endSlice(): void {
    this.sliceStart = null;
    const next = [...this.pausedOnce, ...this.pausedOften.splice(0, 1)];
    this.pausedOnce = [];
    if (next.length > 0) this.begin();
    for (const goOn of next) goOn();
  }
}

function* visits<T>(items: readonly T[], visit: (item: T) => void): Generator<void, void> {
  for (const item of items) {
    visit(item);
    yield;
  }
}

function* visitsInSteps<T>(
  items: readonly T[],
  visit: (item: T) => Generator<void, void>,
): Generator<void, void> {
  for (const item of items) {
    yield* visit(item);
    yield;
  }
}
