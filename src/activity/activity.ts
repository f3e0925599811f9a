export type ActivityKind = 'read' | 'write';

/** One operation on an agent's memories: who did what to how many, and never what they say. */
export interface ActivityEntry {
  ts: Date;
  /** The client program, such as `claude-code`. */
  tool: string;
  agentId: string;
  sessionId: string;
  /** Such as `batch-remember`. */
  op: string;
  kind: ActivityKind;
  /** Memories read or written. */
  n: number;
  /** The key or OpenID Connect token that acted, such as `key:ci`; null for a session token. */
  by: string | null;
}

export const UNKNOWN_TOOL = 'unknown';
const MAX_TOOL_LENGTH = 64;
/** What is looked at of a header, which may be as long as a server takes. */
const MAX_HEADER_LENGTH = 256;

/**
 * Which program a request comes from, as it says itself: the header X-Client-Name, else the first product of
 * the User-Agent (https://www.rfc-editor.org/rfc/rfc9110#name-user-agent), without its version.
 */
export function toolOf(clientName: string | undefined, userAgent: string | undefined): string {
  const product = userAgent?.trimStart().split(/[\s/(]/, 1)[0];
  return slug(clientName) || slug(product) || UNKNOWN_TOOL;
}

/** Letters, digits, `.`, `_` and `-`, in lower case; empty when the text has none. */
function slug(text: string | undefined): string {
  return (text ?? '')
    .slice(0, MAX_HEADER_LENGTH)
    .toLowerCase()
    .replace(/[^a-z0-9._]+/g, '-')
    .replace(/^-/, '')
    .slice(0, MAX_TOOL_LENGTH)
    .replace(/-$/, '');
}
