import { fusedScore } from './fusion';
import type { GroupOrder } from './group-order';
import type { QueryDirection } from './query-direction';

/** What documents score by themselves, by ordinal. */
export interface OwnScores {
  readonly values: Float64Array;
  /** Makes the values of a document, and of those that lend to it, right. */
  settle(ordinal: number): void;
}

/** The scores by words alone, which are all there when they are finished. */
export class WordScores implements OwnScores {
  constructor(readonly values: Float64Array) {}

  settle(): void {}
}

/** Of the search that runs: the scores, and by document the number of the search that reckoned its score. */
const scratch = { values: new Float64Array(0), reckonedBy: new Float64Array(0), search: 0 };

/** The scores by words and vectors, reckoned when they are needed: a similarity costs more than a word. */
export class FusedScores implements OwnScores {
  readonly values: Float64Array;
  private readonly reckonedBy: Float64Array;
  private readonly search = ++scratch.search;

  constructor(
    private readonly words: Float64Array,
    private readonly direction: QueryDirection,
    private readonly places: GroupOrder,
  ) {
    if (scratch.values.length < words.length) {
      scratch.values = new Float64Array(words.length);
      scratch.reckonedBy = new Float64Array(words.length);
    }
    this.values = scratch.values;
    this.reckonedBy = scratch.reckonedBy;
  }

  settle(ordinal: number): void {
    this.reckon(ordinal);
    this.places.eachNeighbour(ordinal, (beside) => this.reckon(beside));
  }

  private reckon(ordinal: number): void {
    if (this.reckonedBy[ordinal] === this.search) return;
    this.reckonedBy[ordinal] = this.search;
    const similarity = this.direction.similarityOf(ordinal);
    const byVector = similarity === null ? 0 : this.direction.scoreOf(similarity);
    this.values[ordinal] = fusedScore(this.words[ordinal]!, byVector);
  }
}
