import { Shown } from '../common/fields';
import type { ActiveSession } from './session';

export class AgentAnswer {
  @Shown('The agent', 'my-agent')
  agent_id!: string;
}

/** What every answer within a session starts with. */
export class SessionAnswer extends AgentAnswer {
  @Shown('The session', 'sess_0123456789ab')
  session_id!: string;
}

export class NamespaceAnswer extends SessionAnswer {
  @Shown('Namespace of the agent', 'service_agent_my-agent')
  namespace!: string;
}

export function sessionAnswer({ agentId, sessionId }: ActiveSession): SessionAnswer {
  return { agent_id: agentId, session_id: sessionId };
}

export function namespaceAnswer(session: ActiveSession): NamespaceAnswer {
  return { ...sessionAnswer(session), namespace: session.namespace };
}
