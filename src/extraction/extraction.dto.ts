import { MEMORY_TYPES, type MemoryType, type Provenance } from '../backend/memory';
import { FlagField, IntegerField, ObjectListField, Shown, ShownList, TextField } from '../common/fields';
import { MAX_BATCH, MAX_CONTENT } from '../memories/memory-limits';
import { AI_MODEL, MODEL } from '../recall/answer.dto';
import { SessionAnswer } from '../sessions/session-answer.dto';

export const DEFAULT_CANDIDATES = 20;
const MAX_MESSAGES = 200;
const MAX_ROLE = 50;

class ConversationMessage {
  @TextField('Who says it: `user`, `assistant`, `system`, `tool`, or a name', 'user', {
    maxCodePoints: MAX_ROLE,
  })
  role!: string;

  @TextField('What is said', 'I prefer dark themes in every editor.', { maxCodePoints: MAX_CONTENT })
  content!: string;
}

export class ExtractRequest {
  @ObjectListField(
    '1 to 200 messages, oldest first; of more than 120000 characters the newest are read',
    [
      { role: 'user', content: 'We decided to use PostgreSQL. I prefer dark themes.' },
      { role: 'assistant', content: 'Noted.' },
    ],
    { type: () => ConversationMessage, minItems: 1, maxItems: MAX_MESSAGES },
  )
  messages!: ConversationMessage[];

  @FlagField('Answer the candidates without storing them', false)
  dry_run?: boolean | null;

  @IntegerField('Candidates at most, 1 to 100; the most certain ones', 20, {
    min: 1,
    max: MAX_BATCH,
    default: DEFAULT_CANDIDATES,
  })
  max_memories?: number | null;

  @TextField(...MODEL)
  model?: string | null;

  @TextField(...AI_MODEL)
  ai_model?: string | null;
}

export class ExtractedCandidate {
  @Shown('Memory type', 'preference', { enum: MEMORY_TYPES })
  type!: MemoryType;

  @Shown('At most 100 characters', 'The user prefers dark themes in every editor.')
  title!: string;

  @Shown('The statement', 'The user prefers dark themes in every editor.')
  content!: string;

  @Shown('0 to 1', 0.85)
  confidence!: number;

  @Shown('Always `conversation`', 'conversation', { enum: ['conversation'] })
  source!: 'conversation';

  @Shown('Whether somebody said it, or it was concluded', 'explicit_statement', {
    enum: ['explicit_statement', 'inferred'],
  })
  provenance!: Provenance;
}

export class ExtractedRow {
  @Shown(
    'Id of the memory; of a duplicate, the existing one; null when it was rejected',
    '019ab3f2-6c1e-7d10-8a3b-2f6f0c9f1d2e',
    { type: String, nullable: true },
  )
  id!: string | null;

  @Shown('What became of the candidate', 'stored', { enum: ['stored', 'duplicate', 'rejected'] })
  status!: 'stored' | 'duplicate' | 'rejected';

  @Shown('What was done', 'store', { enum: ['store', 'duplicate', 'rejected'] })
  action!: 'store' | 'duplicate' | 'rejected';

  @Shown('Why it was not stored; `deleted` when a memory that said the same was deleted for good', null, {
    type: String,
    nullable: true,
  })
  reason!: string | null;
}

const STORED_ONLY = { required: false };

export class ExtractResponse extends SessionAnswer {
  @Shown('As in the request', false)
  dry_run!: boolean;

  @ShownList(
    'What was found, in the order of the conversation; on a dry run without what is stored already',
    ExtractedCandidate,
  )
  candidates!: ExtractedCandidate[];

  @Shown('Candidates; on a dry run only', 1, { required: false })
  count?: number;

  @Shown('Candidates; absent on a dry run, as the fields below', 1, STORED_ONLY)
  total_submitted?: number;

  @Shown('Stored now or before', 1, STORED_ONLY)
  successful?: number;

  @Shown('Not stored', 1, STORED_ONLY)
  failed?: number;

  @ShownList('One row a candidate, in order', ExtractedRow, { required: false })
  results?: ExtractedRow[];

  @Shown('Statements left out, since they hold a secret or are no valid memory', 0)
  rejected!: number;

  @Shown('`rules`, or the name of the model', 'rules')
  generated_by!: string;
}
