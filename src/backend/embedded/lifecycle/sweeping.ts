// SQL: the policy is one CASE expression; a slice is judged in one statement, and stamped and recorded in another.
import { errorCode } from '../../../database/database-errors';
import { MAX_LISTED, type SweepOutcome, type SweepRequest, type SweptMemory } from '../../memory-lifecycle';
import { runSweep, SweepErrors, SweepTally, type SweepCounts } from '../../sweep-tally';
import type { NamespacesRepository } from '../namespaces.repository';
import { changeNotes } from '../memory-notes';
import { inRange, IS_SOUND } from '../memory-rows';
import { idBefore, workInSlices, type IdRange } from './id-slices';
import type { AuditTrail } from '../../../audit/audit-trail';
import { PrismaService } from '../../../database/prisma.service';
import { sql, type Sql } from '../../../database/sql';
import type { MemoryStatus, MemoryType } from '../../memory';
import type { ExpiryAge, ExpiryPolicy, RuleMatch } from '../../expiry-policy';

/** A slice is over in some hundredths of a second: recall reads its changes at once, and waits for no more. */
const WRITTEN_SLICE = 700;
const READ_SLICE = 10_000;

/** Expires the memories of a namespace by a policy. */
export class Sweeping {
  constructor(
    private readonly sweeps: SweepRepository,
    private readonly namespaces: NamespacesRepository,
  ) {}

  sweep(namespaceId: string, request: SweepRequest): Promise<SweepOutcome> {
    const { policy, at } = request;
    const plan = { namespaceId, verdict: verdictSql(policy, at), at };
    const latest = latestDue(policy, at);
    return runSweep(request, (sweepId) => this.judgeOld({ ...plan, sweepId }, latest));
  }

  /** Judges memories from the first to the last id of those old enough: ids grow with time, so few others. */
  private async judgeOld(plan: Omit<SweepPlan, 'waits'>, latest: Date | null): Promise<SweepOutcome> {
    const { active, expired, first, last } = await this.sweeps.scope(plan.namespaceId, latest);
    const outcome =
      first === null || last === null
        ? new SweepTally().outcome([])
        : await this.judgeAll(plan, { after: idBefore(first), until: last });
    return { ...outcome, scanned: active, alreadyExpired: expired };
  }

  private async judgeAll(
    plan: Omit<SweepPlan, 'waits'>,
    ids: { after: string; until: string },
  ): Promise<SweepOutcome> {
    const tally = new SweepTally();
    const errors = new SweepErrors();
    let listed = 0;
    const add = (slice: SweptSlice): void => {
      listed += slice.memories.length;
      tally.add(slice);
    };
    await workInSlices(
      {
        take: async (range, isRetry) => {
          const slice = await this.sweeps.take({ ...plan, waits: isRetry }, range, MAX_LISTED - listed);
          add(slice);
          return slice;
        },
        ids: (range) => this.namespaces.memoryIds(plan.namespaceId, range),
        fail: async (id, range, error) => {
          errors.add(id, error, errorCode(error));
          // What cannot be written may still be read.
          if (plan.sweepId === null) return;
          const slice = await this.sweeps
            .take({ ...plan, sweepId: null, waits: false }, range, MAX_LISTED - listed)
            .catch(() => null);
          if (slice) add(slice);
        },
      },
      plan.sweepId === null ? READ_SLICE : WRITTEN_SLICE,
      ids,
    );
    return tally.outcome(errors.listed);
  }
}

interface SweepPlan {
  namespaceId: string;
  /** See `verdictSql`. */
  verdict: Sql;
  at: Date;
  /** Null: nothing is written. */
  sweepId: string | null;
  /** Whether to wait for memories that others are changing; otherwise they are skipped. */
  waits: boolean;
}

/** The counts of a slice, and the first of its matches. */
export interface SweptSlice extends SweepCounts {
  /** Null when there is no memory in the range. */
  last: string | null;
}

interface SweepScope {
  active: number;
  expired: number;
  /** The first and the last id of active memories that were not updated since; null if there are none. */
  first: string | null;
  last: string | null;
}

interface SliceRow extends Omit<SweptSlice, 'memories'> {
  /** Of those to expire. */
  due: string[];
  namespace: string | null;
  memories: { id: string; title: string; type: MemoryType; created: number; updated: number; by: string }[];
}

/** Expires memories by a policy: one statement judges a slice, another one expires what is due in it. */
export class SweepRepository {
  constructor(
    private readonly database: PrismaService,
    private readonly trail: AuditTrail,
  ) {}

