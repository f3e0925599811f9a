import { ApiProperty } from '@nestjs/swagger';
import { REDACTION_MODES } from '../config/env-choices';
import { Cursor, Flag, OneOf, Optional, Text, WholeNumber } from '../common/request-decorators';
import { zonelessMicroseconds } from '../common/utc-dates';
import {
  AGENT_ID_FORM,
  AGENT_PATTERNS,
  SUPERSESSIONS,
  type Agent,
  type AgentPattern,
  type Supersession,
} from './agent';
import { agentQuotasDto, AgentQuotasDto, QUOTAS_EXAMPLE, QuotaSettingsDto } from './agent-quotas.dto';
import type { QuotaUse } from '../quotas/quota';

const REDACTIONS = ['default', ...REDACTION_MODES] as const;
export type Redaction = (typeof REDACTIONS)[number];

export const MAX_DESCRIPTION = 10_000;
const MAX_PAGE = 1_000;
const MAX_CURSOR = 300;

/** What an agent may store, at its creation and later. */
export class AgentLimitsDto extends QuotaSettingsDto {
  /**
   * What becomes of passwords, keys and tokens: `redact`, `warn`, `block`, `off`, or `default`, as the service is set.
   * @example 'default'
   */
  @Optional()
  @OneOf(REDACTIONS)
  redaction?: Redaction | null;

  /**
   * The same for personal data, such as e-mail addresses.
   * @example 'default'
   */
  @Optional()
  @OneOf(REDACTIONS)
  redaction_personal?: Redaction | null;
}

export class CreateAgentDto extends AgentLimitsDto {
  /**
   * Names the agent for good.
   * @example 'support-bot'
   */
  @Text({ maxCodePoints: 128, pattern: AGENT_ID_FORM })
  agent_id!: string;

  /**
   * The purpose of the agent.
   * @example 'support'
   */
  @Optional()
  @OneOf(AGENT_PATTERNS)
  pattern: AgentPattern = 'support';

  /**
   * For people to read.
   * @example 'Answers questions of customers'
   */
  @Optional()
  @Text({ maxCodePoints: MAX_DESCRIPTION, allowBlank: true })
  description: string | null = null;

  /**
   * What becomes of memories that a write replaces, contradicts or repeats: nothing (`off`), open links (`link`), or
   * open links, of which certain ones are applied (`auto`).
   * @example 'link'
   */
  @Optional()
  @OneOf(SUPERSESSIONS)
  supersession: Supersession = 'link';
}

export class AgentDetailQuery {
  /**
   * False shows the last known number of memories without counting.
   * @example true
   */
  @Optional()
  @Flag()
  include_counts = true;
}

export class AgentListQuery extends AgentDetailQuery {
  /**
   * At most this many agents; without it, all.
   * @example 100
   */
  @Optional()
  @WholeNumber({ min: 1, max: MAX_PAGE })
  limit: number | null = null;

  /**
   * The `next_cursor` of the page before.
   * @example 'MTc3NzYzNjgwMDAwMC5zdXBwb3J0LWJvdA'
   */
  @Optional()
  @Cursor(MAX_CURSOR)
  cursor: string | null = null;

  /**
   * Only agents of this pattern.
   * @example 'support'
   */
  @Optional()
  @OneOf(AGENT_PATTERNS)
  pattern: AgentPattern | null = null;
}

export class DeleteAgentQuery {
  /**
   * True deletes the memories too; else an agent of the same id finds them again.
   * @example false
   */
  @Optional()
  @Flag()
  'delete-backup-too' = false;
}

export class AgentDto {
  /**
   * The id.
   * @example 'support-bot'
   */
  agent_id!: string;

  /**
   * The agent's namespace in the backend.
   * @example 'service_agent_support-bot'
   */
  namespace!: string;

  /**
   * The purpose of the agent.
   * @example 'support'
   */
  @ApiProperty({ enum: AGENT_PATTERNS })
  pattern!: AgentPattern;

  /**
   * For people to read.
   * @example 'Answers questions of customers'
   */
  description!: string | null;

  /**
   * UTC, six fraction digits, no zone.
   * @example '2026-05-01T12:00:00.000000'
   */
  created_at!: string;

  /**
   * The last activation, in the form of `created_at`; null until the first.
   * @example '2026-05-01T12:00:00.000000'
   */
  last_session!: string | null;

  /**
   * Memories, active and expired.
   * @example 0
   */
  @ApiProperty({ type: 'integer' })
  memory_count!: number;

  /**
   * Sessions started so far.
   * @example 0
   */
  @ApiProperty({ type: 'integer' })
  session_count!: number;

  /**
   * State of the agent.
   * @example 'ready'
   */
  @ApiProperty({ enum: ['ready'] })
  status!: 'ready';

  /**
   * What becomes of the links that the service finds by itself.
   * @example 'link'
   */
  @ApiProperty({ enum: SUPERSESSIONS })
  supersession!: Supersession;

  /**
   * What becomes of secrets.
   * @example 'default'
   */
  @ApiProperty({ enum: REDACTIONS })
  redaction!: Redaction;

  /**
   * What becomes of personal data.
   * @example 'default'
   */
  @ApiProperty({ enum: REDACTIONS })
  redaction_personal!: Redaction;

  /** Of one agent, with counts. */
  @ApiProperty({ example: QUOTAS_EXAMPLE })
  quotas?: AgentQuotasDto;
}

export class AgentListDto {
  /**
   * Newest first.
   * @example []
   */
  agents!: AgentDto[];

  /**
   * How many are listed here.
   * @example 0
   */
  @ApiProperty({ type: 'integer' })
  count!: number;

  /**
   * The cursor of the next page; absent on the last page.
   * @example 'MTc3NzYzNjgwMDAwMC5zdXBwb3J0LWJvdA'
   */
  next_cursor?: string;
}

export class AgentDeletedDto {
  /**
   * A sentence that names the deleted agent.
   */
  @ApiProperty({ example: "Agent 'support-bot' deleted (namespace retained)" })
  message!: string;
}

export function agentDto(agent: Agent): AgentDto {
  return {
    agent_id: agent.agentId,
    namespace: agent.namespace,
    pattern: agent.pattern,
    description: agent.description,
    created_at: zonelessMicroseconds(agent.createdAt),
    last_session: agent.lastSession && zonelessMicroseconds(agent.lastSession),
    memory_count: agent.memoryCount,
    session_count: agent.sessionCount,
    status: agent.status,
    supersession: agent.supersession,
    redaction: agent.redaction ?? 'default',
    redaction_personal: agent.redactionPersonal ?? 'default',
  };
}

export function agentDetailDto(agent: Agent, use: QuotaUse | null): AgentDto {
  return { ...agentDto(agent), ...(use && { quotas: agentQuotasDto(agent, use) }) };
}
