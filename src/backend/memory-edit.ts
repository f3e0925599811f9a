import { deriveTitle, type Memory, type NewMemory } from './memory';
import { EDITED_FIELDS, type ClearedName, type EditedName } from './memory-columns';

/** Fields to change; null leaves a field alone, unless it is one of `cleared`, which become null. */
export type MemoryEdit = FieldChanges & { cleared?: readonly ClearedName[] };

type FieldChanges = { [Name in EditedName]: Memory[Name] | null };

/** Changes nothing. */
export const NO_EDIT: MemoryEdit = Object.fromEntries(
  EDITED_FIELDS.map(({ name }) => [name, null]),
) as FieldChanges;

/** The fields that an edit changes. A derived title follows the content: see `edited`. */
export function changedFields(edit: MemoryEdit) {
  return EDITED_FIELDS.filter(({ name }) => edit[name] !== null || isCleared(edit, name));
}

/** Whether it may change how many bytes the memory takes of a quota. */
export function changesSize({ content, title, metadata }: MemoryEdit): boolean {
  return content !== null || title !== null || metadata !== null;
}

export function isCleared({ cleared = [] }: MemoryEdit, name: EditedName): boolean {
  return (cleared as readonly EditedName[]).includes(name);
}

/** A memory after an edit. A derived title follows the content; one that is given stays. */
export function edited<T extends NewMemory>(memory: T, edit: MemoryEdit): T {
  const changes = Object.fromEntries(changedFields(edit).map(({ name }) => [name, edit[name]]));
  const derived = edit.content !== null && memory.titleDerived ? deriveTitle(edit.content) : null;
  return {
    ...memory,
    ...changes,
    title: edit.title ?? derived ?? memory.title,
    titleDerived: memory.titleDerived && edit.title === null,
  };
}
