import type { RecallTrace, ScoreParts, TracedMemory, TraceReason } from './recall-trace';

/** The parts that a row holds of each score, in this order, behind the score itself. */
const PARTS = ['lexical', 'vector', 'similarity', 'neighbours', 'time', 'speaker'] as const;
const NUMBERS = 1 + PARTS.length;
const NUMBER_BYTES = 4;

/** The letter that stands for each reason in a row. A letter keeps its meaning: rows are kept for long. */
const LETTERS: Readonly<Record<TraceReason, string>> = {
  returned: 'r',
  not_cited: 'c',
  not_bearing: 'b',
  too_similar: 's',
  over_max_tokens: 't',
  beyond_limit: 'l',
};
const REASONS = new Map(Object.entries(LETTERS).map(([reason, letter]) => [letter, reason as TraceReason]));

/** A row of the table. Its arrays of numbers take half of the time that JSON takes, and of the room. */
export interface TraceRow extends Omit<RecallTrace, 'memories'> {
  ids: string[];
  /** Of each id its agent; null where all are of that of the trace. */
  owners: string[] | null;
  reasons: string;
  scores: Uint8Array;
  terms: string[][] | null;
}

/** A row as JSON with the names of the columns; `scores` in base64. */
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
    duration_ms: trace.durationMs,
    ids: memories.map(({ id }) => id),
    owners: memories.every(({ agentId }) => agentId === trace.agentId)
      ? null
      : memories.map(({ agentId }) => agentId),
    given: trace.given,
    reasons: memories.map(({ reason }) => LETTERS[reason]).join(''),
    scores: packed(memories),
    query: trace.query,
    terms: trace.query === null ? null : memories.map(({ terms }) => terms ?? []),
  });
}

/** NaN stands for null. */
function packed(memories: readonly TracedMemory[]): string {
  const bytes = Buffer.alloc(memories.length * NUMBERS * NUMBER_BYTES);
  let at = 0;
  for (const { score, parts } of memories) {
    at = bytes.writeFloatLE(score, at);
    for (const part of PARTS) at = bytes.writeFloatLE(parts[part] ?? NaN, at);
  }
  return bytes.toString('base64');
}

export function traceOfRow({ ids, owners, reasons, scores, terms, ...trace }: TraceRow): RecallTrace {
  const view = new DataView(scores.buffer, scores.byteOffset, scores.byteLength);
  const memories = ids.map((id, at): TracedMemory => {
    const number = (place: number) => numberAt(view, at * NUMBERS + place);
    return {
      id,
      agentId: owners?.[at] ?? trace.agentId,
      score: number(0) ?? 0,
      reason: REASONS.get(reasons[at] ?? '') ?? 'beyond_limit',
      parts: partsOf(number),
      terms: terms?.[at] ?? null,
    };
  });
  return { ...trace, memories };
}

function partsOf(number: (place: number) => number | null): ScoreParts {
  const [lexical = null, vector = null, similarity = null, neighbours, time, speaker] = PARTS.map((_, at) =>
    number(at + 1),
  );
  return { lexical, vector, similarity, neighbours: neighbours ?? 0, time: time ?? 0, speaker: speaker ?? 0 };
}

/** The number with the digits that four bytes hold. */
function numberAt(view: DataView, place: number): number | null {
  const value = view.getFloat32(place * NUMBER_BYTES, true);
  return Number.isNaN(value) ? null : Number(value.toPrecision(7));
}
