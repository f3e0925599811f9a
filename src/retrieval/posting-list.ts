/**
 * The documents that hold a term, by rising ordinal, with the term's frequency in each. A view into the arrays of
 * `PostingStore`: to be read before anything is added there.
 */
export class PostingList {
  /**
   * `entries`: one number a document, its ordinal (24 bits) above the frequency (8 bits); those of this list are
   * `length` from `start`.
   */
  constructor(
    readonly entries: Uint32Array,
    readonly start: number,
    readonly length: number,
  ) {}

  has(ordinal: number): boolean {
    const { entries, start, length } = this;
    let low = start;
    let high = start + length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (entries[middle]! >>> 8 < ordinal) low = middle + 1;
      else high = middle;
    }
    return low < start + length && entries[low]! >>> 8 === ordinal;
  }

  hasAny(is: (ordinal: number) => boolean): boolean {
    const { entries, start, length } = this;
    for (let i = start; i < start + length; i++) if (is(entries[i]! >>> 8)) return true;
    return false;
  }

  /** Of its documents, those that are not dead. */
  countLive(state: Uint8Array): number {
    const { entries, start, length } = this;
    let live = 0;
    for (let i = start; i < start + length; i++) if (state[entries[i]! >>> 8] !== 0) live++;
    return live;
  }
}
