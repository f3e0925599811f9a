import { coveredScore, damping, termWeight } from './bm25';
import { compileFilter } from './document-filter';
import { DEAD, DocumentTable } from './document-table';
import type { IndexDocument } from './index-document';
import { Postings } from './postings';
import type { PostingList } from './posting-list';
import { ScoreBoard } from './score-board';
import type { SearchFilter, SearchHit, SearchQuery, SearchResult } from './search-query';
import { tokenize } from './tokens';
import { TopK } from './top-k';

/** Fewer dead documents than this are not worth a copy, whatever their share. */
const MIN_DEAD = 64;
/** Documents, or terms, copied between two chances to pause: well under a millisecond. */
const COPY_STEP = 500;

interface QueryTerm {
  term: string;
  weight: number;
  /** Null when no document holds the term. */
  list: PostingList | null;
}

/**
 * The memories of one namespace, searchable by words. Holds no text, does no I/O, and gives the same answer
 * for the same documents whatever the order of the changes that led to them.
 */
export class MemoryIndex {
  private readonly table = new DocumentTable();
  private readonly postings = new Postings();
  private readonly board = new ScoreBoard();

  /** Live documents. */
  get size(): number {
    return this.table.live;
  }

  /** True when more than a quarter of its documents are dead weight: replaced or removed. */
  get wantsCompaction(): boolean {
    return this.table.dead > Math.max(MIN_DEAD, this.table.size / 4);
  }

  /** Estimate of the memory held. */
  get bytes(): number {
    return this.table.bytes + this.postings.bytes + this.board.bytes;
  }

  /** Adds a document or replaces the one with its id. One whose version is indexed already costs nothing. */
  upsert(document: IndexDocument): void {
    if (this.table.holdsVersion(document.id, document.version)) return;
    const terms = tokenize(document.text);
    this.table.remove(document.id);
    this.postings.add(this.table.add(document, terms.length), terms);
  }

  /** Without effect when there is no such document. */
  remove(id: string): void {
    this.table.remove(id);
  }

  /**
   * A copy without dead documents, made step by step so that the caller can pause in between. The index must
   * not change meanwhile; searching it is fine.
   */
  *compacted(): Generator<void, MemoryIndex> {
    const copy = new MemoryIndex();
    const moved = new Int32Array(this.table.size).fill(-1);
    for (let ordinal = 0; ordinal < moved.length; ordinal++) {
      if (this.table.state[ordinal] !== DEAD) moved[ordinal] = copy.table.adopt(this.table, ordinal);
      if (ordinal % COPY_STEP === 0) yield;
    }
    let step = 0;
    for (const [term, list] of this.postings.all()) {
      copy.postings.adopt(term, list.moved(moved));
      if (step++ % COPY_STEP === 0) yield;
    }
    return copy;
  }

  /**
   * The best documents for a query: BM25 times coverage (see `coveredScore`) over its distinct terms, with
   * term weights from all live documents, so that a filter changes which are found but not what they score.
   */
  search(query: SearchQuery): SearchResult {
    const terms = this.queryTerms(query.text);
    this.board.reset(this.table.size);
    let whole = 0;
    for (const term of terms) {
      whole += term.weight;
      if (term.list !== null) this.addScores(term.list, term.weight);
    }
    const best = new TopK(query.limit, (a, b) => this.isBefore(a, b));
    const candidates = this.rank(whole, query.filter, best);
    const hits = best.sorted().map((ordinal, at) => this.hit(ordinal, at + 1, terms));
    return { hits: hits.filter((hit) => hit.score >= query.minScore), candidates };
  }

  private queryTerms(text: string): QueryTerm[] {
    return [...new Set(tokenize(text))].map((term) => {
      const list = this.postings.find(term);
      return { term, list, weight: termWeight(this.table.live, this.holding(list)) };
    });
  }

  private holding(list: PostingList | null): number {
    if (list === null) return 0;
    return this.table.dead === 0 ? list.length : list.countLive(this.table.state);
  }

  private addScores(list: PostingList, weight: number): void {
    const { sums, covered, touched } = this.board;
    const { entries } = list;
    const { length } = this.table;
    const average = this.table.averageLength;
    for (let i = 0; i < list.length; i++) {
      const entry = entries[i]!;
      const ordinal = entry >>> 8;
      const frequency = entry & 0xff;
      if (covered[ordinal] === 0) touched[this.board.count++] = ordinal;
      sums[ordinal]! += (weight * frequency) / (frequency + damping(length[ordinal]!, average));
      covered[ordinal]! += weight;
    }
  }

  /** Turns sums into scores for those that pass the filter, keeps the best, and counts all of them. */
  private rank(whole: number, filter: SearchFilter, best: TopK): number {
    const passes = compileFilter(filter, this.table);
    const { sums, covered, touched, count } = this.board;
    let passing = 0;
    for (let i = 0; i < count; i++) {
      const ordinal = touched[i]!;
      if (!passes(ordinal)) continue;
      passing++;
      sums[ordinal] = coveredScore(sums[ordinal]!, covered[ordinal]!, whole);
      best.offer(ordinal);
    }
    return passing;
  }

  private isBefore(a: number, b: number): boolean {
    const difference = this.board.sums[a]! - this.board.sums[b]!;
    return difference === 0 ? this.table.idAt(a) < this.table.idAt(b) : difference > 0;
  }

  private hit(ordinal: number, lexicalRank: number, terms: readonly QueryTerm[]): SearchHit {
    return {
      id: this.table.idAt(ordinal),
      version: this.table.versionAt(ordinal),
      score: this.board.sums[ordinal]!,
      lexicalRank,
      matchedTerms: terms.filter(({ list }) => list?.has(ordinal)).map(({ term }) => term),
    };
  }
}
