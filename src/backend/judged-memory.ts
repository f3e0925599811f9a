import { judgePlanted } from '../screening/planted';
import type { PlantedReason } from '../screening/planted-rules';
import type { Memory, NewMemory } from './memory';
import type { MemoryEdit } from './memory-edit';

/** Texts of a memory that a model may read. */
type ReadName =
  'title' | 'content' | 'tags' | 'names' | 'key' | 'source' | 'sourceRef' | 'thread' | 'scope' | 'metadata';
/** Those of a memory, or of an edit, which has some of them. */
type ReadTexts = { [Name in ReadName]?: Memory[Name] | null };

/** Why texts of a memory look planted. Each text is judged by itself, but the content with its title. */
export function plantedReasons(texts: ReadTexts): PlantedReason[] {
  const { title, content, tags, names, key, source, sourceRef, thread, scope, metadata } = texts;
  const labels = [...(tags ?? []), ...(names ?? []), key, source, sourceRef, thread, scope];
  const noted = Object.entries(metadata ?? {}).flatMap(([name, value]) => [name, value].flat());
  const main = [title, content].filter((text) => text != null).join('\n');
  const found = [main, ...labels, ...noted].flatMap((text) =>
    typeof text === 'string' ? judgePlanted(text).reasons : [],
  );
  return [...new Set(found)];
}

export function isQuarantined({ trust }: Pick<Memory, 'trust'>): boolean {
  return trust === 'quarantined';
}

const HELD_BACK = 'Held back: it looks planted. A person has to look at it and release it.';

/** A memory without its texts, if it looks planted: for models, and for programs that may not release it. */
export function heldBack(memory: Memory): Memory {
  if (!isQuarantined(memory)) return memory;
  const names = { names: [], key: null, sourceRef: null, thread: null };
  return { ...memory, title: HELD_BACK, content: HELD_BACK, tags: [], scope: null, metadata: {}, ...names };
}

/** A memory to be stored, quarantined if it looks planted, whatever trust it came with. */
export function judged<T extends Pick<NewMemory, 'trust' | 'trustReasons'> & ReadTexts>(memory: T): T {
  const reasons = plantedReasons(memory);
  return reasons.length === 0 ? memory : { ...memory, trust: 'quarantined', trustReasons: reasons };
}

/** An edit that quarantines the memory if what it writes looks planted. One that sets the trust is a decision already. */
export function judgedEdit(edit: MemoryEdit): MemoryEdit {
  if (edit.trust !== null) return edit;
  const reasons = plantedReasons(edit);
  return reasons.length === 0 ? edit : { ...edit, trust: 'quarantined', trustReasons: reasons };
}
