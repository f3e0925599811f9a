import { MEMORY_TYPES, type Provenance } from '../backend/memory';
import { FlagField, IntegerField, ObjectListField, Shown, ShownList, TextField } from '../common/fields';
import { withProperties } from '../common/with-properties';
import { MAX_BATCH, MAX_CONTENT } from '../backend/memory-limits';
import { AI_MODEL, MODEL } from '../recall/answer.dto';
import { SessionAnswer } from '../sessions/session-answer.dto';

export const DEFAULT_CANDIDATES = 20;
const MAX_MESSAGES = 200;
const MAX_ROLE = 50;

class ConversationMessage extends withProperties({
  role: TextField('Who says it: `user`, `assistant`, `system`, `tool`, or a name', 'user', {
    maxCodePoints: MAX_ROLE,
  }),
  content: TextField('What is said', 'I prefer dark themes in every editor.', { maxCodePoints: MAX_CONTENT }),
}) {}

export class ExtractRequest extends withProperties({
  messages: ObjectListField(
    '1 to 200 messages, oldest first; of more than 120000 characters the newest are read',
    [
      { role: 'user', content: 'We decided to use PostgreSQL. I prefer dark themes.' },
      { role: 'assistant', content: 'Noted.' },
    ],
    { type: () => ConversationMessage, minItems: 1, maxItems: MAX_MESSAGES },
  ),
  dry_run: FlagField('Answer the candidates without storing them', false),
  max_memories: IntegerField('Candidates at most, 1 to 100; the most certain ones', 20, {
    min: 1,
    max: MAX_BATCH,
    default: DEFAULT_CANDIDATES,
  }),
  model: TextField(...MODEL),
  ai_model: TextField(...AI_MODEL),
}) {}

export class ExtractedCandidate extends withProperties({
  type: Shown('Memory type', 'preference', { enum: MEMORY_TYPES }),
  title: Shown('At most 100 characters', 'The user prefers dark themes in every editor.'),
  content: Shown('The statement', 'The user prefers dark themes in every editor.'),
  confidence: Shown('0 to 1', 0.85),
  source: Shown('Always `conversation`', 'conversation', { enum: ['conversation'] }),
  provenance: Shown<Provenance>('Whether somebody said it, or it was concluded', 'explicit_statement', {
    enum: ['explicit_statement', 'inferred'],
  }),
}) {}

export class ExtractedRow extends withProperties({
  id: Shown(
    'Id of the memory; of a duplicate, the existing one; null when it was rejected',
    '019ab3f2-6c1e-7d10-8a3b-2f6f0c9f1d2e',
    { type: String, nullable: true },
  ),
  status: Shown('What became of the candidate', 'stored', { enum: ['stored', 'duplicate', 'rejected'] }),
  action: Shown('What was done', 'store', { enum: ['store', 'duplicate', 'rejected'] }),
  reason: Shown(
    'Why it was not stored; `deleted` when a memory that said the same was deleted for good',
    null,
    { type: String, nullable: true },
  ),
}) {}

const STORED_ONLY = { required: false } as const;

export class ExtractResponse extends withProperties(SessionAnswer, {
  dry_run: Shown('As in the request', false),
  candidates: ShownList(
    'What was found, in the order of the conversation; on a dry run without what is stored already',
    ExtractedCandidate,
  ),
  count: Shown('Candidates; on a dry run only', 1, { required: false }),
  total_submitted: Shown('Candidates; absent on a dry run, as the fields below', 1, STORED_ONLY),
  successful: Shown('Stored now or before', 1, STORED_ONLY),
  failed: Shown('Not stored', 1, STORED_ONLY),
  results: ShownList('One row a candidate, in order', ExtractedRow, { required: false }),
  rejected: Shown('Statements left out, since they hold a secret or are no valid memory', 0),
  generated_by: Shown('`rules`, or the name of the model', 'rules'),
}) {}
