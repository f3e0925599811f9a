import { DamagedSegment } from './segment-chunks';

/** A load of a segment takes 10 ms for each chunk, a build of the same memories 95 ms (docs/PERFORMANCE.md). */
const CHUNK_MS = 100;
const LEAST_MS = 500;

/** How long the work of a load may take: about what a build takes, in milliseconds. */
export function loadBudgetMs(chunks: number): number {
  return LEAST_MS + CHUNK_MS * chunks;
}

/**
 * Work with the same pauses. Throws `DamagedSegment` when its steps take longer than `ms` together; the time of the
 * pauses does not count, because a build has to wait for others too. `now`: a monotonic clock in milliseconds.
 */
export function* withinBudget<R>(
  work: Generator<void, R>,
  ms: number,
  now: () => number = () => performance.now(),
): Generator<void, R> {
  let left = ms;
  for (;;) {
    const begun = now();
    const step = work.next();
    left -= now() - begun;
    if (step.done === true) return step.value;
    if (left < 0) throw new DamagedSegment(`it takes longer than ${ms} ms to load`);
    yield;
  }
}
