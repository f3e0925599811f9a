import type { Memory } from '../memory';
import { TextCache } from '../../runtime/text-cache';

/** A memory as one transaction wrote it: the same id and version always mean the same memory. */
export interface VersionedMemory {
  memory: Memory;
  version: number;
}

/**
 * Memories read for recall, found only in the version that the index knows. Each is kept as a JSON text, since its
 * some twenty objects would be most of what the garbage collector marks. Parsing it takes microseconds.
 */
export class MemoryCache {
  private readonly kept: TextCache;

  constructor(maxBytes: number) {
    this.kept = new TextCache(maxBytes);
  }

  find(namespace: string, id: string, version: number): Memory | null {
    const text = this.kept.find(keyOf(namespace, id));
    if (text === null) return null;
    const kept = JSON.parse(text) as VersionedMemory;
    return kept.version === version ? withDates(kept.memory) : null;
  }

  keep(namespace: string, versioned: VersionedMemory): void {
    this.kept.keep(keyOf(namespace, versioned.memory.id), JSON.stringify(versioned));
  }

  clear(): void {
    this.kept.clear();
  }
}

/** Ids are unique within a namespace only. */
function keyOf(namespace: string, id: string): string {
  return `${namespace}/${id}`;
}

/** JSON has texts in the place of dates. */
export function withDates(memory: Memory): Memory {
  const { createdAt, updatedAt, expiredAt } = memory;
  return {
    ...memory,
    createdAt: new Date(createdAt),
    updatedAt: new Date(updatedAt),
    expiredAt: expiredAt === null ? null : new Date(expiredAt),
  };
}
