import type { RecallTrace, ScoreParts, TracedMemory, TraceReason } from './recall-trace';

/** The order in which a row holds the parts of each score. */
const PARTS = ['lexical', 'vector', 'similarity', 'neighbours', 'time', 'speaker'] as const;
/** More digits than a `real` has. */
const DIGITS = 1e7;

/** A row of the table. */
export interface TraceRow extends Omit<RecallTrace, 'memories'> {
  ids: string[];
  reasons: string[];
  scores: number[];
  parts: (number | null)[];
  terms: string[][] | null;
}

/** A row as JSON with the names of the columns. */
export function traceRow({ memories, ...trace }: RecallTrace): string {
  return JSON.stringify({
    agent_id: trace.agentId,
    trace_id: trace.traceId,
    at: trace.at,
    session_id: trace.sessionId,
    by: trace.by,
    key_id: trace.keyId,
    client: trace.client,
    via: trace.via,
    request_id: trace.requestId,
    mode: trace.mode,
    request: trace.request,
    outcome: trace.outcome,
    duration_ms: rounded(trace.durationMs),
    ids: memories.map(({ id }) => id),
    given: trace.given,
    reasons: memories.map(({ reason }) => reason),
    scores: memories.map(({ score }) => rounded(score)),
    parts: memories.flatMap(({ parts }) => PARTS.map((part) => rounded(parts[part]))),
    query: trace.query,
    terms: trace.query === null ? null : memories.map(({ terms }) => terms ?? []),
  });
}

function rounded<Value extends number | null>(value: Value): Value {
  return (value === null ? null : Math.round(value * DIGITS) / DIGITS) as Value;
}

export function traceOfRow({ ids, reasons, scores, parts, terms, ...trace }: TraceRow): RecallTrace {
  const memories = ids.map((id, at): TracedMemory => ({
    id,
    score: scores[at] ?? 0,
    reason: reasons[at] as TraceReason,
    parts: partsOf(parts.slice(at * PARTS.length)),
    terms: terms?.[at] ?? null,
  }));
  return { ...trace, memories };
}

function partsOf(values: readonly (number | null)[]): ScoreParts {
  const [lexical = null, vector = null, similarity = null, neighbours, time, speaker] = values;
  return { lexical, vector, similarity, neighbours: neighbours ?? 0, time: time ?? 0, speaker: speaker ?? 0 };
}
