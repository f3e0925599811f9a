import { Shown } from '../common/fields';
import { withProperties } from '../common/with-properties';
import type { ActiveSession } from './session';

export class AgentAnswer extends withProperties({
  agent_id: Shown('The agent', 'my-agent'),
}) {}

/** What every answer within a session starts with. */
export class SessionAnswer extends withProperties(AgentAnswer, {
  session_id: Shown('The session', 'sess_0123456789ab'),
}) {}

export class NamespaceAnswer extends withProperties(SessionAnswer, {
  namespace: Shown('Namespace of the agent', 'service_agent_my-agent'),
}) {}

export function sessionAnswer({ agentId, sessionId }: ActiveSession): SessionAnswer {
  return { agent_id: agentId, session_id: sessionId };
}

export function namespaceAnswer(session: ActiveSession): NamespaceAnswer {
  return { ...sessionAnswer(session), namespace: session.namespace };
}
