import path from 'node:path';
import type { Scope as ServiceScope } from '../context.ts';
import { DEFAULT_URL } from '../local-address.ts';
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
import type { Program } from './editor.ts';
import type { FileChange } from './file-change.ts';
import type { Entry } from './formats/config-format.ts';
import { endpointOf } from './instructions.ts';
import { FileFault } from './text-file.ts';
import type { Machine } from './machine.ts';
import { bridgeProgram } from './program-file.ts';
import { isSameConnection } from './section.ts';

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
    if (!isDryRun) result.check = await checkWritten(place, entry, settings);
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

/** What is started or called is the entry that was written, and no other that came into the file since then. */
function checkWritten(place: Place, entry: Entry, { machine, service }: ConnectSettings): Promise<Check> {
  const written = entryAt(place);
  if (written === null || !isSameConnection(written, entry)) {
    throw new FileFault(`${place.config.file} was changed by another program: try again.`);
  }
  return checkEntry(entry, machine, service);
}

/** The entry that `connect` writes for this service and agent, if this is one. The user may have added other fields. */
export function ownEntry({ editor }: Place, entry: Entry, service: ServiceScope): Entry | null {
  const server = { url: endpointOf(service), hasKey: false };
  const program = programOf(service);
  const entries = [editor.http(server), editor.http({ ...server, hasKey: true }), editor.program(program)];
  return entries.find((each) => each !== null && isSameConnection(entry, each)) ?? null;
}

function programOf({ agent, url }: ServiceScope): Program {
  return bridgeProgram(agent, url === DEFAULT_URL ? null : url);
}

function reachOf(place: Place, { service, isProgramPreferred }: ConnectSettings): Reach {
  // A key from `login` is known to this program, but not to the editor.
  const isKeyStored = service.sources.key === 'user' && place.scope === 'global';
  return {
    server: { url: endpointOf(service), hasKey: service.key !== null },
    program: programOf(service),
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
