/** Some milliseconds of work even on a busy machine. Fewer rows cost about as much, as each statement has its price. */
const LEAST = 100;
const MOST = 1_000;
/** A single slow or fast slice says little: a disk may be busy for a moment. */
const MOST_GROWTH = 1.5;
const MOST_SHRINKING = 0.5;

/** The rows of the next slice, so that it takes about `wantedMs` milliseconds, when one of `size` rows took `tookMs`. */
export function nextSliceSize(size: number, tookMs: number, wantedMs: number): number {
  const factor = Math.min(MOST_GROWTH, Math.max(MOST_SHRINKING, wantedMs / Math.max(tookMs, 0.1)));
  return Math.round(Math.min(MOST, Math.max(LEAST, size * factor)));
}
