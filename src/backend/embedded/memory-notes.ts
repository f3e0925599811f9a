import type { AuditNote } from '../../audit/audit-trail';
import type { Act, Memory, NewMemory } from '../memory';
import { NEW_FIELDS } from '../memory-columns';

/** The fields of a new memory that the database does not give it. */
const RECORDED = NEW_FIELDS.filter(({ name }) => name !== 'createdAt' && name !== 'id');

/** The record of memories that are stored together. */
export function storedNote(namespace: string, memories: readonly NewMemory[]): AuditNote {
  const [first] = memories;
  return {
    chain: namespace,
    operation: 'storeMemories',
    actor: first?.actorId ?? null,
    sessionId: first?.sessionId ?? null,
    items: memories.map((memory) => ({
      kind: 'memory',
      id: memory.id,
      event: 'created',
      fields: Object.fromEntries(RECORDED.map(({ name }) => [name, (memory as Partial<Memory>)[name]])),
    })),
  };
}

/** `by`: null for who acts in the running operation. */
export type Changer = Pick<Act, 'sessionId'> & { by: string | null };

/** The record of a change of memories. `fields`: what each was given. */
export function changeNote(
  namespace: string,
  ids: readonly string[],
  event: string,
  { sessionId, by }: Changer,
  fields: Readonly<Record<string, unknown>> = {},
): AuditNote {
  const items = ids.map((id) => ({ kind: 'memory', id, event, fields }));
  return { chain: namespace, operation: `${event}Memories`, actor: by, sessionId, items };
}

/** A memory that a statement changed, and the name of its namespace; null while that is being deleted. */
export interface ChangedRow {
  id: string;
  namespace: string | null;
}

/** The records of changes in several namespaces, one for each. */
export function changeNotes(rows: readonly ChangedRow[], event: string, act: Changer): AuditNote[] {
  const byNamespace = new Map<string, string[]>();
  for (const { id, namespace } of rows) {
    if (namespace === null) continue;
    const ids = byNamespace.get(namespace) ?? [];
    byNamespace.set(namespace, ids);
    ids.push(id);
  }
  return [...byNamespace].map(([namespace, ids]) => changeNote(namespace, ids, event, act));
}
