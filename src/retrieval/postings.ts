import { PostingList } from './posting-list';

/** A term, its map entry and a list of one document, measured on Node 20. */
const TERM_BYTES = 140;
/** The fixed part of the array of a longer list, measured on Node 20. */
const ARRAY_BYTES = 190;

/** The posting lists of an index by term. */
export class Postings {
  private readonly lists = new Map<string, PostingList>();
  private entries = 0;
  private longer = 0;

  /** Estimate of the memory held; longer lists are on average nine tenths full. */
  get bytes(): number {
    const slots = Math.ceil((this.entries * 4) / 0.9);
    return this.lists.size * TERM_BYTES + this.longer * ARRAY_BYTES + slots;
  }

  find(term: string): PostingList | null {
    return this.lists.get(term) ?? null;
  }

  /** Adds a document, whose ordinal is above all before it. */
  add(ordinal: number, terms: readonly string[]): void {
    for (const term of terms) {
      let list = this.lists.get(term);
      if (list === undefined) this.lists.set(term, (list = new PostingList()));
      const before = list.length;
      list.count(ordinal);
      this.count(before, list.length);
    }
  }

  /** Terms with their lists. */
  all(): Iterable<[string, PostingList]> {
    return this.lists;
  }

  /** Takes over a whole list; one without documents is left out. */
  adopt(term: string, list: PostingList): void {
    if (list.length === 0) return;
    this.lists.set(term, list);
    this.count(0, list.length);
  }

  private count(before: number, after: number): void {
    this.entries += after - before;
    if (before < 2 && after >= 2) this.longer++;
  }
}
