import { similarityScore, usualSimilarity } from './fusion';
import { norm } from './quantized';
import { signWords, writeSigns } from './sign-bits';
import { BLOCK_SLOTS } from './vector-block';
import type { QueryVector, VectorSpace } from './vector-space';
import { NO_SLOT, type VectorTable } from './vector-table';

/** The vector of a query among the vectors of one index. */
export class QueryDirection {
  readonly signs: Int32Array;
  private readonly length: number;
  /** How similar memories are to the query that have nothing to do with it. */
  private readonly usual: number;

  constructor(
    private readonly values: Float32Array,
    readonly vectors: VectorTable,
    private readonly space: VectorSpace,
  ) {
    this.length = norm(values);
    this.signs = new Int32Array(signWords(values.length));
    writeSigns(values, this.signs, 0);
    this.usual = usualSimilarity(vectors.meanSimilarity(values, this.length), vectors.live, space);
  }

  /** How similar a document is, -1 to 1; null where it has no vector. */
  similarityOf(ordinal: number): number | null {
    const slot = this.vectors.slotOf(ordinal);
    return slot === NO_SLOT ? null : this.similarityAt(slot);
  }

  /** That of the document at a slot. */
  similarityAt(slot: number): number {
    return this.vectors.blockOf(slot).similarity(slot % BLOCK_SLOTS, this.values, this.length);
  }

  /** See `similarityScore`. */
  scoreOf(similarity: number): number {
    return similarityScore(similarity - this.usual, this.space);
  }
}

/** Null where only words can be compared: an index without vectors, or a query without one of their space. */
export function directionOf(
  query: QueryVector | null,
  space: VectorSpace | null,
  vectors: VectorTable | null,
): QueryDirection | null {
  if (query === null || space === null || vectors === null || vectors.live === 0) return null;
  if (query.spaceId !== space.id || query.values.length !== space.dimensions) return null;
  return new QueryDirection(query.values, vectors, space);
}
