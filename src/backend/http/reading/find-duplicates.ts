import { contentKeys } from '../../fingerprints';
import type { NewMemory } from '../../memory';
import { duplicateKey } from '../../store-plan';
import type { DocumentIndex } from './document-index';

/**
 * For each duplicate key of these memories the id of the oldest active memory. Memories with the ids of these were stored
 * by an earlier try, and do not count.
 */
export async function findDuplicates(
  index: DocumentIndex,
  namespace: string,
  memories: readonly NewMemory[],
): Promise<Map<string, string>> {
  const keys = [...new Set(memories.flatMap(({ content }) => contentKeys(content)))];
  const own = memories.map(({ id }) => id);
  const found = await index.read(namespace, async () => ({
    rows: await index.rows.duplicates(namespace, keys, own),
  }));
  const active = found.memories.filter(({ status }) => status === 'active');
  return new Map(active.map((memory) => [duplicateKey(memory), memory.id]));
}
