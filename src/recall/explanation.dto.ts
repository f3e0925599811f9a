import { LEXICAL_REASONS, type LexicalReason } from '../backend/memory-search';
import { Shown } from '../common/fields';
import { STANDING_REASONS, type StandingReason } from './standing';

export class LexicalExplanation {
  @Shown('Place by words alone, neighbours counted, from 1', 1, { type: 'integer', nullable: true })
  rank!: number | null;

  @Shown('By its own words alone, 0 to 1', 0.62)
  score!: number;
}

export class VectorExplanation {
  @Shown('Place by similarity, from 1; null far down', 1, { type: 'integer', nullable: true })
  rank!: number | null;

  @Shown('What the similarity says, 0 to 1: 0 for texts that have nothing to do with each other', 0.55)
  score!: number;

  @Shown('Cosine similarity of query and memory, -1 to 1', 0.71)
  similarity!: number;
}

export class MemoryExplanation {
  @Shown(
    'The lexical score; null where no word of the query is in the memory or beside it',
    { rank: 1, score: 0.62 },
    { type: LexicalExplanation, nullable: true },
  )
  lexical!: LexicalExplanation | null;

  @Shown(
    'The vector score; null without embeddings, and for a memory that waits for its own',
    { rank: 1, score: 0.55, similarity: 0.71 },
    { type: VectorExplanation, nullable: true },
  )
  vector!: VectorExplanation | null;

  @Shown('What neighbours in its thread, file or session add to the score', 0)
  neighbours!: number;

  @Shown('What being of a time that the query names adds to the score', 0)
  time!: number;

  @Shown('What being said by a speaker that the query names adds to the score (`Name:` at the start)', 0)
  speaker!: number;

  @Shown('Words of the query found, as stems', ['theme'], { type: String, isArray: true })
  matched_terms!: string[];
}

export class RecallExplanation {
  @Shown('The filters applied', { status: 'active' }, { type: Object })
  filters!: Record<string, unknown>;

  @Shown('Memories that pass the filters and match, or stand next to a match', 3)
  candidates!: number;

  @Shown('The model whose vectors were there to compare; null without embeddings', 'nomic-embed-text', {
    type: String,
    nullable: true,
  })
  embedding_model!: string | null;

  @Shown('Memories waiting for their embedding; null without embeddings', 0, {
    type: 'integer',
    nullable: true,
  })
  not_embedded!: number | null;

  @Shown(
    'Why words alone were compared: `no_model`, `model_starting` (it has not answered yet), `not_embedded` ' +
      '(no memory has a vector yet), `model_late` (after `EMBEDDINGS_QUERY_TIMEOUT_MS`), `model_unavailable`, ' +
      '`model_changed` or `backend` (the backend server did so); null if vectors were compared too',
    'no_model',
    { enum: LEXICAL_REASONS, nullable: true },
  )
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
  @Shown('The id asked for', EXPLAINED.id)
  id!: string;

  @Shown(
    'Why it is in the answer or not: `returned`; `not_found`, there is no such memory; `filtered`; `no_match`, no ' +
      'word and no similar vector; `below_min_similarity`; `beyond_limit`; `too_similar` to better ones ' +
      '(`diversity`); `over_max_tokens`',
    EXPLAINED.reason,
    { enum: STANDING_REASONS },
  )
  reason!: StandingReason;

  @Shown('The filters that it fails', ['status'], { type: String, isArray: true })
  failed_filters!: string[];

  @Shown(
    'Place among all memories that pass the filters and match, from 1; null for others, and behind the 100 best ' +
      'of an external backend',
    null,
    { type: 'integer', nullable: true },
  )
  rank!: number | null;

  @Shown(
    'The score that it has, or would have without the filters; null where it is not known',
    EXPLAINED.score,
    { type: Number, nullable: true },
  )
  score!: number | null;

  @Shown('The parts of the score; null for a memory that does not exist', null, {
    type: MemoryExplanation,
    nullable: true,
  })
  explain!: MemoryExplanation | null;
}
