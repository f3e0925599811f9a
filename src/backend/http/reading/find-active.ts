import { contentKey } from '../../fingerprints';
import type { Memory, NewMemory } from '../../memory';
import { duplicateKey } from '../../store-plan';
import type { DocumentIndex } from './document-index';

/**
 * The oldest active memory for each duplicate key of these memories, by the key, and the newest one of each reference.
 * Memories with the ids of these were stored by an earlier try, and do not count.
 */
export async function findActive(
  index: DocumentIndex,
  namespace: string,
  memories: readonly NewMemory[],
  references: readonly string[],
): Promise<{ duplicates: Map<string, string>; references: Map<string, Memory> }> {
  const contentKeys = [...new Set(memories.map(({ content }) => contentKey(content)))];
  const own = memories.map(({ id }) => id);
  const found = await index.read(namespace, async () => {
    const duplicates = await index.rows.duplicates(namespace, contentKeys, own);
    const referred = await index.rows.referred(namespace, references, own);
    return { rows: [...duplicates, ...referred], duplicates, referred };
  });
  const byId = new Map(found.memories.map((memory) => [memory.id, memory]));
  const active = (rows: readonly { id: string }[]): Memory[] =>
    rows.flatMap(({ id }) => byId.get(id) ?? []).filter(({ status }) => status === 'active');
  return {
    duplicates: new Map(active(found.duplicates).map((memory) => [duplicateKey(memory), memory.id])),
    references: new Map(active(found.referred).map((memory) => [memory.sourceRef ?? '', memory])),
  };
}
