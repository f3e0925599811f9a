import { Database, sql, type Sql } from '../../../database/database';
import type { Act } from '../../act';
import { inNamespace } from '../memory-rows';

/** A memory to be deleted, in the very version that was read: a later one may have left more in the history. */
export interface Doomed {
  id: string;
  /** The transaction that wrote it. */
  version: string;
  /** Of its content, in hex. */
  fingerprint: string;
}

/** Deletes memories for good. What stays is the bare fact in the history, and a fingerprint of the content. */
export class DeletionsRepository {
  constructor(private readonly database: Database) {}

  /** Null when there is no such memory. */
  async find(namespace: string, id: string): Promise<{ version: string; contentKey: string } | null> {
    const rows = await this.database.query<{ version: string; contentKey: string }>(sql`
      SELECT m.xid::text AS version, m.content_key::text AS "contentKey" FROM memories m
      WHERE ${inNamespace(namespace)} AND m.id = ${id}::uuid`);
    return rows[0] ?? null;
  }

  /** Those of these memories that there are. */
  async findAll(
    namespaceId: string,
    ids: readonly string[],
  ): Promise<{ id: string; version: string; contentKey: string }[]> {
    return this.database.query(sql`
      SELECT m.id, m.xid::text AS version, m.content_key::text AS "contentKey"
      FROM unnest(${ids.map(() => namespaceId)}::bigint[], ${ids}::uuid[]) AS d (namespace_id, id)
      JOIN memories m ON m.namespace_id = d.namespace_id AND m.id = d.id`);
  }

  /** False when it is not there, or not in this version. */
  async delete(namespace: string, { id, version, fingerprint }: Doomed, act: Act): Promise<boolean> {
    const deleted = await this.bury(
      sql`
        SELECT m.namespace_id, m.id, ${fingerprint}::text AS fingerprint FROM memories m
        WHERE ${inNamespace(namespace)} AND m.id = ${id}::uuid AND m.xid = ${version}::text::xid8
        FOR UPDATE`,
      act,
    );
    return deleted > 0;
  }

  /**
   * Deletes those still in these versions; one that somebody is changing is left alone. The namespace stands
   * beside each for the sake of the plan (see `inRange`).
   */
  async deleteAll(namespaceId: string, doomed: readonly Doomed[], act: Act): Promise<number> {
    return this.bury(
      sql`
        SELECT m.namespace_id, m.id, d.fingerprint
        FROM unnest(${doomed.map(() => namespaceId)}::bigint[], ${doomed.map((each) => each.id)}::uuid[], ${doomed.map((each) => each.version)}::text[],
          ${doomed.map((each) => each.fingerprint)}::text[]) AS d (namespace_id, id, version, fingerprint)
        JOIN memories m ON m.namespace_id = d.namespace_id AND m.id = d.id
        WHERE m.xid = d.version::xid8
        ORDER BY m.id FOR UPDATE OF m SKIP LOCKED`,
      act,
    );
  }

  /** Which of these contents were deleted from the namespace, by their fingerprints. */
  async findDeleted(namespace: string, fingerprints: readonly string[]): Promise<Set<string>> {
    const rows = await this.database.query<{ fingerprint: string }>(sql`
      SELECT encode(d.fingerprint, 'hex') AS fingerprint FROM deleted_fingerprints d
      WHERE d.namespace_id = (SELECT n.id FROM namespaces n WHERE n.name = ${namespace})
        AND d.fingerprint = ANY(SELECT decode(f, 'hex') FROM unnest(${fingerprints}::text[]) AS f)`);
    return new Set(rows.map((row) => row.fingerprint));
  }

  /** `taken`: selects the namespace, id and fingerprint of memories, and locks them. The number deleted. */
  private async bury(taken: Sql, act: Act): Promise<number> {
    const rows = await this.database.query<{ deleted: number }>(sql`
      WITH taken AS (${taken}
      ), gone AS (
        DELETE FROM memories m USING taken t WHERE m.namespace_id = t.namespace_id AND m.id = t.id
        RETURNING m.namespace_id, m.id, m.created_at, m.session_id, m.actor_id, t.fingerprint
      ), emptied AS (
        UPDATE memory_history h SET former = NULL FROM gone g
        WHERE h.namespace_id = g.namespace_id AND h.memory_id = g.id AND h.former IS NOT NULL
      ), marked AS (
        INSERT INTO deleted_fingerprints (namespace_id, fingerprint, deleted_at)
        SELECT DISTINCT g.namespace_id, decode(g.fingerprint, 'hex') AS fingerprint, ${act.at}::timestamptz
        FROM gone g ORDER BY fingerprint
        ON CONFLICT DO NOTHING
      ), noted AS (
        INSERT INTO memory_history (namespace_id, memory_id, at, event, session_id, by)
        SELECT g.namespace_id, g.id, g.created_at, 'created', g.session_id, g.actor_id FROM gone g
        UNION ALL
        SELECT g.namespace_id, g.id, ${act.at}::timestamptz, 'deleted', ${act.sessionId}, ${act.by} FROM gone g
      )
      SELECT count(*)::float8 AS deleted FROM gone`);
    return rows[0]?.deleted ?? 0;
  }
}
