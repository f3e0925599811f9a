import type { ScopedName } from '../../../common/scoped-name';
import type { Memory } from '../../memory';
import { targetText, textOf, type UpsertReference } from '../../store-plan';
import type { CurrentMemory } from './memory-change';

export function isReferredTo(memory: Memory, { name, scope }: ScopedName): boolean {
  return memory.status === 'active' && memory.sourceRef === name && memory.scope === scope;
}

/** The memories that are still active under these references, by `targetText`. */
export function byReference(
  current: readonly CurrentMemory[],
  references: readonly UpsertReference[],
): Map<string, Memory> {
  const wanted = new Set(references.map(textOf));
  const active = current.map(({ memory }) => memory).filter(({ status }) => status === 'active');
  return new Map(
    active.flatMap((memory) => {
      const text = targetText(memory);
      return text !== null && wanted.has(text) ? [[text, memory] as const] : [];
    }),
  );
}
