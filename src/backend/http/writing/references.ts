import { referenceOf, scopedText, type ScopedName } from '../../../common/scoped-name';
import type { Memory } from '../../memory';
import type { CurrentMemory } from './memory-change';

export function isReferredTo(memory: Memory, { name, scope }: ScopedName): boolean {
  return memory.status === 'active' && memory.sourceRef === name && memory.scope === scope;
}

/** Those that are still active memories of these references, by `scopedText`. */
export function byReference(
  current: readonly CurrentMemory[],
  references: ReadonlySet<string>,
): Map<string, Memory> {
  const active = current.map(({ memory }) => memory).filter(({ status }) => status === 'active');
  return new Map(
    active.flatMap((memory) => {
      const reference = referenceOf(memory);
      const text = reference === null ? null : scopedText(reference);
      return text !== null && references.has(text) ? [[text, memory] as const] : [];
    }),
  );
}
