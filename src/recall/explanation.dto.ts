import { LEXICAL_REASONS, type LexicalReason } from '../backend/memory-search';
import { Shown } from '../common/fields';
import { STANDING_REASONS, type StandingReason } from './standing';

export class LexicalExplanation {
  @Shown({
    description: 'Place by words alone, neighbours counted, from 1',
    example: 1,
    type: 'integer',
    nullable: true,
  })
  rank!: number | null;

  @Shown({ description: 'By its own words alone, 0 to 1', example: 0.62 })
  score!: number;
}

export class VectorExplanation {
  @Shown({
    description: 'Place by similarity, from 1; null far down',
    example: 1,
    type: 'integer',
    nullable: true,
  })
  rank!: number | null;

  @Shown({
    description: 'What the similarity says, 0 to 1: 0 for texts that have nothing to do with each other',
    example: 0.55,
  })
  score!: number;

  @Shown({ description: 'Cosine similarity of query and memory, -1 to 1', example: 0.71 })
  similarity!: number;
}

export class MemoryExplanation {
  @Shown({
    description: 'The lexical score; null where no word of the query is in the memory or beside it',
    example: { rank: 1, score: 0.62 },
    type: LexicalExplanation,
    nullable: true,
  })
  lexical!: LexicalExplanation | null;

  @Shown({
    description: 'The vector score; null without embeddings, and for a memory that waits for its own',
    example: { rank: 1, score: 0.55, similarity: 0.71 },
    type: VectorExplanation,
    nullable: true,
  })
  vector!: VectorExplanation | null;

  @Shown({ description: 'What neighbours in its thread, file or session add to the score', example: 0 })
  neighbours!: number;

  @Shown({ description: 'What being of a time that the query names adds to the score', example: 0 })
  time!: number;

  @Shown({
    description: 'What being said by a speaker that the query names adds to the score (`Name:` at the start)',
    example: 0,
  })
  speaker!: number;

  @Shown({
    description: 'Words of the query found, as stems',
    example: ['theme'],
    type: String,
    isArray: true,
  })
  matched_terms!: string[];
}

export class RecallExplanation {
  @Shown({ description: 'The filters applied', example: { status: 'active' }, type: Object })
  filters!: Record<string, unknown>;

  @Shown({ description: 'Memories that pass the filters and match, or stand next to a match', example: 3 })
  candidates!: number;

  @Shown({
    description: 'The model whose vectors were there to compare; null without embeddings',
    example: 'nomic-embed-text',
    type: String,
    nullable: true,
  })
  embedding_model!: string | null;

  @Shown({
    description: 'Memories waiting for their embedding; null without embeddings',
    example: 0,
    type: 'integer',
    nullable: true,
  })
  not_embedded!: number | null;

  @Shown({
    description:
      'Why words alone were compared: `no_model`, `model_starting` (it has not answered yet), `not_embedded` ' +
      '(no memory has a vector yet), `model_late` (after `EMBEDDINGS_QUERY_TIMEOUT_MS`), `model_unavailable`, ' +
      '`model_changed` or `backend` (the backend server did so); null if vectors were compared too',
    example: 'no_model',
    enum: LEXICAL_REASONS,
    nullable: true,
  })
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
  @Shown({ description: 'The id asked for', example: EXPLAINED.id })
  id!: string;

  @Shown({
    description:
      'Why it is in the answer or not: `returned`; `not_found`, there is no such memory; `filtered`; `no_match`, no ' +
      'word and no similar vector; `below_min_similarity`; `beyond_limit`; `too_similar` to better ones ' +
      '(`diversity`); `over_max_tokens`',
    example: EXPLAINED.reason,
    enum: STANDING_REASONS,
  })
  reason!: StandingReason;

  @Shown({ description: 'The filters that it fails', example: ['status'], type: String, isArray: true })
  failed_filters!: string[];

  @Shown({
    description:
      'Place among all memories that pass the filters and match, from 1; null for others, and behind the 100 best ' +
      'of an external backend',
    example: null,
    type: 'integer',
    nullable: true,
  })
  rank!: number | null;

  @Shown({
    description: 'The score that it has, or would have without the filters; null where it is not known',
    example: EXPLAINED.score,
    type: Number,
    nullable: true,
  })
  score!: number | null;

  @Shown({
    description: 'The parts of the score; null for a memory that does not exist',
    example: null,
    type: MemoryExplanation,
    nullable: true,
  })
  explain!: MemoryExplanation | null;
}
