import { deriveTitle, type Memory, type NewMemory } from './memory';
import { EDITED_FIELDS, type EditedName } from './memory-columns';

/** Fields to change; null leaves a field alone. */
export type MemoryEdit = { [Name in EditedName]: Memory[Name] | null };

/** Changes nothing. */
export const NO_EDIT = Object.fromEntries(EDITED_FIELDS.map(({ name }) => [name, null])) as MemoryEdit;

/** The fields that an edit changes. A derived title follows the content: see `edited`. */
export function changedFields(edit: MemoryEdit) {
  return EDITED_FIELDS.filter(({ name }) => edit[name] !== null);
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
