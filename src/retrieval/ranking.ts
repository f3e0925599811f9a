import {
  beforeBonus,
  fusedScore,
  scoreAmongNeighbours,
  SPEAKER_BONUS,
  TIMELY_BONUS,
  withBonus,
} from './score-formulas';
import type { Links } from './links';
import type { VectorScores } from './vector-scores';
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
  /** With neighbour scores and bonuses. */
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
    private readonly vectors: VectorScores,
    private readonly links: Links,
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
    this.links.eachNeighbour(ordinal, (beside) => this.compute(beside));
  }

  private compute(ordinal: number): void {
    if (this.computedBy[ordinal] === this.search) return;
    this.computedBy[ordinal] = this.search;
    this.values[ordinal] = fusedScore(this.words[ordinal]!, this.vectors.scoreOf(ordinal));
  }
}

export interface RankingRules {
  limit: number;
  /** The neighbours that count. */
  links: Links;
  passes: (ordinal: number) => boolean;
  /** Whether a document is of a time that the query names; null when it names none. */
  isTimely: ((ordinal: number) => boolean) | null;
  /** Whether a document is a turn of a speaker that the query names; null when it names none. */
  isOfSpeaker: ((ordinal: number) => boolean) | null;
}

/** See `withBonus`. */
export function bonusOf({ isTimely, isOfSpeaker }: RankingRules, ordinal: number): number {
  const timely = isTimely?.(ordinal) === true ? TIMELY_BONUS : 0;
  return isOfSpeaker?.(ordinal) === true ? timely + SPEAKER_BONUS : timely;
}

function mostBonus({ isTimely, isOfSpeaker }: RankingRules): number {
  return (isTimely === null ? 0 : TIMELY_BONUS) + (isOfSpeaker === null ? 0 : SPEAKER_BONUS);
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

  /** The score that a document needs to be among the best, before its bonus; 0 while there is room. */
  get needed(): number {
    const { floor } = this.best;
    return floor === null ? 0 : beforeBonus(this.board.scores[floor]!, mostBonus(this.rules));
  }

  /** Scores a document and its neighbours, each once. */
  around(ordinal: number): void {
    this.score(ordinal);
    this.rules.links.eachNeighbour(ordinal, (beside) => this.score(beside));
  }

  /** The full score of a document, whether it passes or not. */
  scoreOf(ordinal: number): number {
    const { board, own, rules } = this;
    own.settle(ordinal);
    board.scores[ordinal] = withBonus(this.amongNeighbours(ordinal), bonusOf(rules, ordinal));
    return board.scores[ordinal];
  }

  /** The place of a document among others, from 1. `scoreOf` must have been called for all of them. */
  rankAmong(others: Uint32Array, ordinal: number): number {
    let before = 0;
    for (const other of others) {
      if (other !== ordinal && this.compare(other, ordinal) < 0) before++;
    }
    return before + 1;
  }

  /** Best first; equal scores by id. */
  sorted(): number[] {
    return this.best.sorted();
  }

  /** The part of a score that comes from neighbours. */
  neighbourScoreOf(ordinal: number): number {
    return this.amongNeighbours(ordinal) - this.own.values[ordinal]!;
  }

  /** The part of a score that comes from a time that the query names. */
  timeScoreOf(ordinal: number): number {
    const score = this.amongNeighbours(ordinal);
    return this.rules.isTimely?.(ordinal) === true ? withBonus(score, TIMELY_BONUS) - score : 0;
  }

  /** The part of a score that comes from a speaker that the query names. */
  speakerScoreOf(ordinal: number): number {
    return this.board.scores[ordinal]! - this.amongNeighbours(ordinal) - this.timeScoreOf(ordinal);
  }

  private score(ordinal: number): void {
    const { board, rules } = this;
    if (board.marks[ordinal] === RANKED) return;
    board.list(ordinal);
    board.marks[ordinal] = RANKED;
    if (!rules.passes(ordinal)) return;
    if (this.scoreOf(ordinal) > 0) this.best.offer(ordinal);
  }

  private amongNeighbours(ordinal: number): number {
    return scoreAmongNeighbours(this.own.values, this.rules.links, this.table.asks, ordinal);
  }

  private compare(a: number, b: number): number {
    const difference = this.board.scores[b]! - this.board.scores[a]!;
    return difference !== 0 ? difference : this.table.compareIds(a, b);
  }
}
