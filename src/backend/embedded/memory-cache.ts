import { LRUCache } from 'lru-cache';
import type { Memory } from '../memory';

/** A memory as one transaction wrote it: the same id and version always mean the same memory. */
export interface VersionedMemory {
  memory: Memory;
  version: number;
}

/** A versioned memory after `JSON.parse`. */
interface Packed {
  memory: Omit<Memory, 'expiredAt' | 'createdAt' | 'updatedAt'> & {
    expiredAt: string | null;
    createdAt: string;
    updatedAt: string;
  };
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
    if (packed === undefined) return null;
    const found = unpack(packed);
    return found.version === version ? found.memory : null;
  }

  keep(namespace: string, versioned: VersionedMemory): void {
    this.kept.set(keyOf(namespace, versioned.memory.id), JSON.stringify(versioned));
  }

  clear(): void {
    this.kept.clear();
  }
}

/** Ids are unique within a namespace only. Joined, it is one string; a template would be a tree of four. */
function keyOf(namespace: string, id: string): string {
  return [namespace, id].join('/');
}

function unpack(packed: string): VersionedMemory {
  const { memory, version } = JSON.parse(packed) as Packed;
  const { expiredAt, createdAt, updatedAt } = memory;
  return {
    memory: {
      ...memory,
      expiredAt: expiredAt === null ? null : new Date(expiredAt),
      createdAt: new Date(createdAt),
      updatedAt: new Date(updatedAt),
    },
    version,
  };
}

/** V8 takes a byte a character where all are of Latin-1. */
function bytesOf(packed: string): number {
  return OVERHEAD_BYTES + packed.length * (WIDE.test(packed) ? 2 : 1);
}
