import { NO_NEIGHBOUR, type Links } from './links';
import { CONTEXT, similarityScore } from './score-formulas';
import type { QueryDirection } from './vector-candidates';

/** For the running search: deviations by ordinal, and the number of the search that computed each. */
const scratch = { deviations: new Float64Array(0), computedBy: new Float64Array(0), search: 0 };

/** What vectors say about the documents of an index. Valid until the next one is made. */
export class VectorScores {
  private readonly deviations: Float64Array;
  private readonly computedBy: Float64Array;
  private readonly search = ++scratch.search;

  /** `size`: documents of the index. */
  constructor(
    readonly direction: QueryDirection,
    private readonly links: Links,
    size: number,
  ) {
    if (scratch.deviations.length < size) {
      scratch.deviations = new Float64Array(size);
      scratch.computedBy = new Float64Array(size);
    }
    this.deviations = scratch.deviations;
    this.computedBy = scratch.computedBy;
  }

  /**
   * The score of a document by its vector, and by those right beside it (see `CONTEXT`), because a turn is often about
   * what the turns around it name; 0 where it has none.
   */
  scoreOf(ordinal: number): number {
    const own = this.deviationsOf(ordinal);
    if (Number.isNaN(own)) return 0;
    const before = this.deviationsOf(this.links.before[ordinal]!);
    const after = this.deviationsOf(this.links.after[ordinal]!);
    if (Number.isNaN(before) && Number.isNaN(after)) return similarityScore(own);
    const beside = (before || 0) + (after || 0);
    return similarityScore((own + CONTEXT * beside) / (1 + CONTEXT));
  }

  /** NaN for no document, and where it has no vector. */
  private deviationsOf(ordinal: number): number {
    if (ordinal === NO_NEIGHBOUR) return NaN;
    if (this.computedBy[ordinal] !== this.search) {
      this.computedBy[ordinal] = this.search;
      this.deviations[ordinal] = this.direction.deviationsOf(ordinal) ?? NaN;
    }
    return this.deviations[ordinal]!;
  }
}
