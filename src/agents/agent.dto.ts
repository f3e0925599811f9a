import { zonelessMicroseconds } from '../common/utc-dates';
import { ChoiceField, FlagField, IntegerField, Shown, TextField } from '../common/fields';
import { AGENT_ID, AGENT_ID_RULE, AGENT_PATTERNS, type Agent, type AgentPattern } from './agent';

const MAX_DESCRIPTION = 10_000;
const MAX_PAGE = 1_000;
const MAX_CURSOR = 300;

export class CreateAgentDto {
  @TextField({
    description: 'Names the agent for good.',
    example: 'support-bot',
    maxCodePoints: 128,
    pattern: { regex: AGENT_ID, says: `Value must be ${AGENT_ID_RULE}` },
  })
  agent_id!: string;

  @ChoiceField({
    description: 'What the agent is for.',
    example: 'support',
    values: AGENT_PATTERNS,
    required: false,
    default: 'support',
  })
  pattern!: AgentPattern;

  @TextField({
    description: 'For people to read.',
    example: 'Answers questions of customers',
    required: false,
    maxCodePoints: MAX_DESCRIPTION,
    allowBlank: true,
  })
  description!: string | null;
}

export class AgentDetailQuery {
  @FlagField({
    description: 'False shows the last known number of memories without counting.',
    example: true,
    required: false,
    default: true,
  })
  include_counts!: boolean;
}

export class AgentListQuery extends AgentDetailQuery {
  @IntegerField({
    description: 'At most this many agents; without it, all.',
    example: 100,
    min: 1,
    max: MAX_PAGE,
    required: false,
  })
  limit!: number | null;

  @TextField({
    description: 'The `next_cursor` of the page before.',
    example: 'MTc3NzYzNjgwMDAwMDpzdXBwb3J0LWJvdA',
    maxCodePoints: MAX_CURSOR,
    required: false,
  })
  cursor!: string | null;

  @ChoiceField({
    description: 'Only agents of this pattern.',
    example: 'support',
    values: AGENT_PATTERNS,
    required: false,
  })
  pattern!: AgentPattern | null;
}

export class DeleteAgentQuery {
  @FlagField({
    description: 'True deletes the memories too; else an agent of the same id finds them again.',
    example: false,
    required: false,
    default: false,
  })
  'delete-backup-too'!: boolean;
}

export class AgentDto {
  @Shown({ description: 'The id.', example: 'support-bot' })
  agent_id!: string;

  @Shown({ description: "The agent's namespace in the backend.", example: 'service_agent_support-bot' })
  namespace!: string;

  @Shown({ description: 'What the agent is for.', example: 'support', enum: AGENT_PATTERNS })
  pattern!: AgentPattern;

  @Shown({
    description: 'For people to read.',
    example: 'Answers questions of customers',
    type: String,
    nullable: true,
  })
  description!: string | null;

  @Shown({ description: 'UTC, six fraction digits, no zone.', example: '2026-05-01T12:00:00.000000' })
  created_at!: string;

  @Shown({
    description: 'The last activation, in the form of `created_at`; null until the first.',
    example: '2026-05-01T12:00:00.000000',
    type: String,
    nullable: true,
  })
  last_session!: string | null;

  @Shown({ description: 'Memories, active and expired.', example: 0, type: 'integer' })
  memory_count!: number;

  @Shown({ description: 'Sessions started so far.', example: 0, type: 'integer' })
  session_count!: number;

  @Shown({ description: 'State of the agent.', example: 'ready', enum: ['ready'] })
  status!: 'ready';
}

export class AgentListDto {
  @Shown({ description: 'Newest first.', example: [], type: () => AgentDto, isArray: true })
  agents!: AgentDto[];

  @Shown({ description: 'How many are listed here.', example: 0, type: 'integer' })
  count!: number;

  @Shown({
    description: 'There when more follow: where the next page starts.',
    example: 'MTc3NzYzNjgwMDAwMDpzdXBwb3J0LWJvdA',
    required: false,
  })
  next_cursor?: string;
}

export class AgentDeletedDto {
  @Shown({
    description: 'What was removed.',
    example: "Agent 'support-bot' deleted (namespace retained)",
  })
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
  };
}
