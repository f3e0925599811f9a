import {
  beforeBonus,
  fusedScore,
  leastOwnScore,
  scoreAmongNeighbours,
  TIMELY_BONUS,
  withBonus,
} from './score-formulas';
import type { Bonus } from './document-filter';
import type { Links } from './links';
import type { VectorScores } from './vector-scores';
import { RANKED, type OwnScores, type ScoreBoard } from './score-board';
import type { WordScores } from './word-scores';
import type { DocumentTable } from './document-table';
import { BestOf } from '../common/best-of';

/** Relative; far above what the formulas round off. */
const ROUNDING = 1e-9;

/** For the running search: the scores, and for each document the number of the search that computed its score. */
const scratch = { values: new Float64Array(0), computedBy: new Float64Array(0), search: 0 };

/** Scores by words and vectors, computed on demand because a similarity costs more than a word. */
export class FusedScores implements OwnScores {
  readonly values: Float64Array;
  private readonly computedBy: Float64Array;
  private readonly search = ++scratch.search;

  constructor(
    private readonly words: WordScores,
    private readonly vectors: VectorScores,
    private readonly links: Links,
  ) {
    const room = words.values.length;
    if (scratch.values.length < room) {
      scratch.values = new Float64Array(room);
      scratch.computedBy = new Float64Array(room);
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
    this.words.settleOne(ordinal);
    this.values[ordinal] = fusedScore(this.words.values[ordinal]!, this.vectors.scoreOf(ordinal));
  }
}

export interface RankingRules {
  limit: number;
  links: Links;
  passes: (ordinal: number) => boolean;
  /** Whether a document is of a time that the query names; null when it names none. */
  isTimely: ((ordinal: number) => boolean) | null;
  /** Null when the query is about no speaker. */
  speaker: Bonus | null;
}

export function bonusOf({ isTimely, speaker }: RankingRules, ordinal: number): number {
  const timely = isTimely?.(ordinal) === true ? TIMELY_BONUS : 0;
  return timely + (speaker?.of(ordinal) ?? 0);
}

/** Below 0 when the first document is newer than the second, or as new and its id comes before. */
export function newestFirst({ createdAt, compareIds }: DocumentTable, a: number, b: number): number {
  return createdAt[b]! - createdAt[a]! || compareIds(a, b);
}

function mostBonus({ isTimely, speaker }: RankingRules): number {
  return (isTimely === null ? 0 : TIMELY_BONUS) + (speaker?.most ?? 0);
}

/** Scores documents in full, with their neighbours and their times, and keeps the best of those that pass. */
export class Ranking {
  private readonly best: BestOf<number>;
  /** Of the worst of the best; zeros while there is room. */
  private floor = { score: 0, needed: 0, leastOwn: 0 };

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
    this.updateFloor();
    return this.floor.needed;
  }

  /** The own score that a document or one of its neighbours needs for that, see `leastOwnScore`. */
  get leastOwn(): number {
    this.updateFloor();
    return this.floor.leastOwn;
  }

  /** Scores a document and its neighbours, each once. */
  around(ordinal: number): void {
    this.score(ordinal);
    this.rules.links.eachNeighbour(ordinal, (beside) => this.score(beside));
  }

  /**
   * As `around`, for a settled document, without those that cannot be among the best. The bound takes no document around
   * to be better than this one. Where one is, this is called for that one too.
   */
  aroundBest(ordinal: number, words: WordScores): void {
    words.bound(ordinal);
    this.scoreIfBest(ordinal);
    this.rules.links.eachNeighbour(ordinal, (beside) => this.scoreIfBest(beside));
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

  /** Best first; of equal scores the newer first, then by id. */
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

  private updateFloor(): void {
    const { floor } = this.best;
    const score = floor === null ? 0 : this.board.scores[floor]!;
    if (score === this.floor.score) return;
    const needed = beforeBonus(score, mostBonus(this.rules)) * (1 - ROUNDING);
    this.floor = { score, needed, leastOwn: leastOwnScore(needed) };
  }

  private score(ordinal: number): void {
    const { board, rules } = this;
    if ((board.marks[ordinal]! & RANKED) !== 0) return;
    board.list(ordinal);
    board.marks[ordinal]! |= RANKED;
    if (!rules.passes(ordinal)) return;
    if (this.scoreOf(ordinal) > 0) this.best.offer(ordinal);
  }

  private scoreIfBest(ordinal: number): void {
    const { board, rules, table } = this;
    if ((board.marks[ordinal]! & RANKED) !== 0) return;
    this.updateFloor();
    const most = scoreAmongNeighbours(board.bounds, rules.links, table.asks, ordinal);
    if (most < this.floor.needed) return;
    if (withBonus(most, bonusOf(rules, ordinal)) >= this.floor.score * (1 - ROUNDING)) this.score(ordinal);
  }

  private amongNeighbours(ordinal: number): number {
    return scoreAmongNeighbours(this.own.values, this.rules.links, this.table.asks, ordinal);
  }

  private compare(a: number, b: number): number {
    const difference = this.board.scores[b]! - this.board.scores[a]!;
    return difference !== 0 ? difference : newestFirst(this.table, a, b);
  }
}
