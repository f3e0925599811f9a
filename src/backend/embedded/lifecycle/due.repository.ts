// SQL: what is due is found by an index over all namespaces, and one statement locks, stamps and records it.
import type { AuditTrail } from '../../../audit/audit-trail';
import { PrismaService } from '../../../database/prisma.service';
import { sql } from '../../../database/sql';
import { byNamespace } from '../by-namespace';
import { OWN_TIME } from '../../memory-lifecycle';
import { changeNotes, type ChangedRow } from '../memory-notes';
import { readableTime } from '../memory-rows';

const SLICE = 500;

interface DueMemory {
  namespaceId: string;
  /** Null while the namespace is being deleted. */
  namespace: string | null;
  id: string;
}

/** Memories with a time of their own at which they expire. */
export class DueRepository {
  constructor(
    private readonly database: PrismaService,
    private readonly trail: AuditTrail,
  ) {}

  /** The earliest such time of all active memories. */
  async next(): Promise<Date | null> {
    const all = () =>
      this.database.query<{ at: Date | null }>(sql`
        SELECT ${readableTime(sql`m.expires_at`)} AS at FROM memories m
        WHERE m.status = 'active' AND m.expires_at IS NOT NULL ORDER BY m.expires_at LIMIT 1`);
    const [first] = await this.orOfReachable(all, () =>
      this.database.query(sql`
        SELECT ${readableTime(sql`min(nullif(r.result, '')::timestamptz)`)} AS at FROM run_command_on_shards('memories',
          'SELECT min(m.expires_at) FROM %s m WHERE m.status = ''active''') r WHERE r.success`),
    );
    return first?.at ?? null;
  }

  /** Expires those that are due at the time, each as of its own time. */
  async expire(at: Date): Promise<void> {
    while ((await this.expireSlice(at)) === SLICE);
  }

  private async expireSlice(at: Date): Promise<number> {
    const all = () =>
      this.database.query<DueMemory>(sql`
        SELECT m.namespace_id::text AS "namespaceId", n.name AS namespace, m.id
        FROM memories m JOIN namespaces n ON n.id = m.namespace_id
        WHERE m.status = 'active' AND m.expires_at <= ${at}::timestamptz
        ORDER BY m.expires_at LIMIT ${SLICE}`);
    const due = await this.orOfReachable(all, () => this.dueOfReachable(at));
    for (const rows of byNamespace(due).values()) await this.expireIn(rows, at);
    return due.length;
  }

  private dueOfReachable(at: Date): Promise<DueMemory[]> {
    const ofShard = `SELECT string_agg(m.namespace_id || ' ' || m.id, ',') FROM (SELECT m.namespace_id, m.id FROM %s m
      WHERE m.status = 'active' AND m.expires_at <= '${at.toISOString()}' LIMIT ${SLICE}) m`;
    return this.database.query(sql`
      SELECT n.id::text AS "namespaceId", n.name AS namespace, split_part(due, ' ', 2) AS id
      FROM run_command_on_shards('memories', ${ofShard}) r CROSS JOIN string_to_table(r.result, ',') AS due
      JOIN namespaces n ON n.id::text = split_part(due, ' ', 1) WHERE r.success LIMIT ${SLICE}`);
  }

  /** While a server of a distributed database is away, what is due on the others: every request waits for this. */
  private async orOfReachable<Row>(
    all: () => Promise<Row[]>,
    reachable: () => Promise<Row[]>,
  ): Promise<Row[]> {
    try {
      return await all();
    } catch (error) {
      if (!(await this.database.isDistributed())) throw error;
      return reachable();
    }
  }

  /**
   * One namespace at a time, because a distributed database locks no rows of several. In the order of ids, so that two
   * callers cannot wait for each other. The statement ends with its INSERT, which then needs no other server.
   */
  private async expireIn(due: readonly DueMemory[], at: Date): Promise<void> {
    const [{ namespaceId, namespace } = { namespaceId: '', namespace: null }] = due;
    const ids = due.map(({ id }) => id);
    const statement = sql`
      WITH locked AS MATERIALIZED (
        SELECT m.namespace_id, m.id, GREATEST(m.expires_at, m.created_at) AS at FROM memories m
        WHERE m.namespace_id = ${namespaceId}::bigint AND m.id = ANY(${ids}::uuid[])
          AND m.status = 'active' AND m.expires_at <= ${at}::timestamptz
        ORDER BY m.id FOR NO KEY UPDATE OF m
      ), expired AS (
        UPDATE memories m SET status = 'expired', expired_at = l.at, expired_by = ${OWN_TIME}
        FROM locked l
        WHERE m.namespace_id = ${namespaceId}::bigint AND m.id = ANY(${ids}::uuid[]) AND m.id = l.id
        RETURNING m.namespace_id, m.id, m.expired_at
      )
      INSERT INTO memory_history (namespace_id, memory_id, at, event, session_id, by)
      SELECT e.namespace_id, e.id, e.expired_at, 'expired', NULL, ${OWN_TIME} FROM expired e
      RETURNING memory_id AS id`;
    await this.database.transaction(async () => {
      const rows = await this.database.query<{ id: string }>(statement);
      const changed = rows.map(({ id }): ChangedRow => ({ id, namespace }));
      for (const note of changeNotes(changed, 'expired', { sessionId: null, by: OWN_TIME }))
        this.trail.note(note);
    });
  }
}
