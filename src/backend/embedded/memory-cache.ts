import { LRUCache } from 'lru-cache';
import type { Memory } from '../memory';

/** A memory as one transaction wrote it: the same id and version always mean the same memory. */
export interface VersionedMemory {
  memory: Memory;
  version: number;
}

/** What an entry takes beside its text: the fixed part of it, its key and its place, measured on Node 20. */
const OVERHEAD_BYTES = 250;
const WIDE = /[^\0-\xff]/;

/**
 * Memories read for recall. The index knows the version of each memory that it finds, so one that is here in
 * that version need not be read again, and one in another version is never shown.
 *
 * Each is kept as one JSON text. As objects with strings and dates, some twenty a memory, they would be most of what
 * the garbage collector marks, and requests wait while it does; parsing one takes some microseconds.
 */
export class MemoryCache {
  private readonly kept: LRUCache<string, string>;

  constructor(maxBytes: number) {
    this.kept = new LRUCache({ maxSize: maxBytes, sizeCalculation: bytesOf });
  }

  find(namespace: string, id: string, version: number): Memory | null {
    const packed = this.kept.get(keyOf(namespace, id));
    return packed === undefined ? null : unpack(packed, version);
  }

  keep(namespace: string, versioned: VersionedMemory): void {
    this.kept.set(keyOf(namespace, versioned.memory.id), JSON.stringify(pack(versioned)));
  }

  clear(): void {
    this.kept.clear();
  }
}

/** Ids are unique within a namespace only. Joined, it is one string; a template would be a tree of four. */
function keyOf(namespace: string, id: string): string {
  return [namespace, id].join('/');
}

/** Times in milliseconds since the epoch. Without names it is shorter, and read in half the time. */
function pack({ memory: m, version }: VersionedMemory) {
  return [
    version,
    m.id,
    m.sessionId,
    m.title,
    m.titleDerived,
    m.content,
    m.type,
    m.confidence,
    m.tags,
    m.source,
    m.sourceRef,
    m.provenance,
    m.actorId,
    m.status,
    m.expiredAt?.getTime() ?? null,
    m.expiredBy,
    m.createdAt.getTime(),
    m.updatedAt.getTime(),
  ] as const;
}

/** Null when it is of another version. */
function unpack(text: string, wanted: number): Memory | null {
  const packed = JSON.parse(text) as ReturnType<typeof pack>;
  if (packed[0] !== wanted) return null;
  const expiredAt = packed[14];
  return {
    id: packed[1],
    sessionId: packed[2],
    title: packed[3],
    titleDerived: packed[4],
    content: packed[5],
    type: packed[6],
    confidence: packed[7],
    tags: packed[8],
    source: packed[9],
    sourceRef: packed[10],
    provenance: packed[11],
    actorId: packed[12],
    status: packed[13],
    expiredAt: expiredAt === null ? null : new Date(expiredAt),
    expiredBy: packed[15],
    createdAt: new Date(packed[16]),
    updatedAt: new Date(packed[17]),
  };
}

/** V8 takes a byte a character where all are of Latin-1. */
function bytesOf(packed: string): number {
  return OVERHEAD_BYTES + packed.length * (WIDE.test(packed) ? 2 : 1);
}
