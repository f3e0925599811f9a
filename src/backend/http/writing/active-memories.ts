import type { Memory, NewMemory } from '../../memory';
import { duplicateKey, type Stored } from '../../store-plan';
import { toMemory } from '../document';
import type { RemoteDocument } from '../protocol/backend-api';
import { comparePlaces, placeOf } from '../reading/storage-order';

export const NOTHING_STORED: Stored = { duplicates: new Map(), references: new Map(), deleted: new Set() };

/**
 * Reads the whole namespace once: the oldest active memory for each duplicate key of these memories, and the newest one
 * of each reference. Memories with the ids of these were stored by an earlier try, and do not count.
 */
export async function findActive(
  pages: AsyncIterable<RemoteDocument[]>,
  memories: readonly NewMemory[],
  references: readonly string[],
): Promise<{ duplicates: Map<string, string>; references: Map<string, Memory> }> {
  const keys = new Set(memories.map(duplicateKey));
  const wanted = new Set(references);
  const own = new Set(memories.map(({ id }) => id));
  const oldest = new Map<string, Memory>();
  const newest = new Map<string, Memory>();
  for await (const documents of pages) {
    for (const memory of documents.map(toMemory)) {
      if (memory.status !== 'active' || own.has(memory.id)) continue;
      const key = duplicateKey(memory);
      if (keys.has(key) && isOlder(memory, oldest.get(key))) oldest.set(key, memory);
      const { sourceRef } = memory;
      if (sourceRef === null || !wanted.has(sourceRef)) continue;
      const known = newest.get(sourceRef);
      if (known === undefined || isOlder(known, memory)) newest.set(sourceRef, memory);
    }
  }
  return { duplicates: new Map([...oldest].map(([key, { id }]) => [key, id])), references: newest };
}

/** Whether a memory that was found is still one that an upsert of its reference changes. */
export function isStillActive(found: Memory, now: Memory | undefined): boolean {
  return now?.status === 'active' && now.sourceRef === found.sourceRef;
}

function isOlder(memory: Memory, other: Memory | undefined): boolean {
  return other === undefined || comparePlaces(placeOf(memory), placeOf(other)) < 0;
}