  /** `latest`: only memories that were not updated after it may expire; null: none. */
  async scope(namespaceId: string, latest: Date | null): Promise<SweepScope> {
    const rows = await this.database.query<SweepScope>(sql`
      SELECT min(m.id::text COLLATE "C") AS first, max(m.id::text COLLATE "C") AS last,
        ${countOf(namespaceId, 'active')} AS active, ${countOf(namespaceId, 'expired')} AS expired
      FROM memories m
      WHERE m.namespace_id = ${namespaceId}::bigint AND m.updated_at <= ${latest}::timestamptz AND m.status = 'active'`);
    return rows[0] as SweepScope;
  }

  /**
   * Judges the memories of a range and expires those that have reached their age, but for those that somebody
   * has changed since they were judged, or is changing. A slice that is done again counts the same again.
   */
  async take(plan: SweepPlan, range: IdRange, listed: number): Promise<SweptSlice> {
    const judging = sql`
      WITH slice AS MATERIALIZED (${judged(plan, range)})
      SELECT (SELECT s.id FROM slice s ORDER BY s.id DESC LIMIT 1) AS last,
        count(*)::float8 AS read,
        count(*) FILTER (WHERE s.is_judged)::float8 AS scanned,
        count(s.verdict)::float8 AS matched,
        count(*) FILTER (WHERE s.is_mine)::float8 AS expired,
        ${PER_RULE} AS "perRule", ${listing(listed)} AS memories,
        ${plan.sweepId === null ? sql`'{}'::text[]` : DUE} AS due,
        (SELECT n.name FROM namespaces n WHERE n.id = ${plan.namespaceId}::bigint) AS namespace
      FROM slice s`;
    const [row] = await this.database.queryOnce<SliceRow>(judging);
    const slice = row as SliceRow;
    const { last, read, scanned, matched, perRule, memories } = slice;
    const expired = slice.expired + (slice.due.length > 0 ? await this.expire(plan, slice) : 0);
    return { last, read, scanned, matched, expired, perRule, memories: memories.map(toSwept) };
  }

  /** The number of those that were expired: others have changed since they were judged, or are changing. */
  private expire(plan: SweepPlan, { due, namespace }: SliceRow): Promise<number> {
    return this.database.transaction(async () => {
      const rows = await this.database.queryOnce<{ id: string }>(expiry(plan, due));
      const act = { sessionId: null, by: null };
      const changed = rows.map(({ id }) => ({ id, namespace }));
      for (const note of changeNotes(changed, 'expired', act)) this.trail.note(note);
      return changed.length;
    });
  }
}

function countOf(namespaceId: string, status: MemoryStatus): Sql {
  return sql`(SELECT coalesce(sum(c.memories), 0)::float8 FROM memory_counts c
    WHERE c.namespace_id = ${namespaceId}::bigint AND c.status = ${status})`;
}

/** Memories that this sweep expired keep the verdict that they got. */
function judged({ namespaceId, verdict, at, sweepId }: SweepPlan, range: IdRange): Sql {
  // Not `=`: for that it may read all that the sweep has done, by the index for undoing it.
  const isMine = sql`m.status = 'expired' AND m.expired_at = ${at}::timestamptz AND EXISTS (
    SELECT 1 FROM memory_history h
    WHERE h.namespace_id = m.namespace_id AND h.memory_id = m.id
      AND h.sweep_id IS NOT DISTINCT FROM ${sweepId}::uuid)`;
  return sql`
    SELECT m.namespace_id, m.id, m.title, m.type, m.created_at, m.updated_at, m.is_mine,
      m.status = 'active' OR m.is_mine AS is_judged,
      CASE WHEN NOT ${IS_SOUND} THEN NULL WHEN m.status = 'active' THEN ${verdict} WHEN m.is_mine THEN m.expired_by END AS verdict
    FROM (SELECT m.*, ${sweepId === null ? sql`false` : isMine} AS is_mine FROM memories m
      WHERE ${inRange(namespaceId, range)}) AS m`;
}

/**
 * A change moves `updated_at`, or the status: each is judged once more in the newest version, under its lock. The memories
 * are named by an array: a distributed database locks no rows of a join.
 */
