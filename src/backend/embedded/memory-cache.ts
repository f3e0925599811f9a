import type { Memory } from '../memory';
import { TextCache } from '../../runtime/text-cache';

/** A memory as one transaction wrote it: the same id and version always mean the same memory. */
export interface VersionedMemory {
  memory: Memory;
  version: number;
}

/**
 * Memories read for recall. The index knows the version of each memory that it finds, so one that is here in
 * that version need not be read again, and one in another version is never shown.
 *
 * Each is kept as one JSON text, out of the garbage collector's sight: as objects with strings and dates, some twenty a
 * memory, they would be most of what it marks, and requests wait while it does. Parsing one takes some microseconds.
 */
export class MemoryCache {
  private readonly kept: TextCache;

  constructor(maxBytes: number) {
    this.kept = new TextCache(maxBytes);
  }

  find(namespace: string, id: string, version: number): Memory | null {
    const packed = this.kept.find(keyOf(namespace, id));
    return packed === null ? null : unpack(packed, version);
  }

  keep(namespace: string, versioned: VersionedMemory): void {
    this.kept.keep(keyOf(namespace, versioned.memory.id), JSON.stringify(pack(versioned)));
  }

  clear(): void {
    this.kept.clear();
  }
}

/** Ids are unique within a namespace only. */
function keyOf(namespace: string, id: string): string {
  return `${namespace}/${id}`;
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
    m.thread,
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
    thread: packed[18],
  };
}
