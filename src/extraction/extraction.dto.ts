import { ApiProperty, IntersectionType } from '@nestjs/swagger';
import { MEMORY_TYPES, type Provenance, type MemoryType } from '../backend/memory';
import { Flag, Objects, Optional, Text, WholeNumber } from '../common/request-decorators';
import { MAX_BATCH, MAX_CONTENT } from '../backend/memory-limits';
import { Scope } from '../memories/memory-fields';
import { MAX_MODEL } from '../recall/answer.dto';
import { SecretsAnswer } from '../screening/screening.dto';
import { SessionAnswer } from '../sessions/session-answer.dto';

const DEFAULT_CANDIDATES = 20;
const MAX_MESSAGES = 200;
const MAX_ROLE = 50;

export class ConversationMessage {
  /**
   * The speaker: `user`, `assistant`, `system`, `tool`, or a name
   * @example 'user'
   */
  @Text({ maxCodePoints: MAX_ROLE })
  role!: string;

  /**
   * What is said
   * @example 'I prefer dark themes in every editor.'
   */
  @Text({ maxCodePoints: MAX_CONTENT })
  content!: string;
}

export class ExtractRequest {
  /**
   * 1 to 200 messages, oldest first; of more than 120000 characters the newest are read
   * @example [{"role":"user","content":"We decided to use PostgreSQL. I prefer dark themes."},{"role":"assistant","content":"Noted."}]
   */
  @Objects(() => ConversationMessage, { maxItems: MAX_MESSAGES, minItems: 1 })
  messages!: ConversationMessage[];

  /**
   * Whom or what the memories are for
   * @example 'user:dana@example.com'
   */
  @Optional()
  @Scope()
  scope?: string | null;

  /**
   * Answer the candidates without storing them
   * @example false
   */
  @Optional()
  @Flag()
  dry_run = false;

  /**
   * Candidates at most, 1 to 100; the most certain ones
   * @example 20
   */
  @Optional()
  @WholeNumber({ min: 1, max: MAX_BATCH, documentedDefault: DEFAULT_CANDIDATES })
  max_memories = DEFAULT_CANDIDATES;

  /**
   * Take statements of assistants too; false without it
   * @example false
   */
  @Optional()
  @Flag()
  include_assistant?: boolean | null;

  /**
   * The model to use instead of the server's; ignored where none is configured
   * @example 'gpt-5-mini'
   */
  @Optional()
  @Text({ maxCodePoints: MAX_MODEL })
  model?: string | null;

  /**
   * The same as `model`, which comes first
   * @example 'gpt-5-mini'
   */
  @Optional()
  @Text({ maxCodePoints: MAX_MODEL })
  ai_model?: string | null;
}

export class ExtractedCandidate {
  /**
   * Memory type
   * @example 'preference'
   */
  @ApiProperty({ enum: MEMORY_TYPES })
  type!: MemoryType;

  /**
   * At most 100 characters
   * @example 'The user prefers dark themes in every editor.'
   */
  title!: string;

  /**
   * The statement
   * @example 'The user prefers dark themes in every editor.'
   */
  content!: string;

  /**
   * 0 to 1
   * @example 0.85
   */
  confidence!: number;

  /**
   * Always `conversation`
   * @example 'conversation'
   */
  @ApiProperty({ enum: ['conversation'] })
  source!: 'conversation';

  /**
   * Whether somebody said it, or it was concluded
   * @example 'explicit_statement'
   */
  @ApiProperty({ enum: ['explicit_statement', 'inferred'] })
  provenance!: Provenance;
}

export class ExtractedRow {
  /**
   * Id of the memory; of a duplicate, the existing one; null when it was rejected
   * @example '019ab3f2-6c1e-7d10-8a3b-2f6f0c9f1d2e'
   */
  id!: string | null;

  /**
   * What became of the candidate
   * @example 'stored'
   */
  @ApiProperty({ enum: ['stored', 'duplicate', 'rejected'] })
  status!: 'stored' | 'duplicate' | 'rejected';

  /**
   * What was done
   * @example 'store'
   */
  @ApiProperty({ enum: ['store', 'duplicate', 'rejected'] })
  action!: 'store' | 'duplicate' | 'rejected';

  /** Why it was not stored; `deleted` when a memory that said the same was deleted for good */
  @ApiProperty({ example: null, type: String, nullable: true })
  reason!: string | null;
}

export class ExtractResponse extends IntersectionType(SessionAnswer, SecretsAnswer) {
  /**
   * As in the request
   * @example false
   */
  dry_run!: boolean;

  /**
   * What was found, in the order of the conversation; on a dry run without what is stored already
   * @example []
   */
  candidates!: ExtractedCandidate[];

  /**
   * Candidates; on a dry run only
   * @example 1
   */
  @ApiProperty({ type: 'integer', required: false })
  count?: number;

  /**
   * Candidates; absent on a dry run, as the fields below
   * @example 1
   */
  @ApiProperty({ type: 'integer', required: false })
  total_submitted?: number;

  /**
   * Stored now or before
   * @example 1
   */
  @ApiProperty({ type: 'integer', required: false })
  successful?: number;

  /**
   * Not stored
   * @example 1
   */
  @ApiProperty({ type: 'integer', required: false })
  failed?: number;

  /**
   * One row a candidate, in order
   * @example []
   */
  results?: ExtractedRow[];

  /**
   * Statements left out, since they hold a secret or are no valid memory
   * @example 0
   */
  @ApiProperty({ type: 'integer' })
  rejected!: number;

  /**
   * `rules`, or the name of the model
   * @example 'rules'
   */
  generated_by!: string;

  /**
   * What the model did not finish; absent as a rule
   * @example '1 of 9 messages were too much for the model'
   */
  notice?: string;
}
