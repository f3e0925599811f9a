import type { ActiveSession } from './session';

export class AgentAnswer {
  /**
   * The agent
   * @example 'my-agent'
   */
  agent_id!: string;
}

/** What every answer within a session starts with. */
export class SessionAnswer extends AgentAnswer {
  /**
   * The session
   * @example 'sess_0123456789ab'
   */
  session_id!: string;
}

export class NamespaceAnswer extends SessionAnswer {
  /**
   * Namespace of the agent
   * @example 'service_agent_my-agent'
   */
  namespace!: string;
}

export function sessionAnswer({ agentId, sessionId }: ActiveSession): SessionAnswer {
  return { agent_id: agentId, session_id: sessionId };
}

export function namespaceAnswer(session: ActiveSession): NamespaceAnswer {
  return { ...sessionAnswer(session), namespace: session.namespace };
}
