import { Database, sql } from '../../database/database';
import type { Memory } from '../memory';
import { namespaceNotFound } from '../memory-store';
import { MemoriesRepository } from './memories.repository';
import { inNamespace } from './memory-rows';

/** Active memories by their references, for upserts. */
export class ReferencesRepository {
  constructor(
    private readonly database: Database,
    private readonly memories: MemoriesRepository,
  ) {}

  /**
   * The newest active memory of each reference that has one. Locks these and the references until the transaction ends: of
   * two concurrent upserts the second sees what the first stored.
   */
  async lockNewest(namespace: string, references: readonly string[]): Promise<Map<string, Memory>> {
    if (references.length === 0) return new Map();
    await this.lockReferences(namespace, references);
    for (;;) {
      const ids = await this.findNewest(namespace, references);
      const locked = await this.memories.lock(namespace, ids);
      const found = new Map(
        locked.flatMap((memory) =>
          memory.status === 'active' && memory.sourceRef !== null
            ? [[memory.sourceRef, memory] as const]
            : [],
        ),
      );
      // Others may have changed a memory before it was locked.
      if (found.size === ids.length && [...found.keys()].every((each) => references.includes(each)))
        return found;
    }
  }

  /** First the namespace, which transactions lock before its memories, then the references in one order. */
  private async lockReferences(namespace: string, references: readonly string[]): Promise<void> {
    const found = await this.database.query(
      sql`SELECT 1 AS one FROM namespaces n WHERE n.name = ${namespace} FOR KEY SHARE`,
    );
    if (found.length === 0) throw namespaceNotFound(namespace);
    await this.database.query(sql`
      SELECT count(pg_advisory_xact_lock(k.key))::float8 AS locked FROM (
        SELECT DISTINCT hashtextextended(${namespace} || ' ' || r.reference, 1) AS key
        FROM unnest(${references}::text[]) AS r (reference) ORDER BY key
      ) AS k`);
  }

  private async findNewest(namespace: string, references: readonly string[]): Promise<string[]> {
    const rows = await this.database.query<{ id: string }>(sql`
      SELECT f.id FROM unnest(${references}::text[]) AS r (reference)
      CROSS JOIN LATERAL (
        SELECT m.id FROM memories m
        WHERE ${inNamespace(namespace)} AND m.source_ref = r.reference AND m.status = 'active'
        ORDER BY m.created_at DESC, m.seq DESC LIMIT 1
      ) AS f`);
    return rows.map(({ id }) => id);
  }
}
