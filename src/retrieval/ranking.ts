import { fusedScore, scoreAmongNeighbours, beforeBonus, timelyScore } from './score-formulas';
import type { GroupOrder } from './group-order';
import type { QueryDirection } from './vector-candidates';
import type { DocumentTable } from './document-table';
import { BestOf } from '../common/best-of';

const UNLISTED = 0;
const LISTED = 1;
export const RANKED = 2;

/** Sums by document for one search at a time; kept between searches, since clearing is cheaper than allocating. */
export class ScoreBoard {
  /** The BM25 sum, then the document's own score. */
  sums = new Float64Array(0);
  covered = new Float64Array(0);
  /** With neighbour scores and the time bonus. */
  scores = new Float64Array(0);
  /** The first `count` are the documents listed. */
  listed = new Uint32Array(0);
  count = 0;
  /** What has been done with a document: UNLISTED, LISTED or RANKED. */
  marks = new Uint8Array(0);

  /** Room for `documents` ordinals, all sums zero, none listed. */
  reset(documents: number): void {
    if (this.listed.length < documents) this.allocate(Math.ceil(documents * 1.25));
    for (let i = 0; i < this.count; i++) {
      const ordinal = this.listed[i]!;
      this.sums[ordinal] = 0;
      this.covered[ordinal] = 0;
      this.marks[ordinal] = UNLISTED;
    }
    this.count = 0;
  }

  /** Lists a document, once. */
  list(ordinal: number): void {
    if (this.marks[ordinal] !== UNLISTED) return;
    this.marks[ordinal] = LISTED;
    this.listed[this.count++] = ordinal;
  }

  private allocate(documents: number): void {
    this.sums = new Float64Array(documents);
    this.covered = new Float64Array(documents);
    this.scores = new Float64Array(documents);
    this.listed = new Uint32Array(documents);
    this.marks = new Uint8Array(documents);
    this.count = 0;
  }
}

/** The scores of documents by their own words and vectors, by ordinal. */
export interface OwnScores {
  readonly values: Float64Array;
  /** Computes the values of a document and its neighbours where they are missing. */
  settle(ordinal: number): void;
}

/** Scores by words alone, which are complete from the start. */
export class WordScores implements OwnScores {
  constructor(readonly values: Float64Array) {}

  settle(): void {}
}

/** For the running search: the scores, and for each document the number of the search that computed its score. */
const scratch = { values: new Float64Array(0), computedBy: new Float64Array(0), search: 0 };

/** Scores by words and vectors, computed on demand because a similarity costs more than a word. */
export class FusedScores implements OwnScores {
  readonly values: Float64Array;
  private readonly computedBy: Float64Array;
  private readonly search = ++scratch.search;

  constructor(
    private readonly words: Float64Array,
    private readonly direction: QueryDirection,
    private readonly places: GroupOrder,
  ) {
    if (scratch.values.length < words.length) {
      scratch.values = new Float64Array(words.length);
      scratch.computedBy = new Float64Array(words.length);
    }
    this.values = scratch.values;
    this.computedBy = scratch.computedBy;
  }

  settle(ordinal: number): void {
    this.compute(ordinal);
    this.places.eachNeighbour(ordinal, (beside) => this.compute(beside));
  }

  private compute(ordinal: number): void {
    if (this.computedBy[ordinal] === this.search) return;
    this.computedBy[ordinal] = this.search;
    const similarity = this.direction.similarityOf(ordinal);
    const byVector = similarity === null ? 0 : this.direction.scoreOf(similarity);
    this.values[ordinal] = fusedScore(this.words[ordinal]!, byVector);
  }
}

export interface RankingRules {
  limit: number;
  passes: (ordinal: number) => boolean;
  /** Whether a document is of a time that the query names; null when it names none. */
  isTimely: ((ordinal: number) => boolean) | null;
}

/** Scores documents in full, with their neighbours and their times, and keeps the best of those that pass. */
export class Ranking {
  private readonly best: BestOf<number>;

  constructor(
    private readonly board: ScoreBoard,
    private readonly table: DocumentTable,
    private readonly own: OwnScores,
    private readonly rules: RankingRules,
  ) {
    this.best = new BestOf<number>(rules.limit, (a, b) => this.compare(a, b));
  }

  /** The score that a document needs to be among the best, before the time bonus; 0 while there is room. */
  get needed(): number {
    const { floor } = this.best;
    if (floor === null) return 0;
    const score = this.board.scores[floor]!;
    return this.rules.isTimely === null ? score : beforeBonus(score);
  }

  /** Scores a document and its neighbours, each once. */
  around(ordinal: number): void {
    this.score(ordinal);
    this.table.places.eachNeighbour(ordinal, (beside) => this.score(beside));
  }

  /** Best first; equal scores by id. */
  sorted(): number[] {
    return this.best.sorted();
  }

  /** The part of a score that comes from neighbours. */
  neighbourScoreOf(ordinal: number): number {
    const { values } = this.own;
    return scoreAmongNeighbours(values, this.table.places, ordinal) - values[ordinal]!;
  }

  /** The part of a score that comes from a time that the query names. */
  bonusOf(ordinal: number): number {
    return this.board.scores[ordinal]! - scoreAmongNeighbours(this.own.values, this.table.places, ordinal);
  }

  private score(ordinal: number): void {
    const { board, table, own, rules } = this;
    if (board.marks[ordinal] === RANKED) return;
    board.list(ordinal);
    board.marks[ordinal] = RANKED;
    if (!rules.passes(ordinal)) return;
    own.settle(ordinal);
    const score = scoreAmongNeighbours(own.values, table.places, ordinal);
    if (score === 0) return;
    board.scores[ordinal] = rules.isTimely?.(ordinal) === true ? timelyScore(score) : score;
    this.best.offer(ordinal);
  }

  private compare(a: number, b: number): number {
    const difference = this.board.scores[b]! - this.board.scores[a]!;
    return difference !== 0 ? difference : this.table.compareIds(a, b);
  }
}
