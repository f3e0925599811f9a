/** Runs work that says by `yield` where it can be paused, without a pause; its result. */
export function runToEnd<R>(work: Generator<void, R>): R {
  for (;;) {
    const step = work.next();
    if (step.done === true) return step.value;
  }
}
