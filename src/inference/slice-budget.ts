/** A query waits for one slice of memories at most. */
const SLICE_MS = 40;
/** Tokens in a millisecond before the first measurement: that of a slow processor. */
const FIRST_RATE = 0.5;
/** The weight of the last slice in the moving average. */
const WEIGHT = 0.2;

/** How many tokens a model embeds in `SLICE_MS`, from the slices so far. */
export class SliceBudget {
  private rate = FIRST_RATE;

  get tokens(): number {
    return Math.floor(this.rate * SLICE_MS);
  }

  measured(tokens: number, ms: number): void {
    this.rate += WEIGHT * (tokens / Math.max(ms, 0.1) - this.rate);
  }
}
