// SQL: one insert of a batch from JSON, conditions on arrays and on agents without a relation, and deletes in slices.
import { Injectable } from '@nestjs/common';
import {
  brieflyInTransaction,
  type Counted,
  inSlices,
  sliceBy,
  type Slice,
  type TimeLimits,
  uncounted,
} from '../database/bounded-work';
import { PrismaService } from '../database/prisma.service';
import { allOf, sql, type Sql } from '../database/sql';
import { Prisma } from '../generated/prisma/client';
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

export interface TraceKey {
  agentId: string;
  traceId: string;
}

/** What a trace has of the texts of its request. */
export interface TracedTexts {
  traceId: string;
  query: string | null;
  request: unknown;
}

export type PickTraces = (page: readonly TracedTexts[]) => Promise<readonly TracedTexts[]>;

/** Ids in one condition. */
const MOST_IDS = 100;

const FIRST_ID = '00000000-0000-0000-0000-000000000000';

const COLUMNS = sql`t.trace_id AS "traceId", t.agent_id AS "agentId", t.at, t.session_id AS "sessionId", t.by,
  t.key_id AS "keyId", t.client, t.via, t.request_id AS "requestId", t.mode, t.request, t.outcome,
  t.duration_ms AS "durationMs", t.ids, t.owners, t.given::int AS given, t.reasons, t.scores, t.query, t.terms`;

/** An earlier agent of the same id may have left others. */
const OF_LIVE_AGENT = sql`EXISTS (SELECT 1 FROM agents a WHERE a.agent_id = t.agent_id AND a.created_at <= t.at)`;

@Injectable()
export class RecallTracesRepository {
  constructor(private readonly prisma: PrismaService) {}

  /** Rows as JSON (see `traceRow`): all or none, but for those of agents that were deleted since. */
  async insert(rows: readonly string[]): Promise<void> {
    const json = `[${rows.join(',')}]`;
    // It waits for the disk: the embedded database would write nothing before the next commit that does.
    await brieflyInTransaction(this.prisma, LIMITS, () =>
      this.prisma.execute(sql`
        INSERT INTO recall_traces (agent_id, trace_id, at, session_id, by, key_id, client, via, request_id, mode,
          request, outcome, duration_ms, ids, owners, given, reasons, scores, query, terms)
        SELECT t.agent_id, t.trace_id, t.at, t.session_id, t.by, t.key_id, t.client, t.via, t.request_id, t.mode,
          t.request, t.outcome, t.duration_ms, t.ids, t.owners, t.given, t.reasons, decode(t.scores, 'base64'), t.query, t.terms
        FROM json_to_recordset(${json}::json) AS t (agent_id text, trace_id uuid, at timestamptz, session_id text,
          by text, key_id text, client text, via text, request_id text, mode text, request json, outcome json,
          duration_ms real, ids text[], owners text[], given smallint, reasons text, scores text, query text,
          terms json)
        WHERE EXISTS (SELECT 1 FROM agents a WHERE a.agent_id = t.agent_id)
        ON CONFLICT DO NOTHING`),
    );
  }

  /** Newest first. */
  async list(agentId: string, query: TraceQuery): Promise<RecallTrace[]> {
    const rows = await this.prisma.query<TraceRow>(sql`
      SELECT ${COLUMNS} FROM recall_traces t
      WHERE ${allOf([sql`t.agent_id = ${agentId}`, OF_LIVE_AGENT, ...conditionsOf(query)])}
      ORDER BY t.trace_id DESC LIMIT ${query.limit}`);
    return rows.map(traceOfRow);
  }

  /** Reads the traces after an id, oldest first. */
  async after(agentId: string, traceId: string, limit: number): Promise<RecallTrace[]> {
    const rows = await this.prisma.query<TraceRow>(sql`
      SELECT ${COLUMNS} FROM recall_traces t
      WHERE t.agent_id = ${agentId} AND t.trace_id > ${traceId}::uuid AND ${OF_LIVE_AGENT}
      ORDER BY t.trace_id LIMIT ${limit}`);
    return rows.map(traceOfRow);
  }

