import { MEMORY_TYPES, PROVENANCES, type MemoryType, type Provenance } from '../backend/memory';
import { STORE_ACTIONS, type StoreAction } from '../backend/memory-store';
import { ChoiceField, FlagField, ObjectListField, Shown, ShownList, TextField } from '../common/fields';
import { NamespaceAnswer } from '../sessions/session-answer.dto';
import {
  ConfidenceField,
  ContentField,
  LabelsField,
  SourceField,
  SourceRefField,
  TitleField,
  TypeField,
} from './memory-fields';
import {
  DEFAULT_CONFIDENCE,
  DEFAULT_PROVENANCE,
  DEFAULT_SOURCE,
  DEFAULT_TYPE,
  MAX_BATCH,
  MAX_THREAD,
} from './memory-limits';

export class RememberRequest {
  @ContentField('The text to keep; at most 10000 characters, longer is 413 `text_too_long`')
  content!: string;

  @TypeField('Memory type', { documentedDefault: DEFAULT_TYPE })
  type?: MemoryType | null;

  @TitleField('Derived from the content when omitted')
  title?: string | null;

  @ConfidenceField('How sure the writer is', { documentedDefault: DEFAULT_CONFIDENCE })
  confidence?: number | null;

  @LabelsField('At most 20 labels of 1 to 64 characters')
  tags?: string[] | null;

  @SourceField('Label of the writer', { documentedDefault: DEFAULT_SOURCE })
  source?: string | null;

  @SourceRefField('Where it came from')
  source_ref?: string | null;

  @TextField(
    'The sequence that it belongs to, such as a conversation: memories of one thread, in the order in which they ' +
      'are stored, are neighbours in recall',
    'chat-42',
    { maxCodePoints: MAX_THREAD, required: false },
  )
  thread?: string | null;

  @ChoiceField('How it came to be known', 'explicit_statement', {
    values: PROVENANCES,
    documentedDefault: DEFAULT_PROVENANCE,
  })
  provenance?: Provenance | null;

  @FlagField(
    'Edit the newest active memory with this `source_ref`, which is required then, and store one only if there is ' +
      'none. An edit changes the given fields but `provenance` and `thread`; its history keeps the former values',
    false,
  )
  upsert?: boolean | null;
}

export class RestoreDeletedQuery {
  @FlagField('Let upserts store content that was deleted for good', false)
  restore_deleted?: boolean | null;
}

export class RememberResponse extends NamespaceAnswer {
  @Shown('Id of the new or edited memory', '019ab3f2-6c1e-7d10-8a3b-2f6f0c9f1d2e')
  memory_id!: string;

  @Shown('Always `queued`; the memory is durable and can be recalled already', 'queued', { enum: ['queued'] })
  status!: 'queued';

  @Shown('As stored', 0.9)
  confidence!: number;

  @Shown('As stored', 'explicit_statement', { enum: PROVENANCES })
  provenance!: Provenance;

  @Shown('As stored', 'preference', { enum: MEMORY_TYPES })
  type!: MemoryType;

  @Shown('Whether the memory was stored or, by an upsert, edited', 'store', { enum: ['store', 'update'] })
  action!: 'store' | 'update';
}

export class BatchRememberRequest {
  @ObjectListField(
    '1 to 100 memories, stored all or none',
    [{ content: 'The deadline is Friday.', type: 'event' }, { content: 'The build runs on Node 20.' }],
    { type: () => RememberRequest, minItems: 1, maxItems: MAX_BATCH },
  )
  memories!: RememberRequest[];

  @FlagField(
    'Do not store again what an active memory of the same type says. Does not apply to upserts: of them the ' +
      'reference decides',
    false,
  )
  dedupe?: boolean | null;
}

export class BatchRow {
  @Shown(
    'Id of the memory; of an update or a duplicate, the existing one',
    '019ab3f2-6c1e-7d10-8a3b-2f6f0c9f1d2e',
  )
  id!: string;

  @Shown('`queued` when stored or edited, else `duplicate` or `rejected`', 'queued', {
    enum: ['queued', 'duplicate', 'rejected'],
  })
  status!: 'queued' | 'duplicate' | 'rejected';

  @Shown('What was done', 'store', { enum: STORE_ACTIONS })
  action!: StoreAction;

  @Shown('Why it was not stored', null, { type: String, nullable: true })
  reason!: string | null;

  @Shown('What failed', null, { type: String, nullable: true })
  error!: string | null;

  @Shown('Memory type', 'event', { enum: MEMORY_TYPES })
  type!: MemoryType;
}

export class BatchRememberResponse extends NamespaceAnswer {
  @Shown('Memories in the request', 2)
  total_submitted!: number;

  @Shown('Stored now or before', 2)
  successful!: number;

  @Shown('Not stored', 0)
  failed!: number;

  @ShownList('One row a memory, in order', BatchRow)
  results!: BatchRow[];
}
