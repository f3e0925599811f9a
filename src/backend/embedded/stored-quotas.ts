// SQL: an advisory lock, and the size of a memory that is locked.
import type { PrismaService } from '../../database/prisma.service';
import { sql } from '../../database/sql';
import { adds, checkQuota, NO_GROWTH, type StoredUse } from '../../quotas/quota';
import type { Quotas } from '../../quotas/quotas.service';
import { inNamespace } from './memory-rows';
import { NamespacesRepository } from './namespaces.repository';

/**
 * Holds what is stored to the quotas of its agents, exactly: the last thing that a transaction does before it commits is
 * to wait for the others that add to the same namespace, and to compare the counters. One that fails is rolled back.
 */
export class StoredQuotas {
  private readonly part = {
    begin: () => new Map<string, StoredUse>(),
    end: (grown: Map<string, StoredUse>) => this.checkAll(grown),
  };

  private readonly namespaces: NamespacesRepository;

  constructor(
    private readonly database: PrismaService,
    private readonly quotas: Quotas,
  ) {
    this.namespaces = new NamespacesRepository(database);
  }

  isBounded(namespace: string): Promise<boolean> {
    return this.quotas.isBounded(namespace);
  }

  /** Notes what the running transaction adds to a namespace. Throws outside of one. */
  note(namespace: string, growth: StoredUse): void {
    const grown = this.database.partOf(this.part);
    const { memories, bytes } = grown.get(namespace) ?? NO_GROWTH;
    grown.set(namespace, { memories: memories + growth.memories, bytes: bytes + growth.bytes });
  }

  /** Notes by how much `work` changes the size of one memory, which it locks before, or adds it. */
  async noteChange<T>(namespace: string, id: string, work: () => Promise<T>): Promise<T> {
    const before = await this.sizeOf(namespace, id);
    const result = await work();
    const after = await this.sizeOf(namespace, id);
    this.note(namespace, { memories: Number(after > 0) - Number(before > 0), bytes: after - before });
    return result;
  }

  private async checkAll(grown: ReadonlyMap<string, StoredUse>): Promise<void> {
    const namespaces = [...grown].filter(([, growth]) => adds(growth)).sort(([a], [b]) => (a < b ? -1 : 1));
    for (const [namespace, growth] of namespaces) {
      await this.lock(namespace);
      checkQuota(await this.quotas.limitsOf(namespace), await this.namespaces.use(namespace), growth);
    }
  }

  /** Taken after all other locks, so that no transaction that holds it waits for anything but its commit. */
  private async lock(namespace: string): Promise<void> {
    await this.database.query(sql`
      SELECT 1 AS locked FROM (SELECT pg_advisory_xact_lock(hashtextextended(${namespace}, 2))) AS l`);
  }

  /** Locks the memory; 0 if there is none. */
  private async sizeOf(namespace: string, id: string): Promise<number> {
    const [row] = await this.database.query<{ bytes: number }>(sql`
      SELECT memory_bytes(m.content, m.title, m.metadata)::float8 AS bytes FROM memories m
      WHERE ${inNamespace(namespace)} AND m.id = ${id}::uuid FOR UPDATE OF m`);
    return row?.bytes ?? 0;
  }
}