  /** The ids of the newest traces of each agent, at most `limit` of one. From the primary key alone. */
  newestIds(agentIds: readonly string[], since: Date, limit: number): Promise<TraceKey[]> {
    return this.prisma.query<TraceKey>(sql`
      SELECT a.agent_id AS "agentId", t.trace_id::text AS "traceId" FROM unnest(${[...agentIds]}::text[]) AS a (agent_id)
      CROSS JOIN LATERAL (
        SELECT t.trace_id FROM recall_traces t
        WHERE t.agent_id = a.agent_id AND t.trace_id >= ${firstIdAt(since)}::uuid
        ORDER BY t.trace_id DESC LIMIT ${limit}
      ) t`);
  }

  /** Reads the traces of these ids that exist, oldest first. */
  async some(agentId: string, traceIds: readonly string[]): Promise<RecallTrace[]> {
    const rows = await this.prisma.query<TraceRow>(sql`
      SELECT ${COLUMNS} FROM recall_traces t
      WHERE t.agent_id = ${agentId} AND t.trace_id = ANY(${[...traceIds]}::uuid[]) AND ${OF_LIVE_AGENT}
      ORDER BY t.trace_id`);
    return rows.map(traceOfRow);
  }

  async find(agentId: string, traceId: string): Promise<RecallTrace | null> {
    const [row] = await this.prisma.query<TraceRow>(sql`
      SELECT ${COLUMNS} FROM recall_traces t
      WHERE t.agent_id = ${agentId} AND t.trace_id = ${traceId}::uuid AND ${OF_LIVE_AGENT}`);
    return row === undefined ? null : traceOfRow(row);
  }

  /** Deletes traces older than a time; how many. In the order of the index on `at`, each slice from the end of the last. */
  prune(olderThan: Date): Promise<number> {
    return inSlices(START, (after) =>
      this.slice<Date>(sql`
        WITH deleted AS (
          DELETE FROM recall_traces t USING (
            SELECT d.agent_id, d.trace_id FROM recall_traces d
            WHERE d.at >= ${after} AND d.at < ${olderThan} ORDER BY d.at LIMIT ${SLICE}
          ) d WHERE t.agent_id = d.agent_id AND t.trace_id = d.trace_id RETURNING t.at
        )
        SELECT count(*)::float8 AS touched, CASE WHEN count(*) = ${SLICE} THEN max(at) END AS last FROM deleted`),
    );
  }

  /** Deletes the traces of a deleted agent. A later agent with the same id keeps its own. */
  forget(agentId: string): Promise<number> {
    return inSlices(FIRST_ID, (after) =>
      this.slice<string>(sql`
        WITH deleted AS (
          DELETE FROM recall_traces t USING (
            SELECT t.trace_id FROM recall_traces t
            WHERE t.agent_id = ${agentId} AND t.trace_id > ${after}::uuid AND NOT ${OF_LIVE_AGENT}
            ORDER BY t.trace_id LIMIT ${SLICE}
          ) d WHERE t.agent_id = ${agentId} AND t.trace_id = d.trace_id RETURNING t.trace_id
        )
        SELECT count(*)::float8 AS touched,
          CASE WHEN count(*) = ${SLICE} THEN (SELECT d.trace_id::text FROM deleted d ORDER BY d.trace_id DESC LIMIT 1) END
            AS last
        FROM deleted`),
    );
  }

  /** Deletes what all deleted agents left. */
  async forgetDeleted(): Promise<number> {
    let deleted = 0;
    for (let after: string | null = ''; after !== null;) {
      const agents: { agentId: string; isDeleted: boolean }[] = await this.agentsAfter(after);
      for (const { agentId, isDeleted } of agents) if (isDeleted) deleted += await this.forget(agentId);
      after = agents.at(-1)?.agentId ?? null;
    }
    return deleted;
  }

