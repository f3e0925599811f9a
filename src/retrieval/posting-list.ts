/** The frequency takes eight bits; BM25 is flat long before it. */
export const MAX_FREQUENCY = 255;

/** The documents that hold a term, by rising ordinal, with the term's frequency in each. */
export class PostingList {
  /** One number a document: its ordinal (24 bits) above its frequency (8 bits). Read the first `length`. */
  entries = new Uint32Array(2);
  length = 0;

  /** Counts one more occurrence. Ordinals come in rising order. */
  count(ordinal: number): void {
    const last = this.length - 1;
    if (last >= 0 && this.entries[last]! >>> 8 === ordinal) {
      if ((this.entries[last]! & 0xff) < MAX_FREQUENCY) this.entries[last]!++;
      return;
    }
    this.append(ordinal, 1);
  }

  has(ordinal: number): boolean {
    let low = 0;
    let high = this.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.entries[middle]! >>> 8 < ordinal) low = middle + 1;
      else high = middle;
    }
    return low < this.length && this.entries[low]! >>> 8 === ordinal;
  }

  /** Of its documents, those that are not dead. */
  countLive(state: Uint8Array): number {
    let live = 0;
    for (let i = 0; i < this.length; i++) if (state[this.entries[i]! >>> 8] !== 0) live++;
    return live;
  }

  /** The list after documents moved (-1: dropped); moving keeps their order. */
  moved(moved: Int32Array): PostingList {
    const list = new PostingList();
    for (let i = 0; i < this.length; i++) {
      const entry = this.entries[i]!;
      const ordinal = moved[entry >>> 8]!;
      if (ordinal >= 0) list.append(ordinal, entry & 0xff);
    }
    return list;
  }

  private append(ordinal: number, frequency: number): void {
    if (this.length === this.entries.length) {
      const larger = new Uint32Array(this.length * 2);
      larger.set(this.entries);
      this.entries = larger;
    }
    this.entries[this.length++] = ((ordinal << 8) | frequency) >>> 0;
  }
}
