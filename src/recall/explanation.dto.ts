import { ApiProperty } from '@nestjs/swagger';
import { LEXICAL_REASONS, type LexicalReason } from '../backend/memory-search';
import { STANDING_REASONS, type StandingReason } from './standing';

export class LexicalExplanation {
  /**
   * Place by words alone, neighbours counted, from 1
   * @example 1
   */
  @ApiProperty({ type: 'integer' })
  rank!: number | null;

  /**
   * By its own words alone, 0 to 1
   * @example 0.62
   */
  score!: number;
}

export class VectorExplanation {
  /**
   * Place by similarity, from 1; null far down
   * @example 1
   */
  @ApiProperty({ type: 'integer' })
  rank!: number | null;

  /**
   * The score by similarity, 0 to 1; 0 for unrelated texts
   * @example 0.55
   */
  score!: number;

  /**
   * Cosine similarity of query and memory, -1 to 1
   * @example 0.71
   */
  similarity!: number;
}

export class MemoryExplanation {
  /**
   * The lexical score; null if neither the memory nor its neighbours have a word of the query
   * @example {"rank":1,"score":0.62}
   */
  lexical!: LexicalExplanation | null;

  /**
   * The vector score; null without embeddings, and for a memory that waits for its own
   * @example {"rank":1,"score":0.55,"similarity":0.71}
   */
  vector!: VectorExplanation | null;

  /**
   * Added to the score by neighbours in the same thread, file or session
   * @example 0
   */
  neighbours!: number;

  /**
   * Added to the score because the query names the memory's time
   * @example 0
   */
  time!: number;

  /**
   * Added to the score because the query names the memory's speaker (`Name:` at the start)
   * @example 0
   */
  speaker!: number;

  /**
   * Words of the query found, as stems
   * @example ["theme"]
   */
  matched_terms!: string[];
}

export class RecallExplanation {
  /**
   * The filters applied
   * @example {"status":"active"}
   */
  @ApiProperty({ type: Object })
  filters!: Record<string, unknown>;

  /**
   * Memories that pass the filters and match, or are neighbours of a match
   * @example 3
   */
  @ApiProperty({ type: 'integer' })
  candidates!: number;

  /**
   * The model of the compared vectors; null without embeddings
   * @example 'nomic-embed-text'
   */
  embedding_model!: string | null;

  /**
   * Memories without an embedding yet; null without embeddings
   * @example 0
   */
  @ApiProperty({ type: 'integer' })
  not_embedded!: number | null;

  /**
   * Why words alone were compared: `model_starting`, `not_embedded` (no memory has a vector
   * yet), `model_late` (after `EMBEDDINGS_QUERY_TIMEOUT_MS`), `backend` (the backend server did so); null if vectors
   * were compared too
   * @example 'no_model'
   */
  @ApiProperty({ enum: LEXICAL_REASONS, nullable: true })
  lexical_reason!: LexicalReason | null;
}

export const EXPLAINED = {
  id: '019ab3f2-6c1e-7d10-8a3b-2f6f0c9f1d2e',
  reason: 'filtered',
  failed_filters: ['status'],
  rank: null,
  score: 0.62,
  explain: null,
} as const;

export class ExplainedMemory {
  /** The id asked for */
  @ApiProperty({ example: EXPLAINED.id })
  id!: string;

  /**
   * Why it is in the answer or not: `returned`; `not_found`, there is no such memory; `filtered`; `no_match`, no
   * word and no similar vector; `below_min_similarity`; `beyond_limit`; `not_bearing` on the query (`cut`); `too_similar` to better ones
   * (`diversity`); `over_max_tokens`
   */
  @ApiProperty({ example: EXPLAINED.reason, enum: STANDING_REASONS })
  reason!: StandingReason;

  /**
   * The filters that the memory does not pass
   * @example ["status"]
   */
  failed_filters!: string[];

  /**
   * Place among all memories that pass the filters and match, from 1; null for others, and behind the 100 best of
   * an external backend
   */
  @ApiProperty({ example: null, type: 'integer' })
  rank!: number | null;

  /** The memory's score, or its score without the filters; null if it is unknown */
  @ApiProperty({ example: EXPLAINED.score, type: Number, nullable: true })
  score!: number | null;

  /** The parts of the score; null for a memory that does not exist */
  @ApiProperty({ example: null, type: MemoryExplanation, nullable: true })
  explain!: MemoryExplanation | null;
}
