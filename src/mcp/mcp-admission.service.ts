import type { IncomingMessage } from 'node:http';
import { Injectable } from '@nestjs/common';
import type { Request, Response } from 'express';
import { toolOf } from '../activity/activity';
import { accessDenied } from '../access/credentials';
import { demandAgent, type Access, type Grant } from '../access/grant';
import { Identities } from '../access/identities.service';
import { headerToken } from '../access/session-credential';
import { pathAgentId } from '../agents/agent';
import { Deadline, unlessAborted } from '../common/deadline';
import { DomainError } from '../common/domain-error';
import { clientGone } from '../common/event-stream';
import { Env } from '../config/env';
import type { ActiveSession } from '../sessions/session';
import { SessionAdmission } from '../sessions/session-admission.service';

/** Who sends a request to the endpoint, and for which agent. */
export interface McpCaller {
  agentId: string;
  access: Access;
  /** Of a key or an OpenID Connect token; null for the other identities. */
  grant: Grant | null;
  /** That of the request's session token; null without one: then the agent's live session is joined. */
  session: ActiveSession | null;
  /** The program, for the activity log. */
  program: string;
  request: IncomingMessage;
  /** Milliseconds that finding the caller has left of the time of a call. */
  msLeft: number;
  /** Aborted when the client has gone. */
  gone: AbortSignal;
}

const AGENT_HEADER = 'x-agent-id';
/** Of a call, with finding its caller. Clients give up on slow tools; they get an answer before. */
export const CALL_MS = 9_000;

/** What the identity of a request admits to. */
type Admitted = Pick<McpCaller, 'access' | 'grant' | 'session'>;

/** Finds who sends a request to the endpoint, and for which agent. */
@Injectable()
export class McpAdmission {
  constructor(
    private readonly identities: Identities,
    private readonly sessions: SessionAdmission,
    private readonly env: Env,
  ) {}

  /**
   * Throws `mcp_access_denied`, what the guards of other routes throw for a token or key, a ValidationError for the
   * agent's id, or BackendUnavailable if the database does not answer in time.
   */
  async admit(request: Request, response: Response): Promise<McpCaller> {
    const { agent_id: pathId } = request.params;
    const named = pathId ?? request.headers[AGENT_HEADER] ?? this.env.MCP_DEFAULT_AGENT;
    // As in a path, where the log and the check of session tokens look for it.
    request.params.agent_id = String(named);
    const gone = clientGone(response);
    const { admitted, msLeft } = await this.identifyInTime(request, response, gone);
    return {
      ...admitted,
      msLeft,
      agentId: pathAgentId(named),
      program: toolOf(request.get('X-Client-Name'), request.get('User-Agent')),
      request,
      gone,
    };
  }

  private async identifyInTime(
    request: Request,
    response: Response,
    gone: AbortSignal,
  ): Promise<{ admitted: Admitted; msLeft: number }> {
    const deadline = new Deadline(CALL_MS, gone);
    try {
      const admitted = await unlessAborted(deadline.signal, this.identify(request, response));
      return { admitted, msLeft: deadline.left };
    } catch (error) {
      if (!deadline.signal.aborted) throw error;
      throw new DomainError('BackendUnavailable');
    } finally {
      deadline.end();
    }
  }

  private async identify(request: Request, response: Response): Promise<Admitted> {
    if (headerToken(request.headers) !== null) {
      // A client of the protocol would not read a new token, so the session is not renewed.
      const needs = { access: null, keepsSession: true };
      return { access: 'write', grant: null, session: await this.sessions.admit(request, response, needs) };
    }
    if (this.identities.hasGrant(request)) {
      const grant = await this.identities.grantOf(request);
      demandAgent(grant, pathAgentId(request.params.agent_id));
      return { access: grant.access, grant, session: null };
    }
    if (await this.identities.mayManage(request)) return { access: 'manage', grant: null, session: null };
    throw accessDenied('mcp_access_denied', request.headers);
  }
}
