// SQL: one insert of a batch from JSON, conditions on arrays and on agents without a relation, and deletes in slices.
import { Injectable } from '@nestjs/common';
import { brieflyInTransaction, inSlices, type Slice, type TimeLimits } from '../database/bounded-work';
import { PrismaService } from '../database/prisma.service';
import { allOf, sql, type Sql } from '../database/sql';
import { firstIdAt, type RecallTrace } from './recall-trace';
import { traceOfRow, type TraceRow } from './trace-row';

/** No request waits for a write. A write holds a connection for at most this time. */
const LIMITS: TimeLimits = { lockMs: 250, statementMs: 3_000 };

/** Rows deleted by one statement: few, so that no request waits long. */
const SLICE = 500;

/** No row is older. */
const START = new Date(0);

export interface TraceFilter {
  /** Inclusive. */
  since: Date | null;
  /** Exclusive. */
  until: Date | null;
  /** Only traces that name this memory. */
  memoryId: string | null;
  /** Only traces in which that memory was given. */
  isGiven?: boolean;
  requestId: string | null;
}

export interface TraceQuery extends TraceFilter {
  /** The id of the last trace of the page before. */
  after: string | null;
  limit: number;
}

const COLUMNS = sql`t.trace_id AS "traceId", t.agent_id AS "agentId", t.at, t.session_id AS "sessionId", t.by,
  t.key_id AS "keyId", t.client, t.via, t.request_id AS "requestId", t.mode, t.request, t.outcome,
  t.duration_ms AS "durationMs", t.ids, t.given::int AS given, t.reasons, t.scores, t.parts, t.query, t.terms`;

/** An earlier agent of the same id may have left others. */
const OF_LIVE_AGENT = sql`EXISTS (SELECT 1 FROM agents a WHERE a.agent_id = t.agent_id AND a.created_at <= t.at)`;

@Injectable()
export class RecallTracesRepository {
  constructor(private readonly prisma: PrismaService) {}

  /** Rows as JSON (see `traceRow`): all or none, but for those of agents that were deleted since. */
  async insert(rows: readonly string[]): Promise<void> {
    const json = `[${rows.join(',')}]`;
    await brieflyInTransaction(this.prisma, LIMITS, async () => {
      // A crash of the server may lose the last traces. Waiting for the disk would delay every request.
      await this.prisma.query(sql`SELECT set_config('synchronous_commit', 'off', true) AS setting`);
      await this.prisma.execute(sql`
        INSERT INTO recall_traces (agent_id, trace_id, at, session_id, by, key_id, client, via, request_id, mode,
          request, outcome, duration_ms, ids, given, reasons, scores, parts, query, terms)
        SELECT t.agent_id, t.trace_id, t.at, t.session_id, t.by, t.key_id, t.client, t.via, t.request_id, t.mode,
          t.request, t.outcome, t.duration_ms, t.ids, t.given, t.reasons, t.scores, t.parts, t.query, t.terms
        FROM json_to_recordset(${json}::json) AS t (agent_id text, trace_id uuid, at timestamptz, session_id text,
          by text, key_id text, client text, via text, request_id text, mode text, request json, outcome json,
          duration_ms real, ids text[], given smallint, reasons text[], scores real[], parts real[], query text,
          terms json)
        WHERE EXISTS (SELECT 1 FROM agents a WHERE a.agent_id = t.agent_id)
        ON CONFLICT DO NOTHING`);
    });
  }

  /** Newest first. */
  async list(agentId: string, query: TraceQuery): Promise<RecallTrace[]> {
    const rows = await this.prisma.query<TraceRow>(sql`
      SELECT ${COLUMNS} FROM recall_traces t
      WHERE ${allOf([sql`t.agent_id = ${agentId}`, OF_LIVE_AGENT, ...conditionsOf(query)])}
      ORDER BY t.trace_id DESC LIMIT ${query.limit}`);
    return rows.map(traceOfRow);
  }

  async find(agentId: string, traceId: string): Promise<RecallTrace | null> {
    const [row] = await this.prisma.query<TraceRow>(sql`
      SELECT ${COLUMNS} FROM recall_traces t
      WHERE t.agent_id = ${agentId} AND t.trace_id = ${traceId}::uuid AND ${OF_LIVE_AGENT}`);
    return row === undefined ? null : traceOfRow(row);
  }

  /** Deletes traces older than a time; how many. */
  prune(olderThan: Date): Promise<number> {
    return this.deleteInSlices(sql`t.at < ${olderThan}`);
  }

  /** Deletes the traces of a deleted agent. A later agent with the same id keeps its own. */
  forget(agentId: string): Promise<number> {
    return this.deleteInSlices(sql`t.agent_id = ${agentId} AND NOT ${OF_LIVE_AGENT}`);
  }

  /** Deletes what all deleted agents left. */
  forgetDeleted(): Promise<number> {
    return this.deleteInSlices(sql`NOT ${OF_LIVE_AGENT}`);
  }

  private deleteInSlices(condition: Sql): Promise<number> {
    return inSlices(START, (after) =>
      brieflyInTransaction(this.prisma, LIMITS, () => this.deleteSlice(after, condition)),
    );
  }

  /** In the order of the index on `at`, each slice from the end of the last one. */
  private async deleteSlice(after: Date, condition: Sql): Promise<Slice<Date>> {
    const [gone] = await this.prisma.query<{ number: number; last: Date | null }>(sql`
      WITH selected AS (
        SELECT t.agent_id, t.trace_id FROM recall_traces t WHERE t.at >= ${after} AND ${condition}
        ORDER BY t.at LIMIT ${SLICE}
      ), deleted AS (
        DELETE FROM recall_traces t USING selected d
        WHERE t.agent_id = d.agent_id AND t.trace_id = d.trace_id RETURNING t.at
      )
      SELECT count(*)::int AS number, max(at) AS last FROM deleted`);
    const touched = gone?.number ?? 0;
    return { touched, last: touched < SLICE ? null : (gone?.last ?? null) };
  }
}

function conditionsOf({ since, until, memoryId, isGiven, requestId, after }: TraceQuery): Sql[] {
  return [
    ...(since ? [sql`t.trace_id >= ${firstIdAt(since)}::uuid`] : []),
    ...(until ? [sql`t.trace_id < ${firstIdAt(until)}::uuid`] : []),
    ...(after ? [sql`t.trace_id < ${after}::uuid`] : []),
    ...(requestId !== null ? [sql`t.request_id = ${requestId}`] : []),
    ...(memoryId !== null ? [sql`t.ids @> ARRAY[${memoryId}]::text[]`] : []),
    ...(memoryId !== null && isGiven ? [sql`array_position(t.ids, ${memoryId}) <= t.given`] : []),
  ];
}
