import path from 'node:path';
import type { Scope as ServiceScope } from '../context.ts';
import { DEFAULT_URL } from '../local-address.ts';
import { isInside } from '../real-path.ts';
import { type Check, checkEntry } from './check-entry.ts';
import { entryAt, entryFor, type Place, planConnection, type Reach } from './connection.ts';
import { diffOf } from './diff.ts';
import type { Program } from './editor.ts';
import type { FileChange } from './file-change.ts';
import type { Entry } from './formats/config-format.ts';
import { FileFault } from './text-file.ts';
import type { Machine } from './machine.ts';
import { bridgeProgram } from './program-file.ts';
import { isSameConnection } from './section.ts';
import { serverIn, type Startable, Unverifiable } from './verify.ts';

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
  /** The agent of a user-wide entry that was there, and stays; null for none. */
  keptAgent: string | null;
  nextStep: string;
}

export interface ConnectSettings {
  machine: Machine;
  service: ServiceScope;
  isDryRun: boolean;
  isProgramPreferred: boolean;
}

/** The agent of an entry in the user's own files, which all projects share, unless an option names one. */
const PERSONAL = 'personal';

/** The service with the agent that an entry in this place is for. */
function serviceFor({ scope }: Place, service: ServiceScope): ServiceScope {
  const isShared = scope === 'global' && service.sources.agent !== 'option';
  return isShared ? { ...service, agent: PERSONAL } : service;
}

/** Writes the files of an editor, reads the entry back, and starts or calls it as the editor would. */
export async function connectEditor(place: Place, given: ConnectSettings): Promise<ConnectedEditor> {
  const settings = { ...given, service: serviceFor(place, given.service) };
  const { machine, isDryRun } = settings;
  const entry = entryFor(place.editor, reachOf(place, settings));
  const result = resultFor(place, machine);
  try {
    result.keptAgent = otherAgentAt(place, given.service);
    if (result.keptAgent !== null) return result;
    for (const change of planConnection(place, entry)) {
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
    keptAgent: null,
    nextStep: editor.nextStep(scope),
  };
}

/** Another project does not take a user-wide entry away from its agent, unless an option says so. */
function otherAgentAt(place: Place, service: ServiceScope): string | null {
  if (serviceFor(place, service) === service) return null;
  const agent = agentIn(entryAt(place));
  return agent === PERSONAL ? null : agent;
}

/** The agent that an entry names, in its address or after `--agent`; null for none. */
function agentIn(entry: Entry | null): string | null {
  const server = entry === null ? null : serverOf(entry);
  if (server === null) return null;
  const words = server.kind === 'http' ? [server.url] : server.args;
  const [addressed] = words.flatMap((word) => /\/mcp\/agents\/([A-Za-z0-9_-]+)/.exec(word)?.[1] ?? []);
  const flag = words.indexOf('--agent');
  return addressed ?? (flag < 0 ? null : (words[flag + 1] ?? null));
}

/** Null where neither a URL nor a command is in it. */
function serverOf(entry: Entry): Startable | null {
  try {
    return serverIn(entry);
  } catch (error) {
    if (error instanceof Unverifiable) return null;
    throw error;
  }
}

/** Starts or calls the entry that was written, and no other one that is in the file by then. */
function checkWritten(place: Place, entry: Entry, { machine, service }: ConnectSettings): Promise<Check> {
  const written = entryAt(place);
  if (written === null || !isSameConnection(written, entry)) {
    throw new FileFault(`${place.config.file} was changed by another program: try again.`);
  }
  return checkEntry(entry, machine, service);
}

function endpointOf({ url, agent }: ServiceScope): string {
  return `${url}/mcp/agents/${encodeURIComponent(agent)}`;
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
