import { Shown } from '../common/fields';

export class AgentAnswer {
  @Shown({ description: 'The agent', example: 'my-agent' })
  agent_id!: string;
}

/** What every answer within a session starts with. */
export class SessionAnswer extends AgentAnswer {
  @Shown({ description: 'The session', example: 'sess_0123456789ab' })
  session_id!: string;
}

export class NamespaceAnswer extends SessionAnswer {
  @Shown({ description: 'Namespace of the agent', example: 'service_agent_my-agent' })
  namespace!: string;
}
