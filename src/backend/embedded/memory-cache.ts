import { FIELD_LIST } from '../memory-columns';
import type { Memory } from '../memory';
import { LRUCache } from 'lru-cache';
import {
  cursorAt,
  isAtVersion,
  type NamespaceVersion,
  type VersionedCursor,
} from '../../retrieval/change-feed';
import type { MemoryFilter } from '../memory-filter';

/** A memory as one transaction wrote it: the same id and version always mean the same memory. */
export interface VersionedMemory {
  memory: Memory;
  version: number;
  /** The oldest transaction that was not finished when it was read. */
  xmin: string;
}

/**
 * Memories read for recall, found only as an index or the version of their namespace knows them. Each is kept as a JSON
 * text, since its some twenty objects would be most of what the garbage collector marks. Parsing it takes microseconds.
 */
export class MemoryCache {
  private readonly kept: LRUCache<string, string>;

  constructor(maxBytes: number) {
    this.kept = textsWithin(maxBytes);
  }

  find(namespace: string, id: string, version: number): Memory | null {
    return this.findIf(namespace, id, (kept) => kept.version === version);
  }

  /** Where nothing was written to the namespace since it was read. */
  findPresent(namespace: string, id: string, version: NamespaceVersion): Memory | null {
    return this.findIf(namespace, id, ({ xmin }) => isAtVersion(cursorAt(version, xmin), version, false));
  }

  private findIf(namespace: string, id: string, isRight: (kept: VersionedMemory) => boolean): Memory | null {
    const text = this.kept.get(keyOf(namespace, id));
    if (text === undefined) return null;
    const kept = JSON.parse(text) as VersionedMemory;
    return isRight(kept) ? withDates(kept.memory) : null;
  }

  keep(namespace: string, versioned: VersionedMemory): void {
    this.kept.set(keyOf(namespace, versioned.memory.id), JSON.stringify(versioned));
  }

  clear(): void {
    this.kept.clear();
  }
}

/** An estimate of what an entry takes beside its key and text. */
const ENTRY_BYTES = 200;

function textsWithin(maxBytes: number): LRUCache<string, string> {
  return new LRUCache({
    maxSize: Math.max(1, Math.floor(maxBytes)),
    sizeCalculation: (text, key) => ENTRY_BYTES + key.length + Buffer.byteLength(text),
  });
}

/** Ids are unique within a namespace only. */
function keyOf(namespace: string, id: string): string {
  return `${namespace}/${id}`;
}

const TIMES = FIELD_LIST.filter(({ value }) => value.kind === 'time').map(({ name }) => name);

/** Gives a memory that was read from JSON its dates, in whose place JSON has texts. Returns the same object. */
export function withDates(memory: Memory): Memory {
  const dated = memory as unknown as Record<string, unknown>;
  for (const name of TIMES) {
    const time = dated[name] as string | null;
    if (time !== null) dated[name] = new Date(time);
  }
  return memory;
}

export interface RecentMemories {
  memories: Memory[];
  total: number;
  /** Up to where the listing includes the writes to its namespace; null where nothing was listed. */
  cursor: VersionedCursor | null;
}

/** Some thousands of listings of ten memories. */
const MAX_BYTES = 8_388_608;

/**
 * The newest memories. A listing that was read is kept, and is valid until something is written to its namespace: the
 * look-up of the session says so for every request (docs/adr/0018), so that a repeated listing needs no statement.
 */
export class RecentListings {
  private readonly kept = textsWithin(MAX_BYTES);

  constructor(
    private readonly read: (
      namespace: string,
      filter: MemoryFilter,
      limit: number,
    ) => Promise<RecentMemories>,
  ) {}

  /** `version`: of the namespace, made since the request arrived; null where there is none. */
  async find(
    namespace: string,
    filter: MemoryFilter,
    limit: number,
    version: NamespaceVersion | null,
  ): Promise<RecentMemories> {
    const key = JSON.stringify([namespace, limit, filter]);
    const kept = version === null ? undefined : this.kept.get(key);
    if (kept !== undefined && version !== null) {
      const known = revived(kept);
      if (known.cursor !== null && isAtVersion(known.cursor, version, false)) return known;
    }
    const read = await this.read(namespace, filter, limit);
    if (version !== null && read.cursor !== null) this.kept.set(key, JSON.stringify(read));
    return read;
  }
}

function revived(text: string): RecentMemories {
  const { memories, ...rest } = JSON.parse(text) as RecentMemories;
  return { ...rest, memories: memories.map(withDates) };
}
