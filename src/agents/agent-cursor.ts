import { AGENT_ID, type Agent } from './agent';

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
