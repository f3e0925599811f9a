import { uuidv7 } from 'uuidv7';
import type { Act, Dated, Memory, NewMemory } from '../../src/backend/memory';
import { MEMORY_DEFAULTS } from '../../src/backend/memory-columns';
import { NO_EDIT, type MemoryEdit } from '../../src/backend/memory-edit';
import type { MemoryStore } from '../../src/backend/memory-store';

/** The start of every spec's time. */
export const START = Date.UTC(2026, 4, 1, 12);

export { ALL_MEMORIES as NO_FILTER } from '../../src/backend/memory-filter';

/** A memory to store, with what a spec says of it. */
export function aMemory(fields: Partial<Dated<NewMemory, 'createdAt'>> = {}): Dated<NewMemory, 'createdAt'> {
  const content = fields.content ?? 'Likes tea';
  return {
    id: uuidv7(),
    sessionId: 'sess_1',
    title: content,
    titleDerived: true,
    content,
    ...MEMORY_DEFAULTS,
    actorId: 'demo',
    createdAt: new Date(START),
    ...fields,
  };
}

/** An active memory with what a spec says of it. */
export function storedMemory(fields: Partial<Memory> = {}): Memory {
  const created = aMemory(fields);
  return {
    ...created,
    status: 'active',
    expiredAt: null,
    expiredBy: null,
    updatedAt: created.createdAt,
    ...fields,
  };
}

/** A stored fact of the start. */
export function aDayMemory(fields: Partial<Memory> = {}): Memory {
  return storedMemory({ title: 'A title', content: 'It rains.', ...fields });
}

export function anEdit(fields: Partial<MemoryEdit>): MemoryEdit {
  return { ...NO_EDIT, ...fields };
}

/** An act `ms` after the start. */
export function actAt(ms: number): Dated<Act, 'at'> {
  return { at: new Date(START + ms), sessionId: 'sess_1', by: 'demo' };
}

/** Work on memories that only this unit changes while it runs, without rows. */
export function together<T>(
  store: Pick<MemoryStore, 'unitOfWork'>,
  namespace: string,
  ids: readonly string[],
  work: (memories: Memory[]) => Promise<T>,
): Promise<T> {
  return store.unitOfWork(namespace, { ids, work });
}
