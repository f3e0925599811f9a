import type { DocumentTable } from './document-table';
import { scoreAmongNeighbours } from './neighbours';
import type { OwnScores } from './own-scores';
import { RANKED, type ScoreBoard } from './score-board';
import { beforeBonus, timelyScore } from './timeliness';
import { TopK } from './top-k';

export interface RankingRules {
  limit: number;
  passes: (ordinal: number) => boolean;
  /** Whether a document is of a time that the query names; null when it names none. */
  isTimely: ((ordinal: number) => boolean) | null;
}

/** Scores documents in full, with their neighbours and their times, and keeps the best of those that pass. */
export class Ranking {
  private readonly best: TopK;

  constructor(
    private readonly board: ScoreBoard,
    private readonly table: DocumentTable,
    private readonly own: OwnScores,
    private readonly rules: RankingRules,
  ) {
    this.best = new TopK(rules.limit, (a, b) => this.isBefore(a, b));
  }

  /** What a document must score among its neighbours to be among the best; 0 while there is room. */
  get needed(): number {
    const { floor } = this.best;
    if (floor === null) return 0;
    const score = this.board.scores[floor]!;
    return this.rules.isTimely === null ? score : beforeBonus(score);
  }

  /** Scores a document and those beside it, each once. */
  around(ordinal: number): void {
    this.score(ordinal);
    this.table.places.eachNeighbour(ordinal, (beside) => this.score(beside));
  }

  /** Best first; equal scores by id. */
  sorted(): number[] {
    return this.best.sorted();
  }

  /** What neighbours lend to a document that was scored. */
  lentTo(ordinal: number): number {
    const { values } = this.own;
    return scoreAmongNeighbours(values, this.table.places, ordinal) - values[ordinal]!;
  }

  /** What being of a time of the query adds to the score of a document. */
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

  private isBefore(a: number, b: number): boolean {
    const difference = this.board.scores[a]! - this.board.scores[b]!;
    return difference === 0 ? this.table.isBefore(a, b) : difference > 0;
  }
}