function expiry({ namespaceId, verdict, at, waits, sweepId }: SweepPlan, due: readonly string[]): Sql {
  return sql`
    WITH taken AS (
      SELECT m.namespace_id, m.id, ${verdict} AS verdict FROM memories m
      WHERE m.namespace_id = ${namespaceId}::bigint AND m.id = ANY(${due}::uuid[]) AND m.status = 'active'
        AND (${verdict}) IS NOT NULL
      ORDER BY m.id FOR NO KEY UPDATE OF m ${waits ? sql`` : sql`SKIP LOCKED`}
    ), expired AS (
      UPDATE memories m SET status = 'expired', expired_at = ${at}::timestamptz, expired_by = t.verdict
      FROM taken t WHERE m.namespace_id = t.namespace_id AND m.id = t.id
      RETURNING m.namespace_id, m.id, m.expired_by
    ), noted AS (
      INSERT INTO memory_history (namespace_id, memory_id, at, event, by, sweep_id)
      SELECT e.namespace_id, e.id, ${at}::timestamptz, 'expired', e.expired_by, ${sweepId}::uuid FROM expired e
    )
    SELECT e.id::text AS id FROM expired e`;
}

const DUE: Sql = sql`ARRAY(SELECT s.id::text FROM slice s WHERE s.verdict IS NOT NULL AND NOT s.is_mine ORDER BY s.id)`;

const PER_RULE: Sql = sql`(SELECT coalesce(json_object_agg(r.verdict, r.matched), '{}') FROM (
  SELECT v.verdict, count(*) AS matched FROM slice v WHERE v.verdict IS NOT NULL GROUP BY v.verdict) AS r)`;

function listing(limit: number): Sql {
  return sql`(SELECT coalesce(json_agg(l ORDER BY l.id), '[]') FROM (
    SELECT v.id, v.title, v.type, v.verdict AS by,
      extract(epoch FROM v.created_at)::float8 * 1000 AS created,
      extract(epoch FROM v.updated_at)::float8 * 1000 AS updated
    FROM slice v WHERE v.verdict IS NOT NULL ORDER BY v.id LIMIT ${limit}) AS l)`;
}

function toSwept({ id, title, type, created, updated, by }: SliceRow['memories'][number]): SweptMemory {
  return {
    id,
    title,
    type,
    createdAt: new Date(Math.round(created)),
    updatedAt: new Date(Math.round(updated)),
    expiredBy: by,
  };
}

/** Before this no time can be written down in PostgreSQL (4713 BC), so nothing is as old. */
const EARLIEST_MS = -210_866_803_200_000;

/**
 * What a memory `m` expires by at a time, as an expression: the rule or `retention.<type>`; null when it does not.
 * The same as `expiredBy` of the policy, for a memory with its times. Its text follows the shape of the policy, its values are parameters.
 */
export function verdictSql({ rules, retention }: ExpiryPolicy, at: Date): Sql {
  const byRule = rules.map(
    ({ name, match, expireAfter }) => sql`WHEN ${matching(match)} THEN ${reached(expireAfter, at, name)}`,
  );
  const byType = Object.entries(retention).map(
    ([type, age]) => sql`WHEN m.type = ${type} THEN ${reached(age, at, `retention.${type}`)}`,
  );
  const cases = [...byRule, ...byType];
  return cases.length === 0 ? sql`NULL::text` : sql`CASE ${spaced(cases)} END`;
}

/** No memory that was updated after this expires; null if none does. */
function latestDue({ rules, retention }: ExpiryPolicy, at: Date): Date | null {
  const ages = [...rules.map(({ expireAfter }) => expireAfter), ...Object.values(retention)];
  const shortest = Math.min(...ages.map((age) => age ?? Number.POSITIVE_INFINITY));
  const latest = at.getTime() - shortest;
  return latest < EARLIEST_MS ? null : new Date(latest);
}

function reached(age: ExpiryAge, at: Date, name: string): Sql {
  const since = age === null ? null : at.getTime() - age;
  if (since === null || since < EARLIEST_MS) return sql`NULL::text`;
  return sql`CASE WHEN m.updated_at <= ${new Date(since)}::timestamptz THEN ${name}::text END`;
}

function matching({ types, tags, sources, provenances, confidenceBelow }: RuleMatch): Sql {
  return sql`true
    ${types ? sql`AND m.type = ANY(${types}::text[])` : sql``}
    ${tags ? sql`AND m.tags && ${tags}::text[]` : sql``}
    ${sources ? sql`AND m.source = ANY(${sources}::text[])` : sql``}
    ${provenances ? sql`AND m.provenance = ANY(${provenances}::text[])` : sql``}
    ${confidenceBelow === null ? sql`` : sql`AND m.confidence < ${confidenceBelow}::float8`}`;
}

function spaced(parts: readonly Sql[]): Sql {
  return parts.reduce((whole, part) => sql`${whole} ${part}`);
}
