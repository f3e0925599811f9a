// SQL: the version of each memory, and memories of several namespaces in one statement.
import type { PrismaService } from '../../database/prisma.service';
import { sql, type Sql } from '../../database/sql';
import type { VersionedMemory } from './memory-cache';
import {
  inNamespace,
  isSound,
  MEMORY_COLUMNS,
  MEMORY_VERSION,
  toMemory,
  type MemoryRow,
} from './memory-rows';

export interface PlacedId {
  namespace: string;
  id: string;
}

export type PlacedVersion = VersionedMemory & { namespace: string };

/** Reads the memories that a search found. */
export class FoundMemoriesRepository {
  constructor(private readonly database: PrismaService) {}

  /** The existing ones of these memories as they are now, in no particular order. */
  async find(wanted: readonly PlacedId[]): Promise<PlacedVersion[]> {
    const [first] = wanted;
    if (first === undefined) return [];
    const isOne = wanted.every(({ namespace }) => namespace === first.namespace);
    const rows = await this.database.query<MemoryRow & { version: number; namespace?: string }>(
      isOne ? inOne(first.namespace, wanted) : inSeveral(wanted),
    );
    return rows.filter(isSound).map((row) => {
      return { namespace: row.namespace ?? first.namespace, memory: toMemory(row), version: row.version };
    });
  }
}

function inOne(namespace: string, wanted: readonly PlacedId[]): Sql {
  return sql`SELECT ${MEMORY_COLUMNS}, ${MEMORY_VERSION} AS version FROM memories m
    WHERE ${inNamespace(namespace)} AND m.id = ANY(${wanted.map(({ id }) => id)}::uuid[])`;
}

function inSeveral(wanted: readonly PlacedId[]): Sql {
  return sql`SELECT ${MEMORY_COLUMNS}, ${MEMORY_VERSION} AS version, n.name AS namespace
    FROM unnest(${wanted.map(({ namespace }) => namespace)}::text[], ${wanted.map(({ id }) => id)}::uuid[])
      AS w (namespace, id)
    JOIN namespaces n ON n.name = w.namespace JOIN memories m ON m.namespace_id = n.id AND m.id = w.id`;
}
