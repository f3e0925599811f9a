import { zonelessMicroseconds } from '../common/utc-dates';
import { ChoiceField, FlagField, IntegerField, Shown, ShownList, TextField } from '../common/fields';
import { AGENT_ID_FORM, AGENT_PATTERNS, type Agent, type AgentPattern } from './agent';

const MAX_DESCRIPTION = 10_000;
const MAX_PAGE = 1_000;
const MAX_CURSOR = 300;

export class CreateAgentDto {
  @TextField('Names the agent for good.', 'support-bot', {
    maxCodePoints: 128,
    pattern: AGENT_ID_FORM,
  })
  agent_id!: string;

  @ChoiceField('What the agent is for.', 'support', { values: AGENT_PATTERNS, default: 'support' })
  pattern!: AgentPattern;

  @TextField('For people to read.', 'Answers questions of customers', {
    required: false,
    maxCodePoints: MAX_DESCRIPTION,
    allowBlank: true,
  })
  description!: string | null;
}

export class AgentDetailQuery {
  @FlagField('False shows the last known number of memories without counting.', true, { default: true })
  include_counts!: boolean;
}

export class AgentListQuery extends AgentDetailQuery {
  @IntegerField('At most this many agents; without it, all.', 100, { min: 1, max: MAX_PAGE, required: false })
  limit!: number | null;

  @TextField('The `next_cursor` of the page before.', 'MTc3NzYzNjgwMDAwMDpzdXBwb3J0LWJvdA', {
    maxCodePoints: MAX_CURSOR,
    required: false,
  })
  cursor!: string | null;

  @ChoiceField('Only agents of this pattern.', 'support', { values: AGENT_PATTERNS, required: false })
  pattern!: AgentPattern | null;
}

export class DeleteAgentQuery {
  @FlagField('True deletes the memories too; else an agent of the same id finds them again.', false)
  'delete-backup-too'!: boolean;
}

export class AgentDto {
  @Shown('The id.', 'support-bot')
  agent_id!: string;

  @Shown("The agent's namespace in the backend.", 'service_agent_support-bot')
  namespace!: string;

  @Shown('What the agent is for.', 'support', { enum: AGENT_PATTERNS })
  pattern!: AgentPattern;

  @Shown('For people to read.', 'Answers questions of customers', { type: String, nullable: true })
  description!: string | null;

  @Shown('UTC, six fraction digits, no zone.', '2026-05-01T12:00:00.000000')
  created_at!: string;

  @Shown(
    'The last activation, in the form of `created_at`; null until the first.',
    '2026-05-01T12:00:00.000000',
    { type: String, nullable: true },
  )
  last_session!: string | null;

  @Shown('Memories, active and expired.', 0, { type: 'integer' })
  memory_count!: number;

  @Shown('Sessions started so far.', 0, { type: 'integer' })
  session_count!: number;

  @Shown('State of the agent.', 'ready', { enum: ['ready'] })
  status!: 'ready';
}

export class AgentListDto {
  @ShownList('Newest first.', AgentDto)
  agents!: AgentDto[];

  @Shown('How many are listed here.', 0, { type: 'integer' })
  count!: number;

  @Shown('There when more follow: where the next page starts.', 'MTc3NzYzNjgwMDAwMDpzdXBwb3J0LWJvdA', {
    required: false,
  })
  next_cursor?: string;
}

export class AgentDeletedDto {
  @Shown('What was removed.', "Agent 'support-bot' deleted (namespace retained)")
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
