import { MEMORY_TYPES, type MemoryType, type Provenance } from '../backend/memory';
import { FlagField, IntegerField, ObjectListField, Shown, TextField } from '../common/fields';
import { MAX_BATCH, MAX_CONTENT } from '../memories/memory-limits';
import { AI_MODEL, MODEL } from '../recall/answer.dto';
import { SessionAnswer } from '../sessions/session-answer.dto';

export const DEFAULT_CANDIDATES = 20;
const MAX_MESSAGES = 200;
const MAX_ROLE = 50;

class ConversationMessage {
  @TextField({
    description: 'Who says it: `user`, `assistant`, `system`, `tool`, or a name',
    example: 'user',
    maxCodePoints: MAX_ROLE,
  })
  role!: string;

  @TextField({
    description: 'What is said',
    example: 'I prefer dark themes in every editor.',
    maxCodePoints: MAX_CONTENT,
  })
  content!: string;
}

export class ExtractRequest {
  @ObjectListField({
    description: '1 to 200 messages, oldest first; of more than 120000 characters the newest are read',
    example: [
      { role: 'user', content: 'We decided to use PostgreSQL. I prefer dark themes.' },
      { role: 'assistant', content: 'Noted.' },
    ],
    type: () => ConversationMessage,
    minItems: 1,
    maxItems: MAX_MESSAGES,
  })
  messages!: ConversationMessage[];

  @FlagField({
    description: 'Answer the candidates without storing them',
    example: false,
    required: false,
    default: false,
  })
  dry_run?: boolean | null;

  @IntegerField({
    description: 'Candidates at most, 1 to 100; the most certain ones',
    example: 20,
    min: 1,
    max: MAX_BATCH,
    required: false,
    default: DEFAULT_CANDIDATES,
  })
  max_memories?: number | null;

  @TextField(MODEL)
  model?: string | null;

  @TextField(AI_MODEL)
  ai_model?: string | null;
}

export class ExtractedCandidate {
  @Shown({ description: 'Memory type', example: 'preference', enum: MEMORY_TYPES })
  type!: MemoryType;

  @Shown({
    description: 'At most 100 characters',
    example: 'The user prefers dark themes in every editor.',
  })
  title!: string;

  @Shown({ description: 'The statement', example: 'The user prefers dark themes in every editor.' })
  content!: string;

  @Shown({ description: '0 to 1', example: 0.85 })
  confidence!: number;

  @Shown({ description: 'Always `conversation`', example: 'conversation', enum: ['conversation'] })
  source!: 'conversation';

  @Shown({
    description: 'Whether somebody said it, or it was concluded',
    example: 'explicit_statement',
    enum: ['explicit_statement', 'inferred'],
  })
  provenance!: Provenance;
}

export class ExtractedRow {
  @Shown({
    description: 'Id of the memory; of a duplicate, the existing one; null when it was rejected',
    example: '019ab3f2-6c1e-7d10-8a3b-2f6f0c9f1d2e',
    type: String,
    nullable: true,
  })
  id!: string | null;

  @Shown({
    description: 'What became of the candidate',
    example: 'stored',
    enum: ['stored', 'duplicate', 'rejected'],
  })
  status!: 'stored' | 'duplicate' | 'rejected';

  @Shown({ description: 'What was done', example: 'store', enum: ['store', 'duplicate', 'rejected'] })
  action!: 'store' | 'duplicate' | 'rejected';

  @Shown({
    description: 'Why it was not stored; `deleted` when a memory that said the same was deleted for good',
    example: null,
    type: String,
    nullable: true,
  })
  reason!: string | null;
}

const STORED_ONLY = { example: 1, required: false };

export class ExtractResponse extends SessionAnswer {
  @Shown({ description: 'As in the request', example: false })
  dry_run!: boolean;

  @Shown({
    description:
      'What was found, in the order of the conversation; on a dry run without what is stored already',
    example: [],
    type: ExtractedCandidate,
    isArray: true,
  })
  candidates!: ExtractedCandidate[];

  @Shown({ description: 'Candidates; on a dry run only', example: 1, required: false })
  count?: number;

  @Shown({ description: 'Candidates; absent on a dry run, as the fields below', ...STORED_ONLY })
  total_submitted?: number;

  @Shown({ description: 'Stored now or before', ...STORED_ONLY })
  successful?: number;

  @Shown({ description: 'Not stored', ...STORED_ONLY })
  failed?: number;

  @Shown({
    description: 'One row a candidate, in order',
    example: [],
    type: ExtractedRow,
    isArray: true,
    required: false,
  })
  results?: ExtractedRow[];

  @Shown({
    description: 'Statements left out, since they hold a secret or are no valid memory',
    example: 0,
  })
  rejected!: number;

  @Shown({ description: '`rules`, or the name of the model', example: 'rules' })
  generated_by!: string;
}
