import path from 'node:path';
import { DEFAULT_URL, type Scope as ServiceScope } from '../context.ts';
import { isInside } from '../real-path.ts';
import { type Check, checkEntry } from './check-entry.ts';
import {
  entryAt,
  entryFor,
  type Instructions,
  type Place,
  planConnection,
  type Reach,
} from './connection.ts';
import { diffOf } from './diff.ts';
import type { FileChange } from './file-change.ts';
import type { Entry } from './formats/config-format.ts';
import { endpointOf } from './instructions.ts';
import type { Machine } from './machine.ts';
import { bridgeProgram } from './program-file.ts';

export interface ChangedFile {
  file: string;
  change: 'create' | 'change' | 'delete';
  diff?: string;
}

export interface ConnectedEditor {
  editor: string;
  name: string;
  scope: string;
  /** The configuration file. */
  file: string;
  /** Empty if everything was there already. */
  changes: ChangedFile[];
  /** Null if it was not tried. */
  check: Check | null;
  /** Why a file was left as it was. */
  fault: string | null;
  nextStep: string;
}

export interface ConnectSettings {
  machine: Machine;
  service: ServiceScope;
  /** Null: the service does not answer, and instructions are left out. */
  instructions: Instructions | null;
  isDryRun: boolean;
  isProgramPreferred: boolean;
}

/** Writes the files of an editor, reads the entry back, and starts or calls it as the editor would. */
export async function connectEditor(place: Place, settings: ConnectSettings): Promise<ConnectedEditor> {
  const { machine, instructions, isDryRun } = settings;
  const entry = entryFor(place.editor, reachOf(place, settings));
  const result = resultFor(place, machine);
  try {
    for (const change of planConnection(place, entry, instructions)) {
      if (!isDryRun) change.apply();
      result.changes.push(describeChange(change, machine, isDryRun));
    }
    if (!isDryRun) result.check = await checkWritten(place, entry, machine);
  } catch (error) {
    result.fault = error instanceof Error ? error.message : String(error);
  }
  return result;
}

function resultFor({ editor, scope, config }: Place, machine: Machine): ConnectedEditor {
  return {
    editor: editor.id,
    name: editor.name,
    scope,
    file: shown(config.file, machine),
    changes: [],
    check: null,
    fault: null,
    nextStep: editor.nextStep(scope),
  };
}

function checkWritten(place: Place, entry: Entry, machine: Machine): Promise<Check> {
  return checkEntry(entryAt(place) ?? entry, machine);
}

function reachOf(place: Place, { service, isProgramPreferred }: ConnectSettings): Reach {
  // A key from `login` is known to this program, but not to the editor.
  const isKeyStored = service.sources.key === 'user' && place.scope === 'global';
  return {
    server: { url: endpointOf(service), hasKey: service.key !== null },
    program: bridgeProgram(service.agent, service.url === DEFAULT_URL ? null : service.url),
    isProgramPreferred: isProgramPreferred || isKeyStored,
  };
}

export function describeChange(
  { file, before, after }: FileChange,
  machine: Machine,
  withDiff: boolean,
): ChangedFile {
  const name = shown(file, machine);
  const change = before === null ? 'create' : after === null ? 'delete' : 'change';
  return { file: name, change, ...(withDiff ? { diff: diffOf(name, before, after) } : {}) };
}

/** Short for people: relative to the project, or with `~`. */
export function shown(file: string, { project, home }: Machine): string {
  if (isInside(file, project)) return path.relative(project, file);
  return isInside(file, home) ? path.join('~', path.relative(home, file)) : file;
}
