import { MEMORY_TYPES, PROVENANCES, type MemoryType, type Provenance } from '../backend/memory';
import { STORE_ACTIONS, type StoreAction } from '../backend/memory-store';
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
import { NamespaceAnswer } from '../sessions/session-answer.dto';
import { CONFIDENCE, CONTENT, SOURCE, SOURCE_REF, TAGS, TITLE, TYPE } from './memory-fields';
import {
  DEFAULT_CONFIDENCE,
  DEFAULT_PROVENANCE,
  DEFAULT_SOURCE,
  DEFAULT_TYPE,
  MAX_BATCH,
  MAX_THREAD,
} from './memory-limits';

export class RememberRequest {
  @TextField(CONTENT)
  content!: string;

  @ChoiceField({ ...TYPE, documentedDefault: DEFAULT_TYPE })
  type?: MemoryType | null;

  @TextField(TITLE)
  title?: string | null;

  @NumberField({ ...CONFIDENCE, documentedDefault: DEFAULT_CONFIDENCE })
  confidence?: number | null;

  @TagsField(TAGS)
  tags?: string[] | null;

  @LabelField({ ...SOURCE, documentedDefault: DEFAULT_SOURCE })
  source?: string | null;

  @TextField(SOURCE_REF)
  source_ref?: string | null;

  @TextField({
    description:
      'The sequence that it belongs to, such as a conversation: memories of one thread, in the order in which they ' +
      'are stored, are neighbours in recall',
    example: 'chat-42',
    maxCodePoints: MAX_THREAD,
    required: false,
  })
  thread?: string | null;

  @ChoiceField({
    description: 'How it came to be known',
    example: 'explicit_statement',
    values: PROVENANCES,
    required: false,
    documentedDefault: DEFAULT_PROVENANCE,
  })
  provenance?: Provenance | null;

  @FlagField({
    description:
      'Edit the newest active memory with this `source_ref`, which is required then, and store one only if there is ' +
      'none. An edit changes the given fields but `provenance` and `thread`; its history keeps the former values',
    example: false,
    required: false,
    default: false,
  })
  upsert?: boolean | null;
}

export class RestoreDeletedQuery {
  @FlagField({
    description: 'Let upserts store content that was deleted for good',
    example: false,
    required: false,
    default: false,
  })
  restore_deleted?: boolean | null;
}

export class RememberResponse extends NamespaceAnswer {
  @Shown({ description: 'Id of the new or edited memory', example: '019ab3f2-6c1e-7d10-8a3b-2f6f0c9f1d2e' })
  memory_id!: string;

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

  @Shown({
    description: 'Whether the memory was stored or, by an upsert, edited',
    example: 'store',
    enum: ['store', 'update'],
  })
  action!: 'store' | 'update';
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
    description:
      'Do not store again what an active memory of the same type says. Does not apply to upserts: of them the ' +
      'reference decides',
    example: false,
    required: false,
    default: false,
  })
  dedupe?: boolean | null;
}

export class BatchRow {
  @Shown({
    description: 'Id of the memory; of an update or a duplicate, the existing one',
    example: '019ab3f2-6c1e-7d10-8a3b-2f6f0c9f1d2e',
  })
  id!: string;

  @Shown({
    description: '`queued` when stored or edited, else `duplicate` or `rejected`',
    example: 'queued',
    enum: ['queued', 'duplicate', 'rejected'],
  })
  status!: 'queued' | 'duplicate' | 'rejected';

  @Shown({ description: 'What was done', example: 'store', enum: STORE_ACTIONS })
  action!: StoreAction;

  @Shown({ description: 'Why it was not stored', example: null, type: String, nullable: true })
  reason!: string | null;

  @Shown({ description: 'What failed', example: null, type: String, nullable: true })
  error!: string | null;

  @Shown({ description: 'Memory type', example: 'event', enum: MEMORY_TYPES })
  type!: MemoryType;
}

export class BatchRememberResponse extends NamespaceAnswer {
  @Shown({ description: 'Memories in the request', example: 2 })
  total_submitted!: number;

  @Shown({ description: 'Stored now or before', example: 2 })
  successful!: number;

  @Shown({ description: 'Not stored', example: 0 })
  failed!: number;

  @Shown({ description: 'One row a memory, in order', example: [], type: BatchRow, isArray: true })
  results!: BatchRow[];
}
