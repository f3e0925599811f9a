import { STATUS_FILTERS, type MemoryType, type StatusFilter } from '../backend/memory';
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
import {
  MAX_QUERY,
  AGENT_ID,
  COUNT,
  CREATED_AFTER,
  CREATED_BEFORE,
  LIMIT,
  SESSION_ID,
  SOURCES,
  TAGS,
  TYPES,
} from './recall-request';

export class RecallRequest {
  @TextField({
    description: 'What to look for; at most 1000 characters, longer is 413 `query_too_long`',
    toldMax: MAX_QUERY,
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

  @ChoiceListField(TYPES)
  type?: MemoryType[] | null;

  @TagsField(TAGS)
  tags?: string[] | null;

  @LabelListField(SOURCES)
  source?: string[] | null;

  @InstantField(CREATED_AFTER)
  created_after?: string | null;

  @InstantField(CREATED_BEFORE)
  created_before?: string | null;

  @ChoiceField({
    description: 'State',
    example: 'active',
    values: STATUS_FILTERS,
    required: false,
    default: 'active',
  })
  status?: StatusFilter | null;

  @FlagField({
    description: 'Tell how each memory came to its place',
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
    description: 'The lexical arm; null where no word of the query is in the memory or beside it',
    example: { rank: 1, score: 0.62 },
    type: LexicalExplanation,
    nullable: true,
  })
  lexical!: LexicalExplanation | null;

  @Shown({
    description: 'The vector arm; null without embeddings, and for a memory that waits for its own',
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

export class RecallResponse {
  @Shown(AGENT_ID)
  agent_id!: string;

  @Shown(SESSION_ID)
  session_id!: string;

  @Shown({ description: 'The query asked', example: 'Which theme does the user like?' })
  query!: string;

  @Shown({ description: 'Best first', example: [], type: RecalledMemory, isArray: true })
  memories!: RecalledMemory[];

  @Shown(COUNT)
  count!: number;

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
