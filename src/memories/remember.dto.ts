import { MEMORY_TYPES, PROVENANCES, type MemoryType, type Provenance } from '../backend/memory';
import {
  ChoiceField,
  FlagField,
  LabelField,
  NumberField,
  ObjectListField,
  Shown,
  TagsField,
  TextField,
} from '../common/fields';
import { DEFAULT_CONFIDENCE, MAX_BATCH, MAX_CONTENT, MAX_SOURCE_REF, MAX_TITLE } from './memory-limits';

export class RememberRequest {
  @TextField({
    description: 'The text to keep; at most 10000 characters, longer is 413 `text_too_long`',
    documentedMax: MAX_CONTENT,
    example: 'The user prefers dark mode in every editor.',
  })
  content!: string;

  @ChoiceField({
    description: 'Memory type',
    example: 'preference',
    values: MEMORY_TYPES,
    required: false,
    default: 'fact',
  })
  type?: MemoryType | null;

  @TextField({
    description: 'Derived from the content when omitted',
    example: 'Dark mode',
    maxCodePoints: MAX_TITLE,
    required: false,
  })
  title?: string | null;

  @NumberField({
    description: 'How sure the writer is',
    example: 0.9,
    min: 0,
    max: 1,
    required: false,
    default: DEFAULT_CONFIDENCE,
  })
  confidence?: number | null;

  @TagsField({ description: 'At most 20 labels of 1 to 64 characters', example: ['editor'], required: false })
  tags?: string[] | null;

  @LabelField({ description: 'Label of the writer', example: 'agent', required: false, default: 'agent' })
  source?: string | null;

  @TextField({
    description: 'Where it came from',
    example: 'chat-42#7',
    maxCodePoints: MAX_SOURCE_REF,
    required: false,
  })
  source_ref?: string | null;

  @ChoiceField({
    description: 'How it came to be known',
    example: 'explicit_statement',
    values: PROVENANCES,
    required: false,
    default: 'explicit_statement',
  })
  provenance?: Provenance | null;
}

export class RememberResponse {
  @Shown({ description: 'Id of the new memory', example: '019ab3f2-6c1e-7d10-8a3b-2f6f0c9f1d2e' })
  memory_id!: string;

  @Shown({ description: 'The agent', example: 'my-agent' })
  agent_id!: string;

  @Shown({ description: 'The session that stored it', example: 'sess_0123456789ab' })
  session_id!: string;

  @Shown({ description: 'Namespace of the agent', example: 'service_agent_my-agent' })
  namespace!: string;

  @Shown({
    description: 'Always `queued`; the memory is durable and can be recalled already',
    example: 'queued',
    enum: ['queued'],
  })
  status!: 'queued';

  @Shown({ description: 'As stored', example: 0.9 })
  confidence!: number;

  @Shown({ description: 'As stored', example: 'explicit_statement', enum: PROVENANCES })
  provenance!: Provenance;

  @Shown({ description: 'As stored', example: 'preference', enum: MEMORY_TYPES })
  type!: MemoryType;
}

export class BatchRememberRequest {
  @ObjectListField({
    description: '1 to 100 memories, stored all or none',
    example: [
      { content: 'The deadline is Friday.', type: 'event' },
      { content: 'The build runs on Node 20.' },
    ],
    type: () => RememberRequest,
    minItems: 1,
    maxItems: MAX_BATCH,
  })
  memories!: RememberRequest[];

  @FlagField({
    description: 'Do not store again what an active memory of the same type says',
    example: false,
    required: false,
    default: false,
  })
  dedupe?: boolean | null;
}

export class BatchRow {
  @Shown({
    description: 'Id of the memory; of a duplicate, the existing one',
    example: '019ab3f2-6c1e-7d10-8a3b-2f6f0c9f1d2e',
  })
  id!: string;

  @Shown({
    description: '`queued` when stored, else `duplicate` or `rejected`',
    example: 'queued',
    enum: ['queued', 'duplicate', 'rejected'],
  })
  status!: 'queued' | 'duplicate' | 'rejected';

  @Shown({ description: 'What was done', example: 'store', enum: ['store', 'duplicate', 'rejected'] })
  action!: 'store' | 'duplicate' | 'rejected';

  @Shown({ description: 'Why it was not stored', example: null, type: String, nullable: true })
  reason!: string | null;

  @Shown({ description: 'What failed', example: null, type: String, nullable: true })
  error!: string | null;

  @Shown({ description: 'Memory type', example: 'event', enum: MEMORY_TYPES })
  type!: MemoryType;
}

export class BatchRememberResponse {
  @Shown({ description: 'The agent', example: 'my-agent' })
  agent_id!: string;

  @Shown({ description: 'The session', example: 'sess_0123456789ab' })
  session_id!: string;

  @Shown({ description: 'Namespace of the agent', example: 'service_agent_my-agent' })
  namespace!: string;

  @Shown({ description: 'Memories in the request', example: 2 })
  total_submitted!: number;

  @Shown({ description: 'Stored now or before', example: 2 })
  successful!: number;

  @Shown({ description: 'Not stored', example: 0 })
  failed!: number;

  @Shown({ description: 'One row a memory, in order', example: [], type: BatchRow, isArray: true })
  results!: BatchRow[];
}
