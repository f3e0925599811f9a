import { Injectable } from '@nestjs/common';
import type { MemoryFilter } from '../backend/memory-filter';
import type { ScoredMemory } from '../backend/memory-search';
import type { ActiveSession } from '../sessions/session';
import {
  newTraceId,
  type RecallTrace,
  type TracedMemory,
  type TraceMode,
  type TraceOutcome,
} from '../traces/recall-trace';
import { RecallTraces } from '../traces/recall-traces.service';
import type { FoundMemories } from './answer-search.service';
import type { AnswerRequest } from './answer.dto';
import { EXTRACTIVE, type Answer } from './extractive-answer';
import type { RecallRequest } from './recall.dto';
import { agentIdOf } from './searched-agents';
import { shownFilter } from './shown-filter';
import { tracedMemory, type LeftOut } from './traced-memory';

/** A request, when it came, and since when it is worked on, in the milliseconds of `performance.now`. */
interface Asked {
  at: Date;
  begun: number;
}

interface AskedRecall extends Asked {
  request: RecallRequest;
  limit: number;
}

interface Recalled extends Pick<TraceOutcome, 'retrieval' | 'lexicalReason' | 'verdict'> {
  results: readonly ScoredMemory[];
  cut: readonly LeftOut[];
  filter: MemoryFilter;
}

/** Leaves a trace of what each recall and answer gave. Without `TRACE`, does nothing. */
@Injectable()
export class RecallTracing {
  constructor(private readonly traces: RecallTraces) {}

  recalled(session: ActiveSession, asked: AskedRecall, recalled: Recalled): void {
    if (this.traces.mode === 'off') return;
    const { results, cut, filter, retrieval, lexicalReason, verdict } = recalled;
    const traced = this.tracer(session);
    const memories = [
      ...results.map((each) => traced(each, 'returned')),
      ...cut.map(({ found, reason }) => traced(found, reason)),
    ];
    this.record(session, asked, {
      mode: 'recall',
      request: { filters: shownFilter(filter), ...limitsOf(asked) },
      outcome: { retrieval, lexicalReason, verdict, generatedBy: null },
      memories,
      given: results.length,
      query: asked.request.query,
    });
  }

  /** A model may have read all memories of an answer; without one only those are given that the answer quotes. */
  answered(
    session: ActiveSession,
    asked: Asked & { request: AnswerRequest },
    { memories: read, searched, retrieval, lexicalReason }: FoundMemories,
    { sources, certainty, generatedBy }: Omit<Answer, 'text'>,
  ): void {
    if (this.traces.mode === 'off') return;
    const { request } = asked;
    const traced = this.tracer(session);
    const known = new Set([...sources, ...read].map(({ memory }) => memory.id));
    const cited = new Set(sources.map(({ memory }) => memory.id));
    const uncited = read.filter(({ memory }) => !cited.has(memory.id));
    const rest = searched.filter(({ memory }) => !known.has(memory.id));
    this.record(session, asked, {
      mode: 'answer',
      request: answerLimits(request),
      outcome: { retrieval, lexicalReason, verdict: certainty, generatedBy },
      memories: [
        ...sources.map((each) => traced(each, 'returned')),
        ...uncited.map((each) => traced(each, 'not_cited')),
        ...rest.map((each) => traced(each, 'not_bearing')),
      ],
      given: sources.length + (generatedBy === EXTRACTIVE ? 0 : uncited.length),
      query: request.question,
    });
  }

  private tracer(session: ActiveSession) {
    const [agentOf, keepsTerms] = [agentIdOf(session), this.traces.mode === 'full'];
    return (found: ScoredMemory, reason: TracedMemory['reason']): TracedMemory =>
      tracedMemory(found, { agentId: agentOf(found), reason, keepsTerms });
  }

  private record(
    { agentId, sessionId, grant, origin }: ActiveSession,
    { at, begun }: Asked,
    {
      query,
      ...what
    }: Pick<RecallTrace, 'request' | 'outcome' | 'memories' | 'given'> & {
      mode: TraceMode;
      query: string;
    },
  ): void {
    this.traces.record({
      traceId: newTraceId(at),
      agentId,
      at,
      sessionId,
      by: grant?.by ?? null,
      keyId: grant?.keyId ?? null,
      client: origin?.client ?? 'unknown',
      via: origin?.via ?? 'http',
      requestId: origin?.requestId ?? null,
      durationMs: performance.now() - begun,
      query: this.traces.mode === 'full' ? query : null,
      ...what,
    });
  }
}

/** Limits that are not as they are by default. */
function limitsOf({ request, limit }: AskedRecall): Record<string, unknown> {
  const { cut, min_similarity, neighbours, diversity, max_tokens, include } = request;
  return {
    limit,
    ...(cut !== 'none' && { cut }),
    ...(min_similarity > 0 && { min_similarity }),
    ...(neighbours !== 'auto' && { neighbours }),
    ...(diversity > 0 && { diversity }),
    ...(max_tokens && { max_tokens }),
    ...(include && { include }),
  };
}

function answerLimits(request: AnswerRequest): Record<string, unknown> {
  const { scopes, metadata, valid_at, limit, threshold, neighbours, include } = request;
  const filters = { ...(scopes && { scopes }), ...(metadata && { metadata }), ...(valid_at && { valid_at }) };
  return {
    filters,
    limit,
    ...(threshold > 0 && { threshold }),
    ...(neighbours !== 'auto' && { neighbours }),
    ...(include && { include }),
  };
}
