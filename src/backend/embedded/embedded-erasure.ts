// SQL: pages of JSON by key, decoded hashes, and the transaction by which replicas see that their index is out of date.
import type { PrismaService } from '../../database/prisma.service';
import { sql } from '../../database/sql';
import { MemoryErasure, type FormerVersion } from '../memory-erasure';
import { idOf, inNamespace } from './memory-rows';

/** Erases memories in the service's own database. */
export class EmbeddedErasure extends MemoryErasure {
  constructor(
    private readonly database: PrismaService,
    private readonly index: { drop(namespace: string): void },
  ) {
    super();
  }

  protected formerAfter(namespace: string, key: string, limit: number): Promise<FormerVersion[]> {
    return this.database.query(sql`
      SELECT m.memory_id AS "memoryId", m.id::text AS key, m.former AS values FROM memory_history m
      WHERE ${inNamespace(namespace)} AND m.id > ${key}::bigint AND m.event = 'edited' AND m.former IS NOT NULL
      ORDER BY m.id LIMIT ${limit}`);
  }

  formerOf(namespace: string, ids: readonly string[]): Promise<FormerVersion[]> {
    return this.database.query(sql`
      SELECT m.memory_id AS "memoryId", m.id::text AS key, m.former AS values FROM memory_history m
      WHERE ${inNamespace(namespace)} AND m.memory_id = ANY(${ids}::uuid[]) AND m.event = 'edited'
        AND m.former IS NOT NULL ORDER BY m.id`);
  }

  eraseFormer(namespace: string, keys: readonly string[]): Promise<number> {
    return this.database.execute(sql`
      UPDATE memory_history m SET former = NULL
      WHERE ${inNamespace(namespace)} AND m.id = ANY(${keys}::bigint[]) AND m.former IS NOT NULL`);
  }

  async refuse(namespace: string, hashes: readonly string[]): Promise<void> {
    await this.database.execute(sql`
      INSERT INTO deleted_fingerprints (namespace_id, fingerprint)
      SELECT DISTINCT n.id, decode(f.hash, 'hex') FROM unnest(${hashes}::text[]) AS f (hash), namespaces n
      WHERE n.name = ${namespace} ORDER BY 2 ON CONFLICT DO NOTHING`);
  }

  /**
   * Also the tombstones: an index that has not read up to `pruned_xid` is built again, on every replica, so that no words
   * of deleted memories are left in it. The transaction is read where the rows of the namespace are: a distributed database
   * has one on each of its servers.
   */
  async dropDerived(namespace: string): Promise<void> {
    await this.database.transaction(async () => {
      const [own] = await this.database.query<{ xid: string }>(sql`
        SELECT pg_current_xact_id()::text AS xid FROM (
          SELECT count(*) FROM memory_counts c WHERE c.namespace_id = ${idOf(namespace)}) AS rows_there`);
      await this.database.execute(sql`
        UPDATE namespaces n SET pruned_xid = ${own?.xid}::text::xid8 WHERE n.name = ${namespace}`);
      await this.database.execute(sql`DELETE FROM recall_segments m WHERE ${inNamespace(namespace)}`);
      await this.database.execute(sql`DELETE FROM recall_segment_chunks m WHERE ${inNamespace(namespace)}`);
    });
    this.index.drop(namespace);
  }
}
