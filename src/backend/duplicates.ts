import { normalizeContent, type NewMemory } from './memory';
import type { StoreOutcome } from './memory-store';

/** What memories of one type share that say the same. */
export function duplicateKey(memory: { type: string; content: string }): string {
  return `${memory.type} ${normalizeContent(memory.content)}`;
}

/**
 * What becomes of each memory that is to be stored. `known`: the ids of the memories that count as duplicates, by
 * key, to which those stored before it in the same call are added; null: none do.
 */
export function judge(
  memories: readonly NewMemory[],
  known: ReadonlyMap<string, string> | null,
  isDeleted: (memory: NewMemory) => boolean,
): StoreOutcome[] {
  const existing = known && new Map(known);
  return memories.map((memory): StoreOutcome => {
    const { id, type } = memory;
    const key = duplicateKey(memory);
    const duplicate = existing?.get(key);
    if (duplicate !== undefined) return { action: 'duplicate', id: duplicate, type };
    if (isDeleted(memory)) return { action: 'rejected', id, type };
    existing?.set(key, id);
    return { action: 'store', id, type };
  });
}
