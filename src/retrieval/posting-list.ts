import { grown } from './grown';

/** The frequency takes eight bits; BM25 is flat long before it. */
export const MAX_FREQUENCY = 255;

const SHARED = new Uint32Array(1);

/** The documents that hold a term, by rising ordinal, with the term's frequency in each. */
export class PostingList {
  length = 0;
  // Most terms are rare: a list of one document does without an array of its own, which takes 200 bytes.
  private only = 0;
  private several: Uint32Array | null = null;

  /**
   * One number a document: its ordinal (24 bits) above its frequency (8 bits). Read the first `length`, and read
   * them before those of another list: lists of one document share an array.
   */
  get entries(): Uint32Array {
    if (this.several !== null) return this.several;
    SHARED[0] = this.only;
    return SHARED;
  }

  /** Counts one more occurrence. Ordinals come in rising order. */
  count(ordinal: number): void {
    const last = this.length - 1;
    const entry = last < 0 ? null : this.entries[last]!;
    if (entry === null || entry >>> 8 !== ordinal) this.append(ordinal, 1);
    else if ((entry & 0xff) < MAX_FREQUENCY) this.set(last, entry + 1);
  }

  has(ordinal: number): boolean {
    const { entries } = this;
    let low = 0;
    let high = this.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (entries[middle]! >>> 8 < ordinal) low = middle + 1;
      else high = middle;
    }
    return low < this.length && entries[low]! >>> 8 === ordinal;
  }

  /** Of its documents, those that are not dead. */
  countLive(state: Uint8Array): number {
    const { entries } = this;
    let live = 0;
    for (let i = 0; i < this.length; i++) if (state[entries[i]! >>> 8] !== 0) live++;
    return live;
  }

  /** The list after documents moved (-1: dropped); moving keeps their order. */
  moved(moved: Int32Array): PostingList {
    const list = new PostingList();
    const { entries } = this;
    for (let i = 0; i < this.length; i++) {
      const entry = entries[i]!;
      const ordinal = moved[entry >>> 8]!;
      if (ordinal >= 0) list.append(ordinal, entry & 0xff);
    }
    return list;
  }

  private append(ordinal: number, frequency: number): void {
    const capacity = this.several?.length ?? 1;
    if (this.length === capacity) {
      this.several = grown(this.entries, new Uint32Array(Math.ceil(capacity * 1.25) + 1));
    }
    this.set(this.length++, ((ordinal << 8) | frequency) >>> 0);
  }

  private set(at: number, entry: number): void {
    if (this.several === null) this.only = entry;
    else this.several[at] = entry;
  }
}
