import { zonelessMicroseconds } from '../common/utc-dates';
import {
  ChoiceField,
  FlagField,
  IntegerField,
  Shown,
  ShownInteger,
  ShownList,
  TextField,
} from '../common/fields';
import { encodeTimeCursor } from '../common/time-cursor';
import { withProperties } from '../common/with-properties';
import { AGENT_ID_FORM, AGENT_PATTERNS, type Agent, type AgentPattern } from './agent';

const MAX_DESCRIPTION = 10_000;
const MAX_PAGE = 1_000;
const MAX_CURSOR = 300;
const CURSOR = encodeTimeCursor({ time: new Date('2026-05-01T12:00:00Z'), id: 'support-bot' });

export class CreateAgentDto extends withProperties({
  agent_id: TextField('Names the agent for good.', 'support-bot', {
    maxCodePoints: 128,
    pattern: AGENT_ID_FORM,
  }),
  pattern: ChoiceField<AgentPattern>('What the agent is for.', 'support', {
    values: AGENT_PATTERNS,
    default: 'support',
  }),
  description: TextField<string | null>('For people to read.', 'Answers questions of customers', {
    required: false,
    maxCodePoints: MAX_DESCRIPTION,
    allowBlank: true,
  }),
}) {}

export class AgentDetailQuery extends withProperties({
  include_counts: FlagField<boolean>(
    'False shows the last known number of memories without counting.',
    true,
    { default: true },
  ),
}) {}

export class AgentListQuery extends withProperties(AgentDetailQuery, {
  limit: IntegerField<number | null>('At most this many agents; without it, all.', 100, {
    min: 1,
    max: MAX_PAGE,
    required: false,
  }),
  cursor: TextField<string | null>('The `next_cursor` of the page before.', CURSOR, {
    maxCodePoints: MAX_CURSOR,
    required: false,
  }),
  pattern: ChoiceField<AgentPattern | null>('Only agents of this pattern.', 'support', {
    values: AGENT_PATTERNS,
    required: false,
  }),
}) {}

export class DeleteAgentQuery extends withProperties({
  'delete-backup-too': FlagField(
    'True deletes the memories too; else an agent of the same id finds them again.',
    false,
  ),
}) {}

export class AgentDto extends withProperties({
  agent_id: Shown('The id.', 'support-bot'),
  namespace: Shown("The agent's namespace in the backend.", 'service_agent_support-bot'),
  pattern: Shown('What the agent is for.', 'support', { enum: AGENT_PATTERNS }),
  description: Shown('For people to read.', 'Answers questions of customers', {
    type: String,
    nullable: true,
  }),
  created_at: Shown('UTC, six fraction digits, no zone.', '2026-05-01T12:00:00.000000'),
  last_session: Shown(
    'The last activation, in the form of `created_at`; null until the first.',
    '2026-05-01T12:00:00.000000',
    { type: String, nullable: true },
  ),
  memory_count: ShownInteger('Memories, active and expired.', 0),
  session_count: ShownInteger('Sessions started so far.', 0),
  status: Shown('State of the agent.', 'ready', { enum: ['ready'] }),
}) {}

export class AgentListDto extends withProperties({
  agents: ShownList('Newest first.', AgentDto),
  count: ShownInteger('How many are listed here.', 0),
  next_cursor: Shown('There when more follow: where the next page starts.', CURSOR, { required: false }),
}) {}

export class AgentDeletedDto extends withProperties({
  message: Shown('What was removed.', "Agent 'support-bot' deleted (namespace retained)"),
}) {}

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
