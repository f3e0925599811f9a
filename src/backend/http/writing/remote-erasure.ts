// SQL: pages of JSON by key, and hashes that are decoded from their texts.
import type { PrismaService } from '../../../database/prisma.service';
import { sql } from '../../../database/sql';
import { MemoryErasure, type FormerVersion } from '../../memory-erasure';
import type { DocumentIndex } from '../reading/document-index';

/** Erases the histories, hashes and index rows that the service's own database has of documents in another server. */
export class RemoteErasure extends MemoryErasure {
  constructor(
    private readonly database: PrismaService,
    private readonly index: DocumentIndex,
  ) {
    super();
  }

  protected formerAfter(namespace: string, key: string, limit: number): Promise<FormerVersion[]> {
    return this.database.query(sql`
      SELECT c.memory_id AS "memoryId", c.id::text AS key, c.former AS values FROM remote_changes c
      WHERE c.namespace = ${namespace} AND c.id > ${key}::bigint AND c.event = 'edited' AND c.former IS NOT NULL
      ORDER BY c.id LIMIT ${limit}`);
  }

  formerOf(namespace: string, ids: readonly string[]): Promise<FormerVersion[]> {
    return this.database.query(sql`
      SELECT c.memory_id AS "memoryId", c.id::text AS key, c.former AS values FROM remote_changes c
      WHERE c.namespace = ${namespace} AND c.memory_id = ANY(${ids}::text[]) AND c.event = 'edited'
        AND c.former IS NOT NULL ORDER BY c.id`);
  }

  eraseFormer(namespace: string, keys: readonly string[]): Promise<number> {
    return this.database.execute(sql`
      UPDATE remote_changes c SET former = NULL
      WHERE c.namespace = ${namespace} AND c.id = ANY(${keys}::bigint[]) AND c.former IS NOT NULL`);
  }

  async refuse(namespace: string, hashes: readonly string[]): Promise<void> {
    await this.database.execute(sql`
      INSERT INTO remote_fingerprints (namespace, fingerprint)
      SELECT DISTINCT ${namespace}, decode(f.hash, 'hex') FROM unnest(${hashes}::text[]) AS f (hash) ORDER BY 2
      ON CONFLICT DO NOTHING`);
  }

  /** The index of documents holds their labels. */
  async dropDerived(namespace: string): Promise<void> {
    await this.index.follow(namespace);
  }
}
