// SQL: one statement locks memories in the order of ids, deletes them, and keeps fingerprints and tombstones.
import { setTimeout as pause } from 'node:timers/promises';
import { runningOperation } from '../../audit/audit-operation';
import type { AuditTrail } from '../../audit/audit-trail';
import { PrismaService } from '../../database/prisma.service';
import { sql, type Sql } from '../../database/sql';
import type { Fingerprints } from '../fingerprints';
import type { Act } from '../memory';
import { clearRemains, LEAVING_TOMBSTONES } from './deletion-remains';
import { changeNotes, type ChangedRow } from './memory-notes';
import { heldNamespaces, idOf, inNamespace, readableTime, timeAfter } from './memory-rows';

const SLICE = 500;
const BUSY_MS = 20;

/** A memory in the version that was read: a later one may have left more in the history. */
export interface MemoryVersion {
  id: string;
  /** The transaction that wrote it. */
  version: string;
  contentKey: string;
}

interface DeletionTarget extends Omit<MemoryVersion, 'contentKey'> {
  /** Of its content, in hex. */
  fingerprint: string;
}

/** Deletes memories for good. What stays is the fact in the history, and a fingerprint of the content. */
export class MemoryDeletion {
  constructor(
    private readonly database: PrismaService,
    private readonly fingerprints: Fingerprints,
    private readonly trail: AuditTrail,
  ) {}

  /** False when there is no such memory. Its history stays, without the content. */
  async delete(namespace: string, id: string, act: Act): Promise<boolean> {
    for (;;) {
      const found = await this.findVersion(namespace, id);
      if (found === null) return false;
      const [target] = await this.targetsOf([found]);
      // False when it changed, or was deleted, meanwhile.
      if (target && (await this.deleteVersion(namespace, target, act))) return true;
    }
  }

  /** The number of the existing ones. */
  async deleteAll(namespaceId: string, ids: readonly string[], act: Act): Promise<number> {
    let deleted = 0;
    for (let at = 0; at < ids.length; at += SLICE) {
      deleted += await this.deleteSlice(namespaceId, ids.slice(at, at + SLICE), act);
    }
    return deleted;
  }

  /**
   * Deletes those that still have these versions, and skips those that another transaction is changing. A distributed
   * database locks rows that an array names, but none of a join with it.
   */
  async deleteVersions(namespaceId: string, memories: readonly MemoryVersion[], act: Act): Promise<number> {
    if (memories.length === 0) return 0;
    const targets = await this.targetsOf(memories);
    const ids = targets.map(({ id }) => id);
    const place = sql`array_position(${ids}::uuid[], m.id)`;
    return this.deleteLocked(
      sql`held AS MATERIALIZED (
        SELECT n.id FROM held_namespaces n WHERE n.id = ${namespaceId}::bigint FOR KEY SHARE
      ), taken AS (
        SELECT m.namespace_id, m.id, (${targets.map(({ fingerprint }) => fingerprint)}::text[])[${place}] AS fingerprint
        FROM memories m
        WHERE m.namespace_id = ${namespaceId}::bigint AND EXISTS (SELECT FROM held) AND m.id = ANY(${ids}::uuid[])
          AND m.xid = (${targets.map(({ version }) => version)}::text[])[${place}]::xid8
        ORDER BY m.id FOR UPDATE OF m SKIP LOCKED
      )`,
      act,
    );
  }

  /** The content keys of those of these memories whose contents were deleted from the namespace. */
  findDeleted(namespace: string, memories: readonly { content: string }[]): Promise<Set<string>> {
    return this.fingerprints.deletedOf(memories, async (fingerprints) => {
      const rows = await this.database.query<{ fingerprint: string }>(sql`
        SELECT encode(d.fingerprint, 'hex') AS fingerprint FROM deleted_fingerprints d
        WHERE d.namespace_id = ${idOf(namespace)}
          AND d.fingerprint = ANY(SELECT decode(f, 'hex') FROM unnest(${fingerprints}::text[]) AS f)`);
      return new Set(rows.map(({ fingerprint }) => fingerprint));
    });
  }

  private async deleteSlice(namespaceId: string, ids: readonly string[], act: Act): Promise<number> {
    let deleted = 0;
    for (;;) {
      const found = await this.findVersions(namespaceId, ids);
      if (found.length === 0) return deleted;
      const gone = await this.deleteVersions(namespaceId, found, act);
      deleted += gone;
      // Memories that another transaction is changing are left for the next round.
      if (gone < found.length) await pause(BUSY_MS);
    }
  }

