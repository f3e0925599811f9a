import { Injectable } from '@nestjs/common';
import { demandAccess, reaches } from '../access/grant';
import { AgentsService } from '../agents/agents.service';
import { DomainError } from '../common/domain-error';
import { invalid } from '../common/validation-error';
import { Env } from '../config/env';
import { noteSessionOf, requestIdOf } from '../observability/observed-request';
import { GrantedSessions } from '../sessions/granted-sessions.service';
import { readAgents } from '../sessions/read-agents';
import type { ActiveSession } from '../sessions/session';
import type { McpCaller } from './mcp-admission.service';

/** The live session of an agent, which all clients of the endpoint share. It is never renewed or ended here. */
@Injectable()
export class McpSessions {
  constructor(
    private readonly granted: GrantedSessions,
    private readonly agents: AgentsService,
    private readonly env: Env,
  ) {}

  /** Joins the session or opens one; creates the agent if the caller may. Throws AgentNotFound. */
  async sessionFor(caller: McpCaller): Promise<ActiveSession> {
    const session = caller.session ?? (await this.join(caller));
    noteSessionOf(caller.request, session.sessionId);
    const { program: client, request } = caller;
    return { ...session, origin: { via: 'mcp', client, requestId: requestIdOf(request) } };
  }

  /**
   * The session of an agent that the caller's agent reads, to write there: for callers that may. Throws a ValidationError for
   * an agent that it does not read, KeyNotForAgent, KeyNotAllowed.
   */
  async sessionIn(space: string, caller: McpCaller, own: ActiveSession): Promise<ActiveSession> {
    if (space === own.agentId) return own;
    const { grant } = caller;
    if (!readAgents(own).some(({ agentId }) => agentId === space))
      throw invalid(['space'], `Value error, ${own.agentId} does not read this agent`, space);
    if (caller.session !== null)
      throw new DomainError(
        'KeyNotAllowed',
        'A session token writes to its own agent only: use a key for both',
      );
    if (grant !== null) demandAccess(grant, 'write');
    const found = await this.granted.find(null, space);
    const session = await this.granted.enter(found, space, true);
    return { ...session, ...(grant !== null && { grant }), ...(own.origin && { origin: own.origin }) };
  }

  private async join(caller: McpCaller): Promise<ActiveSession> {
    const { agentId, grant } = caller;
    const found = await this.granted.find(null, agentId);
    if (!found.hasAgent && this.env.MCP_CREATE_AGENTS && reaches(caller, 'create')) {
      await this.create(agentId);
      found.hasAgent = true;
    }
    const session = await this.granted.enter(found, agentId, true);
    return grant === null ? session : { ...session, grant };
  }

  private async create(agentId: string): Promise<void> {
    try {
      await this.agents.create({ agentId, pattern: 'support', description: null });
    } catch (error) {
      // Another request may have created it first.
      if (!(error instanceof DomainError && error.code === 'AgentAlreadyExists')) throw error;
    }
  }
}
