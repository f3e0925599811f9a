import { MEMORY_TYPES, PROVENANCES } from '../backend/memory';
import { STORE_ACTIONS } from '../backend/memory-store';
import { ChoiceField, FlagField, ObjectListField, Shown, ShownList, TextField } from '../common/fields';
import { withProperties } from '../common/with-properties';
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
} from '../backend/memory-limits';

export class RememberRequest extends withProperties({
  content: ContentField('The text to keep; at most 10000 characters, longer is 413 `text_too_long`'),
  type: TypeField('Memory type', { documentedDefault: DEFAULT_TYPE }),
  title: TitleField('Derived from the content when omitted'),
  confidence: ConfidenceField('How sure the writer is', { documentedDefault: DEFAULT_CONFIDENCE }),
  tags: LabelsField('At most 20 labels of 1 to 64 characters'),
  source: SourceField('Label of the writer', { documentedDefault: DEFAULT_SOURCE }),
  source_ref: SourceRefField('Where it came from'),
  thread: TextField(
    'The sequence that it belongs to, such as a conversation: memories of one thread, in the order in which they ' +
      'are stored, are neighbours in recall',
    'chat-42',
    { maxCodePoints: MAX_THREAD, required: false },
  ),
  provenance: ChoiceField('How it came to be known', 'explicit_statement', {
    values: PROVENANCES,
    documentedDefault: DEFAULT_PROVENANCE,
  }),
  upsert: FlagField(
    'Edit the newest active memory with this `source_ref`, which is required then, and store one only if there is ' +
      'none. An edit changes the given fields but `provenance` and `thread`; its history keeps the former values',
    false,
  ),
}) {}

export class RestoreDeletedQuery extends withProperties({
  restore_deleted: FlagField('Let upserts store content that was deleted for good', false),
}) {}

export class RememberResponse extends withProperties(NamespaceAnswer, {
  memory_id: Shown('Id of the new or edited memory', '019ab3f2-6c1e-7d10-8a3b-2f6f0c9f1d2e'),
  status: Shown('Always `queued`; the memory is durable and can be recalled already', 'queued', {
    enum: ['queued'],
  }),
  confidence: Shown('As stored', 0.9),
  provenance: Shown('As stored', 'explicit_statement', { enum: PROVENANCES }),
  type: Shown('As stored', 'preference', { enum: MEMORY_TYPES }),
  action: Shown('Whether the memory was stored or, by an upsert, edited', 'store', {
    enum: ['store', 'update'],
  }),
}) {}

export class BatchRememberRequest extends withProperties({
  memories: ObjectListField(
    '1 to 100 memories, stored all or none',
    [{ content: 'The deadline is Friday.', type: 'event' }, { content: 'The build runs on Node 20.' }],
    { type: () => RememberRequest, minItems: 1, maxItems: MAX_BATCH },
  ),
  dedupe: FlagField(
    'Do not store again what an active memory of the same type says. Does not apply to upserts: of them the ' +
      'reference decides',
    false,
  ),
}) {}

export class BatchRow extends withProperties({
  id: Shown(
    'Id of the memory; of an update or a duplicate, the existing one',
    '019ab3f2-6c1e-7d10-8a3b-2f6f0c9f1d2e',
  ),
  status: Shown('`queued` when stored or edited, else `duplicate` or `rejected`', 'queued', {
    enum: ['queued', 'duplicate', 'rejected'],
  }),
  action: Shown('What was done', 'store', { enum: STORE_ACTIONS }),
  reason: Shown('Why it was not stored', null, { type: String, nullable: true }),
  error: Shown('What failed', null, { type: String, nullable: true }),
  type: Shown('Memory type', 'event', { enum: MEMORY_TYPES }),
}) {}

export class BatchRememberResponse extends withProperties(NamespaceAnswer, {
  total_submitted: Shown('Memories in the request', 2),
  successful: Shown('Stored now or before', 2),
  failed: Shown('Not stored', 0),
  results: ShownList('One row a memory, in order', BatchRow),
}) {}
