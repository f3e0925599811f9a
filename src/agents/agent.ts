import { DomainError } from '../common/domain-error';
import { invalid } from '../common/validation-error';

export const AGENT_PATTERNS = ['support', 'project', 'tool'] as const;
export type AgentPattern = (typeof AGENT_PATTERNS)[number];

export interface Agent {
  agentId: string;
  namespace: string;
  pattern: AgentPattern;
  description: string | null;
  status: 'ready';
  createdAt: Date;
  /** Null until the first session. */
  lastSession: Date | null;
  sessionCount: number;
  /** The last counted number; the backend knows the live one. */
  memoryCount: number;
}

export interface AgentPage {
  agents: Agent[];
  /** Where the next page starts; null on the last one. */
  nextCursor: string | null;
}

export const AGENT_ID = /^[A-Za-z0-9_-]{1,128}$/;
/** For fields that hold an agent id. */
export const AGENT_ID_FORM = {
  regex: AGENT_ID,
  says: 'Value must be 1 to 128 letters, digits, hyphens and underscores',
};

export function namespaceOf(agentId: string): string {
  return `service_agent_${agentId}`;
}

/** The agent id of a path. Throws a ValidationError when it is none. */
export function pathAgentId(value: unknown): string {
  if (typeof value === 'string' && AGENT_ID.test(value)) return value;
  throw invalid(['path', 'agent_id'], AGENT_ID_FORM.says, value);
}

export function agentNotFound(agentId: string): DomainError {
  return new DomainError('AgentNotFound', `Agent '${agentId}' not found`, { agent_id: agentId });
}

/** The place of an agent in the listing. */
export type AgentCursor = Pick<Agent, 'createdAt' | 'agentId'>;

/** The last instant that a Date can hold. */
const MAX_TIME_MS = 8.64e15;
const FORM = /^(\d{1,16}):(.+)$/;

/** An opaque text for clients to hand back. */
export function encodeCursor({ createdAt, agentId }: AgentCursor): string {
  return Buffer.from(`${createdAt.getTime()}:${agentId}`).toString('base64url');
}

/** Null when the text is no cursor of ours. */
export function decodeCursor(text: string): AgentCursor | null {
  const parts = FORM.exec(Buffer.from(text, 'base64url').toString());
  const [time, agentId] = [Number(parts?.[1]), parts?.[2]];
  if (agentId === undefined || !AGENT_ID.test(agentId) || time > MAX_TIME_MS) return null;
  const cursor = { createdAt: new Date(time), agentId };
  // Base64 decoding skips what it does not know, so that other texts would pass for this one.
  return encodeCursor(cursor) === text ? cursor : null;
}
