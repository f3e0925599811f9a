import type { IncomingMessage } from 'node:http';
import type { Access, Grant } from '../access/grant';
import type { ActiveSession } from '../sessions/session';

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
