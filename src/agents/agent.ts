import type { RedactionMode } from '../config/env-choices';
import { DomainError } from '../common/domain-error';
import { invalid } from '../common/validation-error';

export const AGENT_PATTERNS = ['support', 'project', 'tool'] as const;
export type AgentPattern = (typeof AGENT_PATTERNS)[number];

/** What becomes of the links that the service finds by itself: none are found, they stay open, certain ones are applied. */
export const SUPERSESSIONS = ['off', 'link', 'auto'] as const;
export type Supersession = (typeof SUPERSESSIONS)[number];

export interface Agent {
  agentId: string;
  namespace: string;
  pattern: AgentPattern;
  description: string | null;
  status: 'ready';
  supersession: Supersession;
  /** What becomes of secrets, and of personal data; null: as the settings of the service say. */
  redaction: RedactionMode | null;
  redactionPersonal: RedactionMode | null;
  /** Its quotas; null: as the settings of the service say. */
  maxMemories: number | null;
  maxBytes: number | null;
  writesPerMinute: number | null;
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

const NAMESPACE_PREFIX = 'service_agent_';

export function namespaceOf(agentId: string): string {
  return `${NAMESPACE_PREFIX}${agentId}`;
}

/** Null for a namespace that is no agent's. */
export function agentIdOf(namespace: string): string | null {
  return namespace.startsWith(NAMESPACE_PREFIX) ? namespace.slice(NAMESPACE_PREFIX.length) : null;
}

/** The agent id of a path. Throws a ValidationError when it is none. */
export function pathAgentId(value: unknown): string {
  if (typeof value === 'string' && AGENT_ID.test(value)) return value;
  throw invalid(['path', 'agent_id'], AGENT_ID_FORM.says, value);
}

export function agentNotFound(agentId: string): DomainError {
  return new DomainError('AgentNotFound', `Agent '${agentId}' not found`, { agent_id: agentId });
}
