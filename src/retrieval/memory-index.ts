import { coveredScore, damping, termWeight } from './bm25';
import { compileFilter } from './document-filter';
import { DEAD, DocumentTable } from './document-table';
import { NOBODY } from './group-order';
import type { IndexDocument } from './index-document';
import type { Language } from '../common/languages';
import { leastOwnScore, scoreAmongNeighbours } from './neighbours';
import { Postings } from './postings';
import type { PostingList } from './posting-list';
import { RANKED, ScoreBoard } from './score-board';
import { timesOf } from './query-times';
import type { SearchHit, SearchQuery, SearchResult } from './search-query';
import { tokenizerOf, type Tokenizer } from './tokens';
import { beforeBonus, compileTimes, timelyScore } from './timeliness';
import { TopK } from './top-k';

/** Fewer dead documents than this are not worth a copy, whatever their share. */
const MIN_DEAD = 64;
/** Documents, or terms, copied between two chances to pause: well under a millisecond. */
const COPY_STEP = 500;

/** A search runs from end to end without a pause, so one board serves all indexes. */
const board = new ScoreBoard();

type Passes = (ordinal: number) => boolean;

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
  private readonly tokenizer: Tokenizer;

  constructor(private readonly language: Language = 'english') {
    this.tokenizer = tokenizerOf(language);
  }

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
    return this.table.bytes + this.postings.bytes;
  }

  /** Adds a document or replaces the one with its id. One whose version is indexed already costs nothing. */
  upsert(document: IndexDocument): void {
    if (this.table.holdsVersion(document.id, document.version)) return;
    const { terms, forms } = this.tokenizer.tokenize(document.text);
    this.table.remove(document.id);
    const ordinal = this.table.add(document, terms.length);
    this.postings.add(ordinal, terms);
    this.postings.add(ordinal, forms);
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
    const copy = new MemoryIndex(this.language);
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
   * The best documents for a query: BM25 times coverage (see `coveredScore`) over its distinct terms, and what
   * neighbours lend (see `scoreAmongNeighbours`). Term weights come from all live documents, and all of them
   * keep their places and lend, expired ones too: a filter changes which are found but not what they score.
   */
  search(query: SearchQuery): SearchResult {
    const terms = this.queryTerms(query.text);
    board.reset(this.table.size);
    let whole = 0;
    for (const term of terms) {
      whole += term.weight;
      if (term.list !== null) this.addScores(term.list, term.weight);
    }
    const holders = board.count;
    const passes = compileFilter(query.filter, this.table);
    const best = this.rank(query, whole, passes);
    const hits = best.sorted().map((ordinal, at) => this.hit(ordinal, at + 1, terms));
    return {
      hits: hits.filter((hit) => hit.score >= query.minScore),
      candidates: query.count ? this.countCandidates(holders, passes) : null,
    };
  }

  private queryTerms(text: string): QueryTerm[] {
    const { terms, forms } = this.tokenizer.tokenize(text);
    // A form that no document has would only make every score smaller: its words are there themselves.
    const known = forms.filter((form) => this.holding(this.postings.find(form)) > 0);
    return [...new Set([...terms, ...known])].map((term) => {
      const list = this.postings.find(term);
      return { term, list, weight: termWeight(this.table.live, this.holding(list)) };
    });
  }

  private holding(list: PostingList | null): number {
    if (list === null) return 0;
    return this.table.dead === 0 ? list.length : list.countLive(this.table.state);
  }

  private addScores(list: PostingList, weight: number): void {
    const { sums, covered } = board;
    const { entries } = list;
    const { length } = this.table;
    const average = this.table.averageLength;
    const holders = list.length;
    for (let i = 0; i < holders; i++) {
      const entry = entries[i]!;
      const ordinal = entry >>> 8;
      const frequency = entry & 0xff;
      board.list(ordinal);
      sums[ordinal]! += (weight * frequency) / (frequency + damping(length[ordinal]!, average));
      covered[ordinal]! += weight;
    }
  }

  /** Turns the sums of the documents listed into own scores. The best of them that pass the filter. */
  private finishScores(limit: number, whole: number, passes: Passes): TopK {
    const { sums, covered, listed, count } = board;
    const best = new TopK(limit, (a, b) => sums[a]! > sums[b]!);
    let worst = 0;
    for (let i = 0; i < count; i++) {
      const ordinal = listed[i]!;
      const own = coveredScore(sums[ordinal]!, covered[ordinal]!, whole);
      sums[ordinal] = own;
      if (own <= worst || !passes(ordinal)) continue;
      best.offer(ordinal);
      if (best.floor !== null) worst = sums[best.floor]!;
    }
    return best;
  }

  /**
   * The best documents that pass the filter. First those that are best by themselves are scored in full, with
   * those beside them. The last of these tells what a document needs at least, and that what it, or one that
   * lends to it, needs by itself: few others do, and only they and those beside them are scored in full too.
   * The answer is the same as if all were.
   */
  private rank(query: SearchQuery, whole: number, passes: Passes): TopK {
    const holders = board.count;
    const bestAlone = this.finishScores(query.limit, whole, passes).sorted();
    const times = timesOf(query.text, query.now);
    const best = new TopK(query.limit, (a, b) => this.isBefore(a, b));
    const isTimely = times.length === 0 ? null : compileTimes(times, this.table);
    const score = (ordinal: number) => this.scoreInFull(ordinal, passes, isTimely, best);
    for (const ordinal of bestAlone) this.aroundAndAt(ordinal, score);
    const needed = best.floor === null ? 0 : board.scores[best.floor]!;
    const least = leastOwnScore(isTimely === null ? needed : beforeBonus(needed));
    for (let i = 0; i < holders; i++) {
      const ordinal = board.listed[i]!;
      if (board.sums[ordinal]! >= least) this.aroundAndAt(ordinal, score);
    }
    return best;
  }

  private scoreInFull(ordinal: number, passes: Passes, isTimely: Passes | null, best: TopK): void {
    if (board.marks[ordinal] === RANKED) return;
    board.list(ordinal);
    board.marks[ordinal] = RANKED;
    if (!passes(ordinal)) return;
    const score = scoreAmongNeighbours(board.sums, this.table.places, ordinal);
    board.scores[ordinal] = isTimely?.(ordinal) === true ? timelyScore(score) : score;
    best.offer(ordinal);
  }

  private aroundAndAt(ordinal: number, visit: (ordinal: number) => void): void {
    visit(ordinal);
    this.eachNeighbour(ordinal, visit);
  }

  private eachNeighbour(ordinal: number, visit: (ordinal: number) => void): void {
    for (const side of [this.table.places.before, this.table.places.after]) {
      const near = side[ordinal]!;
      if (near === NOBODY) continue;
      visit(near);
      const far = side[near]!;
      if (far !== NOBODY) visit(far);
    }
  }

  /** Of the documents that hold a term, which are listed first, and their neighbours, those that pass. */
  private countCandidates(holders: number, passes: Passes): number {
    for (let i = 0; i < holders; i++) {
      this.eachNeighbour(board.listed[i]!, (ordinal) => board.list(ordinal));
    }
    let passing = 0;
    for (let i = 0; i < board.count; i++) if (passes(board.listed[i]!)) passing++;
    return passing;
  }

  private isBefore(a: number, b: number): boolean {
    const difference = board.scores[a]! - board.scores[b]!;
    return difference === 0 ? this.table.isBefore(a, b) : difference > 0;
  }

  private hit(ordinal: number, lexicalRank: number, terms: readonly QueryTerm[]): SearchHit {
    return {
      id: this.table.idAt(ordinal),
      version: this.table.versionAt(ordinal),
      score: board.scores[ordinal]!,
      ownScore: board.sums[ordinal]!,
      lentScore: scoreAmongNeighbours(board.sums, this.table.places, ordinal) - board.sums[ordinal]!,
      lexicalRank,
      matchedTerms: terms.filter(({ list }) => list?.has(ordinal)).map(({ term }) => term),
    };
  }
}