  /** Agents with traces, by their ids, and whether the oldest is of a deleted one; each takes two looks at an index. */
  private agentsAfter(after: string): Promise<{ agentId: string; isDeleted: boolean }[]> {
    const next = (last: Sql) =>
      sql`(SELECT t.agent_id FROM recall_traces t WHERE t.agent_id > ${last} ORDER BY t.agent_id LIMIT 1)`;
    return this.prisma.query(sql`
      WITH RECURSIVE found (agent_id, place) AS (
        SELECT ${next(sql`${after}`)}, 1
        UNION ALL
        SELECT ${next(sql`f.agent_id`)}, f.place + 1 FROM found f WHERE f.agent_id IS NOT NULL AND f.place < ${SLICE}
      )
      SELECT f.agent_id AS "agentId", NOT COALESCE((
        SELECT ${OF_LIVE_AGENT} FROM recall_traces t WHERE t.agent_id = f.agent_id ORDER BY t.trace_id LIMIT 1
      ), true) AS "isDeleted"
      FROM found f WHERE f.agent_id IS NOT NULL ORDER BY f.agent_id`);
  }

  /** Deletes the queries that found one of the memories, also those of agents that read them; their number. Ids and scores stay. */
  async forgetFound(agentId: string, memoryIds: readonly string[]): Promise<number> {
    let forgotten = 0;
    for (let at = 0; at < memoryIds.length; at += MOST_IDS) {
      const { count } = await this.traces.updateMany({
        where: whereFound(agentId, memoryIds.slice(at, at + MOST_IDS)),
        data: { query: null, terms: Prisma.DbNull },
      });
      forgotten += count;
    }
    return forgotten;
  }

  /** The ids of the traces whose queries `forgetFound` would delete. */
  async findFound(agentId: string, memoryIds: readonly string[]): Promise<string[]> {
    const found = new Set<string>();
    for (let at = 0; at < memoryIds.length; at += MOST_IDS) {
      const where = whereFound(agentId, memoryIds.slice(at, at + MOST_IDS));
      const rows = await this.traces.findMany({ where, select: { traceId: true } });
      rows.forEach(({ traceId }) => found.add(traceId));
    }
    return [...found];
  }

  /** Deletes whole traces, those that `pick` keeps of each page by their queries and filters; their number. */
  forgetPicked(agentId: string, pick: PickTraces, counted: Counted = uncounted): Promise<number> {
    return inSlices(FIRST_ID, async (after) => {
      const rows = await this.traces.findMany({
        where: { agentId, traceId: { gt: after } },
        orderBy: { traceId: 'asc' },
        take: SLICE,
        select: { traceId: true, query: true, request: true },
      });
      const picked = (await pick(rows)).map(({ traceId }) => traceId);
      const deletion = async () =>
        (await this.traces.deleteMany({ where: { agentId, traceId: { in: picked } } })).count;
      const touched = picked.length === 0 ? 0 : await counted(deletion, picked.length);
      return { last: rows.length < SLICE ? null : (rows.at(-1)?.traceId ?? null), touched };
    });
  }

  /** Of the running transaction, if there is one. */
  private get traces() {
    return this.prisma.models.recallTrace;
  }

  private slice<Key>(statement: Sql): Promise<Slice<Key>> {
    return brieflyInTransaction(this.prisma, LIMITS, () => sliceBy<Key>(this.prisma, statement));
  }
}

/** Traces with queries that found one of the memories of an agent. */
function whereFound(agentId: string, memoryIds: readonly string[]): Prisma.RecallTraceWhereInput {
  const ids = { hasSome: [...memoryIds] };
  return { OR: [{ agentId }, { owners: { has: agentId } }], ids, query: { not: null } };
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
