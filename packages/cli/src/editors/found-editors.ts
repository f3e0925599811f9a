import { existsSync } from 'node:fs';
import { usageError } from '../failure.ts';
import { EDITORS } from './catalog/catalog.ts';
import { entryAt, hasInstructions, type Place, placeOf } from './connection.ts';
import type { Editor, Scope } from './editor.ts';
import type { Entry } from './formats/config-format.ts';
import type { Machine } from './machine.ts';
import { isInside } from '../real-path.ts';

const EDITOR_IDS = EDITORS.map(({ id }) => id);

/** The named editors in the order of the catalog. Throws a usage error for an unknown name. */
export function editorsNamed(names: readonly string[]): Editor[] {
  const unknown = names.find((name) => !EDITOR_IDS.includes(name));
  if (unknown !== undefined) {
    throw usageError(`'${unknown}' is no editor that is known here. Give one of: ${EDITOR_IDS.join(', ')}.`);
  }
  return EDITORS.filter(({ id }) => names.includes(id));
}

export function isFound(editor: Editor, machine: Machine): boolean {
  return editor.traces(machine).some((trace) => existsSync(trace));
}

export function findEditors(machine: Machine): Editor[] {
  return EDITORS.filter((editor) => isFound(editor, machine));
}

export interface Connected {
  place: Place;
  /** Null if the file cannot be read: `fault` says why. */
  entry: Entry | null;
  fault: string | null;
}

/** The entries of this program in the files of all editors, and the files that cannot be read. */
export function findConnected(machine: Machine, editors: readonly Editor[] = EDITORS): Connected[] {
  const scopes: Scope[] = ['project', 'global'];
  return editors.flatMap((editor) =>
    scopes.flatMap((scope) => {
      const place = placeOf(editor, machine, scope);
      return place === null ? [] : connectedAt(place);
    }),
  );
}

function connectedAt(place: Place): Connected[] {
  try {
    const entry = entryAt(place);
    return entry === null ? [] : [{ place, entry, fault: null }];
  } catch (error) {
    return [{ place, entry: null, fault: error instanceof Error ? error.message : String(error) }];
  }
}

/**
 * Editors whose instructions are in the project although no connected editor reads them: one for each file. An entry for
 * all projects may have been removed in another one.
 */
export function findLeftInstructions(machine: Machine): Editor[] {
  const seen = new Set<string>();
  return [...findEditors(machine), ...EDITORS].filter((editor) => {
    const place = placeOf(editor, machine, null);
    const file = place?.instructions?.file;
    if (!place || file === undefined || seen.has(file) || !isInside(file, machine.project)) return false;
    seen.add(file);
    return hasInstructions(place) && !isInstructionShared(place, [], machine);
  });
}

/** Whether another editor that stays connected reads the same instructions. */
export function isInstructionShared(place: Place, removed: readonly Editor[], machine: Machine): boolean {
  const file = place.instructions?.file;
  return findConnected(machine).some(
    (other) =>
      !removed.includes(other.place.editor) &&
      [other.place, placeOf(other.place.editor, machine, null)].some(
        (each) => each?.instructions?.file === file,
      ),
  );
}
