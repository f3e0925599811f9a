import type { MemoryTrace } from './client.ts';
import { counted } from './attention.ts';

export type TraceRow = MemoryTrace['memories'][number];

export function tracePath(agentId: string, traceId: string): string {
  return `/app/agents/${encodeURIComponent(agentId)}/live/${traceId}`;
}

/** Who asked: the client program, and the key or person. */
export function askerOf({ client, by }: MemoryTrace): string {
  const program = client === 'unknown' ? 'an unnamed program' : client;
  if (by === null) return program;
  return by.startsWith('key:') ? `${program} with the key ${by.slice(4)}` : `${program} for ${by.slice(5)}`;
}

export function askedWords({ mode, via }: MemoryTrace): string {
  return `${mode === 'answer' ? 'Answer' : 'Recall'}${via === 'mcp' ? ' by MCP' : ''}`;
}

const SURE: Record<string, string> = {
  found: 'sure',
  weak: 'not sure',
  nothing: 'nothing bears on it',
  high: 'sure',
  low: 'not sure',
  none: 'no answer',
};

export function sureWord(verdict: string): string {
  return SURE[verdict] ?? verdict;
}

/** How sure the answer was. A recall that did not ask for it has its best score only. */
export function sureWords({ verdict, memories }: MemoryTrace): string {
  if (verdict !== null) return sureWord(verdict);
  const best = memories[0]?.score;
  return best === undefined ? 'nothing found' : `best score ${best.toFixed(2)}`;
}

/** How these words are marked: good, doubtful, or neither. */
export function sureClass({ verdict, memories }: MemoryTrace): string {
  if (verdict === null) return memories.length === 0 ? 'state' : 'tag';
  return ['found', 'high'].includes(verdict) ? 'state good' : 'state';
}

export function givenWords({ memories }: MemoryTrace): string {
  return counted(memories.length, 'memory', 'memories');
}

export const CUT_REASONS: Record<TraceRow['reason'], string> = {
  returned: 'given',
  not_cited: 'found for the answer, which does not cite it',
  not_bearing: 'does not bear on the question',
  too_similar: 'says what a better one says',
  over_max_tokens: 'did not fit into the length that was asked for',
  beyond_limit: 'beyond the number that was asked for',
};

/** The limits of a request in words, as they stand in a trace. */
export function limitWords({ request }: Pick<MemoryTrace, 'request'>): string | null {
  const { filters = {}, ...limits } = request as Record<string, unknown> & { filters?: Record<string, unknown> };
  const { status, ...narrow } = filters;
  const all = { ...(status !== 'active' && status !== undefined && { status }), ...narrow, ...limits };
  const words = Object.entries(all).map(([name, value]) => `${spaced(name)}: ${textOf(value)}`);
  return words.length === 0 ? null : words.join('; ');
}

function spaced(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
}

function textOf(value: unknown): string {
  if (value instanceof Date) return value.toLocaleString();
  if (Array.isArray(value)) return value.map((each) => textOf(each ?? 'none')).join(', ');
  return typeof value === 'string' ? value : JSON.stringify(value);
}
