import type { PostingList } from './posting-list';
import { PostingStore } from './posting-store';
import { TermTable } from './term-table';

/** The posting lists of an index by term. */
export class Postings {
  private readonly terms = new TermTable();
  /** By the number of the term. */
  private readonly lists = new PostingStore();

  /** Terms there are, numbered from 0. */
  get size(): number {
    return this.terms.size;
  }

  /** Memory held. */
  get bytes(): number {
    return this.terms.bytes + this.lists.bytes;
  }

  find(term: string): PostingList | null {
    const number = this.terms.find(term);
    return number === null ? null : this.lists.at(number);
  }

  /** Adds a document, whose ordinal is above all before it. */
  add(ordinal: number, terms: readonly string[]): void {
    for (const term of terms) this.lists.count(this.terms.intern(term), ordinal);
  }

  /**
   * Takes over the list of one term of another index, after its documents moved (-1: dropped), which keeps their order.
   * A term that is left without documents is left out. How many entries the list has there.
   */
  adopt(from: Postings, number: number, moved: Int32Array): number {
    const list = from.lists.at(number);
    if (list.hasAny((ordinal) => moved[ordinal]! >= 0)) {
      this.lists.adopt(this.terms.intern(from.terms.textAt(number)), list, moved);
    }
    return list.length;
  }
}
