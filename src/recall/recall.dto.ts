import { MEMORY_TYPES, STATUS_FILTERS, type MemoryType, type StatusFilter } from '../backend/memory';
import {
  ChoiceField,
  ChoiceListField,
  FlagField,
  InstantField,
  IntegerField,
  LabelListField,
  NumberField,
  Shown,
  TagsField,
  TextField,
} from '../common/fields';
import { MemoryRecord } from '../memories/memory-record.dto';
import { MAX_QUERY } from './recall-request';

export const LIMIT = {
  description: '1 to 100 (more is 400 `k_too_large`); the server setting `RECALL_LIMIT` when omitted',
  example: 10,
  min: 1,
  documentedMax: 100,
  required: false,
};

/** The filters of every read. */
export class FilterFields {
  @ChoiceListField({
    description: 'Only memories of these types',
    example: ['fact', 'preference'],
    values: MEMORY_TYPES,
    required: false,
  })
  type?: MemoryType[] | null;

  @TagsField({ description: 'Only memories with any of these tags', example: ['editor'], required: false })
  tags?: string[] | null;

  @LabelListField({ description: 'Only memories of these writers', example: ['agent'], required: false })
  source?: string[] | null;
}

export class PeriodFilterFields extends FilterFields {
  @InstantField({
    description: 'Created at or after: an instant, or the start of a day in UTC',
    example: '2026-01-01',
    edge: 'start',
    required: false,
  })
  created_after?: string | null;

  @InstantField({
    description: 'Created at or before: an instant, or the end of a day in UTC',
    example: '2099-12-31',
    edge: 'end',
    required: false,
  })
  created_before?: string | null;
}

/** What every answer of this feature starts with. */
export class SessionAnswer {
  @Shown({ description: 'The agent', example: 'my-agent' })
  agent_id!: string;

  @Shown({ description: 'The session', example: 'sess_0123456789ab' })
  session_id!: string;
}

export class CountedAnswer extends SessionAnswer {
  @Shown({ description: 'Memories in this answer', example: 0 })
  count!: number;
}

export class RecallRequest extends PeriodFilterFields {
  @TextField({
    description: 'What to look for; at most 1000 characters, longer is 413 `query_too_long`',
    documentedMax: MAX_QUERY,
    example: 'Which theme does the user like?',
  })
  query!: string;

  @IntegerField(LIMIT)
  limit?: number | null;

  @NumberField({
    description: 'Leave out memories that score less',
    example: 0,
    min: 0,
    max: 1,
    required: false,
    default: 0,
  })
  min_similarity?: number | null;

  @ChoiceField({
    description: 'State',
    example: 'active',
    values: STATUS_FILTERS,
    required: false,
    default: 'active',
  })
  status?: StatusFilter | null;

  @FlagField({
    description: 'Explain the place of each memory',
    example: false,
    required: false,
    default: false,
  })
  explain?: boolean | null;
}

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

  @Shown({ description: 'What neighbours in the session or file add to the score', example: 0 })
  neighbours!: number;

  @Shown({ description: 'What being of a time that the query names adds to the score', example: 0 })
  time!: number;

  @Shown({
    description: 'Words of the query found, as stems',
    example: ['theme'],
    type: String,
    isArray: true,
  })
  matched_terms!: string[];
}

export class RecalledMemory extends MemoryRecord {
  @Shown({
    required: false,
    description: 'Only with `explain`',
    example: {
      lexical: { rank: 1, score: 0.62 },
      vector: { rank: 1, score: 0.55, similarity: 0.71 },
      neighbours: 0,
      time: 0,
      matched_terms: ['theme'],
    },
    type: MemoryExplanation,
  })
  explain?: MemoryExplanation;
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
}

export class RecallResponse extends CountedAnswer {
  @Shown({ description: 'The query asked', example: 'Which theme does the user like?' })
  query!: string;

  @Shown({ description: 'Best first', example: [], type: RecalledMemory, isArray: true })
  memories!: RecalledMemory[];

  @Shown({ description: 'How it was found', example: 'lexical', enum: ['hybrid', 'lexical'] })
  retrieval!: 'hybrid' | 'lexical';

  @Shown({
    required: false,
    description: 'Only with `explain`',
    example: { filters: { status: 'active' }, candidates: 3, embedding_model: null, not_embedded: null },
    type: RecallExplanation,
  })
  explain?: RecallExplanation;
}
