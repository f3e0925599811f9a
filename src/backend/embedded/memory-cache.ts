import { LRUCache } from 'lru-cache';
import type { Memory } from '../memory';

/** A memory as one transaction wrote it: the same id and version always mean the same memory. */
export interface VersionedMemory {
  memory: Memory;
  version: number;
}

/** What a memory takes beside its texts: the object, its dates, its id and its entry here. */
const OVERHEAD_BYTES = 700;

/**
 * Memories read for recall. The index knows the version of each memory that it finds, so one that is here in
 * that version need not be read again, and one in another version is never shown.
 */
export class MemoryCache {
  private readonly kept: LRUCache<string, VersionedMemory>;

  constructor(maxBytes: number) {
    this.kept = new LRUCache({ maxSize: maxBytes, sizeCalculation: bytesOf });
  }

  find(namespace: string, id: string, version: number): Memory | null {
    const found = this.kept.get(keyOf(namespace, id));
    return found?.version === version ? found.memory : null;
  }

  keep(namespace: string, versioned: VersionedMemory): void {
    this.kept.set(keyOf(namespace, versioned.memory.id), versioned);
  }

  clear(): void {
    this.kept.clear();
  }
}

/** Ids are unique within a namespace only. */
function keyOf(namespace: string, id: string): string {
  return `${namespace}/${id}`;
}

function bytesOf({ memory }: VersionedMemory): number {
  const characters = memory.content.length + memory.title.length + (memory.sourceRef?.length ?? 0);
  const tags = memory.tags.reduce((sum, tag) => sum + tag.length + 32, 0);
  return OVERHEAD_BYTES + 2 * (characters + tags);
}
