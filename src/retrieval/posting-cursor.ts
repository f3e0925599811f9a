import type { PostingList } from './postings';

/** Looks documents up in a posting list, fast where each is not far behind the one before. */
export class PostingCursor {
  private readonly entries: Uint32Array;
  private readonly start: number;
  private readonly end: number;
  /** All entries before it are of lower ordinals than the last one looked up. */
  private at: number;

  constructor({ entries, start, length }: PostingList) {
    this.entries = entries;
    this.start = start;
    this.end = start + length;
    this.at = start;
  }

  /** How often the document holds the term; 0 when it does not. */
  frequencyIn(ordinal: number): number {
    const { entries, end } = this;
    let low = this.at;
    if (low > this.start && entries[low - 1]! >>> 8 >= ordinal) low = this.start;
    let high = low;
    for (let step = 1; high < end && entries[high]! >>> 8 < ordinal; step *= 2) {
      low = high + 1;
      high += step;
    }
    high = Math.min(high, end);
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (entries[middle]! >>> 8 < ordinal) low = middle + 1;
      else high = middle;
    }
    this.at = low;
    const entry = low < end ? entries[low]! : 0;
    return low < end && entry >>> 8 === ordinal ? entry & 0xff : 0;
  }
}
