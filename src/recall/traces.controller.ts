import { Controller, Get, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Logged } from '../activity/logged-route';
import { Documented } from '../common/documented';
import { notFound } from '../common/domain-error';
import { pageOf, requestedTimeCursor } from '../common/time-cursor';
import { uuidParam } from '../common/uuid-param';
import { MemoriesService } from '../memories/memories.service';
import type { ActiveSession } from '../sessions/session';
import { readAgents } from '../sessions/read-agents';
import { CurrentSession } from '../sessions/current-session';
import { SessionRoute } from '../sessions/session-route';
import type { RecallTrace, TracedMemory } from '../traces/recall-trace';
import { RecallTraces, type TraceFilter } from '../traces/recall-traces.service';
import { toInstant } from './recall-request';
import { toTraceRecord, toTraceResponse, visibleTrace } from './shown-trace';
import { TraceListResponse, TraceRecord, TracesQuery, UsesQuery } from './traces.dto';
import { MemoryIdParam } from '../memories/memory-id.param';

const traceNotFound = notFound('trace_not_found', 'Trace');
const TraceId = uuidParam('trace_id', 'Id of the trace', traceNotFound);

@ApiTags('Reading memories')
@SessionRoute('manage')
@Controller('api/v2/agents/:agent_id')
export class TracesController {
  constructor(
    private readonly traces: RecallTraces,
    private readonly memories: MemoriesService,
  ) {}

  @Get('traces')
  @Logged('traces', 'read', () => 0)
  @Documented({
    summary: 'What recalls and answers gave to whom, newest first',
    description: 'Kept as `TRACE` says, for `TRACE_RETENTION_DAYS`. Other replicas show it a second later.',
    response: TraceListResponse,
  })
  async listTraces(
    @CurrentSession() session: ActiveSession,
    @Query() query: TracesQuery,
  ): Promise<TraceListResponse> {
    const filter = {
      since: query.since === null ? null : toInstant('since', query.since, 'start', 'query'),
      until: query.until === null ? null : toInstant('until', query.until, 'end', 'query'),
      memoryId: query.memory_id,
      requestId: query.request_id,
    };
    return this.page(session, filter, query);
  }

  @Get('traces/:trace_id')
  @Logged('trace', 'read', () => 0)
  @Documented({
    summary: 'One trace, with the parts of each score at that moment',
    description: '`now` says what has become of each memory since.',
    response: TraceRecord,
  })
  async getTrace(@CurrentSession() session: ActiveSession, @TraceId() id: string): Promise<TraceRecord> {
    const found = await this.traces.find(session.agentId, id);
    if (found === null) throw traceNotFound(id);
    const trace = visibleTrace(found, session);
    const states = [session, ...readAgents(session)].map(async ({ agentId, namespace }) => {
      const own = trace.memories.filter((each) => each.agentId === agentId).map((each) => each.id);
      return [agentId, await this.memories.existing({ ...session, namespace }, own)] as const;
    });
    return toTraceResponse(trace, new Map(await Promise.all(states)));
  }

  @Get('memories/:memory_id/uses')
  @Logged('uses', 'read', () => 1)
  @Documented({
    summary: 'The traces in which a memory was given, newest first',
    description: 'Also of a memory that was deleted since.',
    response: TraceListResponse,
  })
  async listMemoryUses(
    @CurrentSession() session: ActiveSession,
    @MemoryIdParam() id: string,
    @Query() query: UsesQuery,
  ): Promise<TraceListResponse> {
    const filter = { since: null, until: null, memoryId: id, isGiven: true, requestId: null };
    const page = await this.page(session, filter, query);
    // Throws if there never was such a memory.
    if (page.count === 0) await this.memories.history(session, id, { after: null, limit: 1 });
    return page;
  }

  private async page(
    session: ActiveSession,
    filter: TraceFilter,
    { limit, cursor }: UsesQuery,
  ): Promise<TraceListResponse> {
    const { agentId } = session;
    const after = requestedTimeCursor(cursor)?.id ?? null;
    const found = await this.traces.list(agentId, { ...filter, after, limit: limit + 1 });
    const { items, nextCursor } = pageOf(found, limit, cursorOf);
    const visible = items.map((trace) => visibleTrace(trace, session));
    const traces = visible.filter(({ memories }) => names(memories, filter.memoryId));
    return {
      agent_id: agentId,
      traces: traces.map((trace) => toTraceRecord(trace)),
      count: traces.length,
      next_cursor: nextCursor,
    };
  }
}

function names(memories: readonly TracedMemory[], memoryId: string | null): boolean {
  return memoryId === null || memories.some(({ id }) => id === memoryId);
}

function cursorOf({ at, traceId }: RecallTrace) {
  return { time: at, id: traceId };
}
