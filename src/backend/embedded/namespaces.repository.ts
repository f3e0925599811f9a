// SQL: numbers of memories are sums and counts over two tables in one statement.
import { PrismaService } from '../../database/prisma.service';
import { sql } from '../../database/sql';
import { NO_GROWTH, type StoredUse } from '../../quotas/quota';
import type { Language } from '../../common/languages';
import type { IdRange } from './lifecycle/id-slices';
import { inNamespace } from './memory-rows';

/** The clock of the process that opened a session may be ahead of the database's by this. */
const CLOCKS_APART = '1 day';

export class NamespacesRepository {
  constructor(private readonly database: PrismaService) {}

  /** `language`: of the memories to come; a namespace that exists keeps the one it has. */
  async create(namespace: string, at: Date, language: Language): Promise<void> {
    await this.database.models.namespace.createMany({
      data: [{ name: namespace, createdAt: at, language }],
      skipDuplicates: true,
    });
  }

  async findId(namespace: string): Promise<string | null> {
    const rows = await this.database.query<{ id: string }>(sql`
      SELECT n.id::text AS id FROM namespaces n WHERE n.name = ${namespace}`);
    return rows[0]?.id ?? null;
  }

  /** Reads the ids of its memories, in order. */
  async memoryIds(namespaceId: string, { after, until, limit }: IdRange): Promise<string[]> {
    const rows = await this.database.models.memory.findMany({
      where: { namespaceId: BigInt(namespaceId), id: { gt: after, lte: until } },
      orderBy: { id: 'asc' },
      take: limit,
      select: { id: true },
    });
    return rows.map((row) => row.id);
  }

  /** Reads the counters that quotas limit. */
  async use(namespace: string): Promise<StoredUse> {
    const [use] = await this.database.query<StoredUse>(sql`
      SELECT coalesce(sum(m.memories), 0)::float8 AS memories, coalesce(sum(m.bytes), 0)::float8 AS bytes
      FROM memory_counts m WHERE ${inNamespace(namespace)}`);
    return use ?? NO_GROWTH;
  }

  async countMemories(namespaces: readonly string[]): Promise<Map<string, number>> {
    const rows = await this.database.query<{ name: string; count: number }>(sql`
      SELECT n.name, coalesce(sum(c.memories), 0)::float8 AS count
      FROM namespaces n LEFT JOIN memory_counts c ON c.namespace_id = n.id
      WHERE n.name = ANY(${namespaces}::text[]) GROUP BY n.name`);
    return new Map(rows.map((row) => [row.name, row.count]));
  }

  /** Living memories of the session, and deleted ones, whose creation their history keeps. */
  async countCreatedInSession(namespace: string, sessionId: string, since: Date): Promise<number> {
    const rows = await this.database.query<{ count: number }>(sql`
      SELECT (
        (SELECT count(*) FROM memories m
          WHERE ${inNamespace(namespace)} AND m.created_at >= ${since}::timestamptz - ${CLOCKS_APART}::interval
            AND m.session_id = ${sessionId})
        + (SELECT count(*) FROM memory_history m
          WHERE ${inNamespace(namespace)} AND m.event = 'created' AND m.session_id = ${sessionId})
      )::float8 AS count`);
    return rows[0]?.count ?? 0;
  }
}
