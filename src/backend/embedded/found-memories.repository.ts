// SQL: the version of each memory and the snapshot, and memories of several namespaces in one statement.
import type { PrismaService } from '../../database/prisma.service';
import { sql, type Sql } from '../../database/sql';
import type { NamespaceVersion } from '../../retrieval/change-feed';
import type { Memory } from '../memory';
import { matches, type MemoryFilter } from '../memory-filter';
import { MemoryCache, type VersionedMemory } from './memory-cache';
import {
  inNamespace,
  isSound,
  MEMORY_COLUMNS,
  MEMORY_VERSION,
  toMemory,
  type MemoryRow,
} from './memory-rows';

interface PlacedId {
  namespace: string;
  id: string;
}

/** A memory that an index found. */
export type FoundDocument = PlacedId & Pick<VersionedMemory, 'version'>;

type PlacedVersion = VersionedMemory & { namespace: string };

/** Reads the memories that a search found, each once in each version. */
export class FoundMemoriesRepository {
  private readonly cache: MemoryCache;

  constructor(
    private readonly database: PrismaService,
    maxBytes: number,
  ) {
    this.cache = new MemoryCache(maxBytes);
  }

  /** Those that the filter lets pass, in the version that was found, else as they are now; by their ids. */
  async matching(found: readonly FoundDocument[], filter: MemoryFilter | null): Promise<Map<string, Memory>> {
    const memories = new Map<string, Memory>();
    const missing: PlacedId[] = [];
    for (const place of found) {
      const memory = this.cache.find(place.namespace, place.id, place.version);
      if (memory) memories.set(place.id, memory);
      else missing.push(place);
    }
    for (const memory of await this.read(missing))
      // The present row of a memory may no longer match.
      if (filter === null || matches(memory, filter)) memories.set(memory.id, memory);
    return memories;
  }

  /** The existing ones of these memories as of a version that was read before the call, or later. */
  async present(namespace: string, ids: readonly string[], version: NamespaceVersion): Promise<Memory[]> {
    const known = ids.flatMap((id) => this.cache.findPresent(namespace, id, version) ?? []);
    const there = new Set(known.map(({ id }) => id));
    const missing = ids.flatMap((id) => (there.has(id) ? [] : [{ namespace, id }]));
    return [...known, ...(await this.read(missing))];
  }

  /** Forgets what was read of another server. */
  clear(): void {
    this.cache.clear();
  }

  private async read(wanted: readonly PlacedId[]): Promise<Memory[]> {
    const rows = await this.find(wanted);
    for (const { namespace, ...versioned } of rows) this.cache.keep(namespace, versioned);
    return rows.map(({ memory }) => memory);
  }

  /** The existing ones of these memories as they are now, in no particular order. */
  async find(wanted: readonly PlacedId[]): Promise<PlacedVersion[]> {
    const [first] = wanted;
    if (first === undefined) return [];
    const isOne = wanted.every(({ namespace }) => namespace === first.namespace);
    type Row = MemoryRow & Pick<VersionedMemory, 'version' | 'xmin'> & { namespace?: string };
    const rows = await this.database.query<Row>(isOne ? inOne(first.namespace, wanted) : inSeveral(wanted));
    return rows.filter(isSound).map((row) => {
      const { namespace = first.namespace, version, xmin } = row;
      return { namespace, memory: toMemory(row), version, xmin };
    });
  }
}

function inOne(namespace: string, wanted: readonly PlacedId[]): Sql {
  return sql`SELECT ${MEMORY_COLUMNS}, ${MEMORY_VERSION} AS version,
      pg_snapshot_xmin(pg_current_snapshot())::text AS xmin
    FROM memories m WHERE ${inNamespace(namespace)} AND m.id = ANY(${wanted.map(({ id }) => id)}::uuid[])`;
}

/** Their snapshots are not known: on a distributed database they are of several servers. */
function inSeveral(wanted: readonly PlacedId[]): Sql {
  return sql`SELECT ${MEMORY_COLUMNS}, ${MEMORY_VERSION} AS version, '0' AS xmin, n.name AS namespace
    FROM unnest(${wanted.map(({ namespace }) => namespace)}::text[], ${wanted.map(({ id }) => id)}::uuid[])
      AS w (namespace, id)
    JOIN namespaces n ON n.name = w.namespace JOIN memories m ON m.namespace_id = n.id AND m.id = w.id`;
}
