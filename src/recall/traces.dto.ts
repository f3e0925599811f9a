import { ApiProperty } from '@nestjs/swagger';
import { Cursor, Instant, Optional, Text, WholeNumber } from '../common/request-decorators';
import { encodeTimeCursor } from '../common/time-cursor';
import { Uuid } from '../memories/memory-fields';
import { AgentAnswer } from '../sessions/session-answer.dto';
import { TRACE_MODES, TRACE_REASONS, TRACE_WAYS, type TraceReason } from '../traces/recall-trace';
import { EXPLAINED, MemoryExplanation } from './explanation.dto';

const ID = EXPLAINED.id;
const AT = '2026-05-01T12:00:00.000Z';

const REQUEST_ID_FORM = { regex: /^[!-~]{1,128}$/, says: 'Value must be 1 to 128 visible ASCII characters' };

const MEMORY_STATES = ['same', 'changed', 'expired', 'deleted'] as const;
/** What has become of a memory since the trace. */
export type MemoryState = (typeof MEMORY_STATES)[number];

export const NOT_KEPT = ['query', 'matched_terms', 'ranks'] as const;

export class UsesQuery {
  /**
   * Traces of the page, 1 to 100
   * @example 20
   */
  @Optional()
  @WholeNumber({ min: 1, max: 100 })
  limit = 20;

  /** The `next_cursor` of the page before */
  @Optional()
  @Cursor()
  @ApiProperty({ example: encodeTimeCursor({ time: new Date(AT), id: ID }) })
  cursor: string | null = null;
}

export class TracesQuery extends UsesQuery {
  /**
   * At or after: an instant, or the start of a day in UTC
   * @example '2026-01-01'
   */
  @Optional()
  @Instant({ edge: 'start' })
  since: string | null = null;

  /**
   * Before: an instant, or the end of a day in UTC
   * @example '2099-12-31'
   */
  @Optional()
  @Instant({ edge: 'end' })
  until: string | null = null;

  /** Only traces that name this memory, given or cut */
  @Optional()
  @Uuid()
  @ApiProperty({ example: ID })
  memory_id: string | null = null;

  /**
   * Only of the request with this `X-Request-Id`
   * @example '71a6edb1-59d4-475c-8e30-efb4f8749bfa'
   */
  @Optional()
  @Text({ pattern: REQUEST_ID_FORM })
  request_id: string | null = null;
}

export class TracedMemoryRow {
  /** The memory */
  @ApiProperty({ example: ID })
  memory_id!: string;

  /**
   * Its agent
   * @example 'my-agent'
   */
  agent_id!: string;

  /**
   * Its score, 0 to 1
   * @example 0.62
   */
  score!: number;

  /**
   * `returned` (an answer: cited), `not_cited` by the answer, or why it was cut
   * @example 'returned'
   */
  @ApiProperty({ enum: TRACE_REASONS })
  reason!: TraceReason;

  /**
   * Only of one trace: since then it is the `same`, was `changed`, has `expired` or was `deleted`; not of an agent that is read no more
   * @example 'same'
   */
  @ApiProperty({ enum: MEMORY_STATES })
  now?: MemoryState;

  /** Only of one trace: the parts of the score at that moment */
  @ApiProperty({
    example: {
      lexical: { rank: null, score: 0.62 },
      vector: null,
      neighbours: 0,
      time: 0,
      speaker: 0,
      matched_terms: [],
    },
  })
  explain?: MemoryExplanation;
}

export class TraceRecord extends AgentAnswer {
  /** The trace */
  @ApiProperty({ example: ID })
  trace_id!: string;

  /**
   * When it was asked
   * @example '2026-05-01T12:00:00.000Z'
   */
  at!: string;

  /** `recall` or `answer` */
  @ApiProperty({ enum: TRACE_MODES, example: 'recall' })
  mode!: string;

  /** By which interface */
  @ApiProperty({ enum: TRACE_WAYS, example: 'http' })
  via!: string;

  /**
   * The session
   * @example 'sess_0123456789ab'
   */
  session_id!: string;

  /**
   * The key or OpenID Connect token; null for a session token
   * @example 'key:ci'
   */
  by!: string | null;

  /**
   * Null without a key
   * @example '0123456789abcdef'
   */
  key_id!: string | null;

  /**
   * The client program
   * @example 'claude-code'
   */
  client!: string;

  /**
   * `X-Request-Id` of the request
   * @example '71a6edb1-59d4-475c-8e30-efb4f8749bfa'
   */
  request_id!: string | null;

  /**
   * Null unless `TRACE` was `full`
   * @example 'Which theme does the user like?'
   */
  @ApiProperty({ type: String })
  query!: string | null;

  /**
   * The filters, the limit, and what else was not as it is by default
   * @example {"filters":{"status":"active"},"limit":10}
   */
  @ApiProperty({ type: Object, additionalProperties: true })
  request!: Record<string, unknown>;

  /**
   * How it was found
   * @example 'lexical'
   */
  @ApiProperty({ enum: ['hybrid', 'lexical'] })
  retrieval!: 'hybrid' | 'lexical';

  /**
   * Why words alone were compared
   * @example 'no_model'
   */
  lexical_reason!: string | null;

  /**
   * Of a recall with `cut: "auto"`, or the certainty of an answer
   * @example 'found'
   */
  verdict!: string | null;

  /**
   * The author of an answer
   * @example 'extractive'
   */
  @ApiProperty({ type: String })
  generated_by!: string | null;

  /**
   * Milliseconds
   * @example 4.2
   */
  duration_ms!: number;

  /**
   * What was given; a model may have read all of them
   * @example []
   */
  memories!: TracedMemoryRow[];

  /**
   * What was found and not given
   * @example []
   */
  cut!: TracedMemoryRow[];

  /**
   * Only of one trace: what it cannot tell, since it is not kept
   * @example ["query","matched_terms","ranks"]
   */
  not_kept?: string[];
}

export class TraceListResponse extends AgentAnswer {
  /**
   * Newest first
   * @example []
   */
  traces!: TraceRecord[];

  /**
   * How many are listed here
   * @example 0
   */
  @ApiProperty({ type: 'integer' })
  count!: number;

  /** The cursor of the next page */
  @ApiProperty({ example: null, type: String, nullable: true })
  next_cursor!: string | null;
}
