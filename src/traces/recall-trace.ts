import { V7Generator } from 'uuidv7';

export const TRACE_MODES = ['recall', 'answer'] as const;
export type TraceMode = (typeof TRACE_MODES)[number];

/** The interface of a request. */
export const TRACE_WAYS = ['http', 'mcp'] as const;
export type TraceWay = (typeof TRACE_WAYS)[number];

/**
 * Why a memory was given or not. `returned`: it was given, and an answer cites it. `not_cited`: it was found for an
 * answer, which does not cite it. `too_similar`, `over_max_tokens`, `not_bearing` and `beyond_limit`: it was cut.
 */
export const TRACE_REASONS = [
  'returned',
  'not_cited',
  'not_bearing',
  'too_similar',
  'over_max_tokens',
  'beyond_limit',
] as const;
export type TraceReason = (typeof TRACE_REASONS)[number];

/** The parts of a shown score, each 0 to 1; null where a memory has none. */
export interface ScoreParts {
  lexical: number | null;
  vector: number | null;
  /** Cosine similarity of query and memory, -1 to 1. */
  similarity: number | null;
  neighbours: number;
  time: number;
  speaker: number;
}

export interface TracedMemory {
  id: string;
  /** The agent that it is a memory of. */
  agentId: string;
  /** As it was shown, 0 to 1. */
  score: number;
  reason: TraceReason;
  parts: ScoreParts;
  /** The words of the query that it holds, as stems; null unless the query is kept. */
  terms: readonly string[] | null;
}

export interface TraceOutcome {
  retrieval: 'hybrid' | 'lexical';
  /** Why words alone were compared; null if vectors were compared too. */
  lexicalReason: string | null;
  /** Of a recall with `cut: "auto"` (`found`), or the certainty of an answer (`high`); null without. */
  verdict: string | null;
  /** The author of an answer; null for a recall. */
  generatedBy: string | null;
}

/** What one recall or answer gave to whom, and what it left out. */
export interface RecallTrace {
  traceId: string;
  agentId: string;
  at: Date;
  sessionId: string;
  /** The key or OpenID Connect token, such as `key:ci` or `oidc:<sub>`; null for a session token. */
  by: string | null;
  /** Null without a key. */
  keyId: string | null;
  /** The client program, as in the activity log. */
  client: string;
  via: TraceWay;
  /** `X-Request-Id` of the request; null where there was none. */
  requestId: string | null;
  mode: TraceMode;
  /** The filters and limits of the request, without its text. */
  request: Readonly<Record<string, unknown>>;
  outcome: TraceOutcome;
  durationMs: number;
  /** What was given, best first, then what was not. */
  memories: readonly TracedMemory[];
  /** How many of them were given. */
  given: number;
  /** Null unless `TRACE` is `full`. */
  query: string | null;
}

const generator = new V7Generator();

/** A new id whose order is that of the times. */
export function newTraceId(at: Date): string {
  return generator.generateOrResetWithTs(at.getTime()).toString();
}

/** The least id of a time: all earlier ones are before it. */
export function firstIdAt(at: Date): string {
  const ms = Math.min(Math.max(at.getTime(), 0), 2 ** 48 - 1);
  const hex = ms.toString(16).padStart(12, '0');
  return `${hex.slice(0, 8)}-${hex.slice(8)}-0000-0000-000000000000`;
}