  private async targetsOf(memories: readonly MemoryVersion[]): Promise<DeletionTarget[]> {
    const fingerprints = await this.fingerprints.of(memories.map(({ contentKey: key }) => key));
    return memories.map(({ id, version }, at) => ({ id, version, fingerprint: fingerprints[at] ?? '' }));
  }

  private async findVersion(namespace: string, id: string): Promise<MemoryVersion | null> {
    const rows = await this.database.query<MemoryVersion>(sql`
      SELECT m.id, m.xid::text AS version, m.content_key::text AS "contentKey" FROM memories m
      WHERE ${inNamespace(namespace)} AND m.id = ${id}::uuid`);
    return rows[0] ?? null;
  }

  private async findVersions(namespaceId: string, ids: readonly string[]): Promise<MemoryVersion[]> {
    return this.database.query(sql`
      SELECT m.id, m.xid::text AS version, m.content_key::text AS "contentKey"
      FROM unnest(${ids.map(() => namespaceId)}::bigint[], ${ids}::uuid[]) AS d (namespace_id, id)
      JOIN memories m ON m.namespace_id = d.namespace_id AND m.id = d.id`);
  }

  /** False when it is not there, or not in this version. */
  private async deleteVersion(
    namespace: string,
    { id, version, fingerprint }: DeletionTarget,
    act: Act,
  ): Promise<boolean> {
    const deleted = await this.deleteLocked(
      sql`${heldNamespaces([{ namespace }])}, taken AS (
        SELECT m.namespace_id, m.id, ${fingerprint}::text AS fingerprint FROM memories m
        WHERE ${inNamespace(namespace)} AND EXISTS (SELECT FROM held)
          AND m.id = ${id}::uuid AND m.xid = ${version}::text::xid8
        FOR UPDATE OF m
      )`,
      act,
    );
    return deleted > 0;
  }

  /**
   * `taken`: parts of a WITH clause. `held` locks the namespace, then `taken` selects the namespace, id and fingerprint of
   * its memories, and locks these, before their rows in reports change: a deletion of the agent locks the namespace first
   * too. The number deleted.
   */
  private async deleteLocked(taken: Sql, act: Act): Promise<number> {
    const deletion = sql`
      WITH ${taken}, moment AS MATERIALIZED (${timeAfter(sql`taken`, act.at)}), gone AS (
        DELETE FROM memories m USING taken t WHERE m.namespace_id = t.namespace_id AND m.id = t.id
        RETURNING m.namespace_id, m.id, m.created_at, m.session_id, m.actor_id, t.fingerprint
      ), emptied AS (
        UPDATE memory_history h SET former = NULL FROM gone g
        WHERE h.namespace_id = g.namespace_id AND h.memory_id = g.id AND h.former IS NOT NULL
      ), marked AS (
        INSERT INTO deleted_fingerprints (namespace_id, fingerprint, deleted_at)
        SELECT DISTINCT g.namespace_id, decode(g.fingerprint, 'hex') AS fingerprint, t.at
        FROM gone g CROSS JOIN moment t ORDER BY fingerprint
        ON CONFLICT DO NOTHING
      ), noted AS (
        INSERT INTO memory_history (namespace_id, memory_id, at, event, session_id, by)
        SELECT g.namespace_id, g.id, ${readableTime(sql`g.created_at`)}, 'created', g.session_id, g.actor_id FROM gone g
        UNION ALL
        SELECT g.namespace_id, g.id, t.at, 'deleted', ${act.sessionId}, ${act.by} FROM gone g CROSS JOIN moment t
      ), ${LEAVING_TOMBSTONES}
      SELECT g.id, g.namespace_id::text AS "namespaceId",
        (SELECT n.name FROM namespaces n WHERE n.id = g.namespace_id) AS namespace
      FROM gone g CROSS JOIN own`;
    return this.database.transaction(async () => {
      const rows = await this.database.query<ChangedRow & { namespaceId: string }>(deletion);
      if (rows[0]) await clearRemains(this.database, { ...rows[0], ids: rows.map(({ id }) => id) });
      // Of a purge, `by` says why.
      const changer = { ...act, by: runningOperation()?.actor ?? act.by };
      for (const note of changeNotes(rows, 'deleted', changer)) this.trail.note(note);
      return rows.length;
    });
  }
}
