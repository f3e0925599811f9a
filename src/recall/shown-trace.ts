import { allows } from '../access/grant';
import type { Memory } from '../backend/memory';
import type { ActiveSession } from '../sessions/session';
import type { RecallTrace, TracedMemory } from '../traces/recall-trace';
import type { MemoryExplanation } from './explanation.dto';
import { NOT_KEPT, type MemoryState, type TracedMemoryRow, type TraceRecord } from './traces.dto';

/** Removes memories of agents that the key of the request is not for: its agent may have read them for others. */
export function visibleTrace(trace: RecallTrace, { grant }: Pick<ActiveSession, 'grant'>): RecallTrace {
  if (grant === undefined) return trace;
  const isVisible = ({ agentId }: TracedMemory) => allows(grant, agentId, 'read');
  return {
    ...trace,
    memories: trace.memories.filter(isVisible),
    given: trace.memories.slice(0, trace.given).filter(isVisible).length,
  };
}

/** A trace as the interface lists it. */
export function toTraceRecord(trace: RecallTrace, toRow = toMemoryRow): TraceRecord {
  const { outcome, memories, given } = trace;
  return {
    agent_id: trace.agentId,
    trace_id: trace.traceId,
    at: trace.at.toISOString(),
    mode: trace.mode,
    via: trace.via,
    session_id: trace.sessionId,
    by: trace.by,
    key_id: trace.keyId,
    client: trace.client,
    request_id: trace.requestId,
    query: trace.query,
    request: trace.request,
    retrieval: outcome.retrieval,
    lexical_reason: outcome.lexicalReason,
    verdict: outcome.verdict,
    generated_by: outcome.generatedBy,
    duration_ms: trace.durationMs,
    memories: memories.slice(0, given).map(toRow),
    cut: memories.slice(given).map(toRow),
  };
}

/**
 * One trace with the explanation of each memory. `existing`: by the agents whose memories the reader may see, those of the
 * trace that exist.
 */
export function toTraceResponse(
  trace: RecallTrace,
  existing: ReadonlyMap<string, readonly Memory[]>,
): TraceRecord {
  const toRow = (traced: TracedMemory): TracedMemoryRow => ({
    ...toMemoryRow(traced),
    ...nowOf(traced, existing.get(traced.agentId), trace.at),
    explain: explanationOf(traced),
  });
  return {
    ...toTraceRecord(trace, toRow),
    not_kept: trace.query === null ? [...NOT_KEPT] : ['ranks'],
  };
}

function toMemoryRow({ id, agentId, score, reason }: TracedMemory): TracedMemoryRow {
  return { memory_id: id, agent_id: agentId, score, reason };
}

function nowOf(
  { id }: TracedMemory,
  existing: readonly Memory[] | undefined,
  at: Date,
): Pick<TracedMemoryRow, 'now'> {
  if (existing === undefined) return {};
  const memory = existing.find((each) => each.id === id);
  return { now: stateOf(memory, at) };
}

function stateOf(memory: Memory | undefined, at: Date): MemoryState {
  if (memory === undefined) return 'deleted';
  if (memory.updatedAt > at) return 'changed';
  return memory.expiredAt !== null && memory.expiredAt > at ? 'expired' : 'same';
}

function explanationOf({ parts, terms }: TracedMemory): MemoryExplanation {
  const { lexical, vector, similarity, neighbours, time, speaker } = parts;
  return {
    lexical: lexical === null ? null : { rank: null, score: lexical },
    vector: vector === null ? null : { rank: null, score: vector, similarity: similarity ?? 0 },
    neighbours,
    time,
    speaker,
    matched_terms: [...(terms ?? [])],
  };
}
