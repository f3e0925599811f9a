import type { Command } from 'commander';
import { type Scope as ServiceScope, trustedScope, trustOwnAgent } from '../context.ts';
import { isLoopback } from '../local-address.ts';
import { EXIT, Failure, usageError } from '../failure.ts';
import { printNote, printResult } from '../output.ts';
import { connectEditor, type ConnectedEditor } from './connect-editors.ts';
import { connectedLines } from './connect-text.ts';
import { type Place, placeOf } from './connection.ts';
import type { Editor, Scope } from './editor.ts';
import { editorsNamed, findEditors } from './found-editors.ts';
import { type Machine, thisMachine } from './machine.ts';

export interface ScopeFlags {
  project?: boolean;
  global?: boolean;
}

export interface ConnectOptions extends ScopeFlags {
  dryRun?: boolean;
  stdio?: boolean;
}

export async function runConnect(names: string[], options: ConnectOptions, command: Command): Promise<void> {
  const machine = thisMachine(process.cwd());
  const places = placesFor(names, scopeOf(options), machine);
  const service = await trustedScope(command);
  const isDryRun = options.dryRun === true;
  if (!isDryRun) await ensureAgent(service);
  const editors: ConnectedEditor[] = [];
  for (const place of places) {
    const settings = { machine, service, isDryRun, isProgramPreferred: options.stdio === true };
    editors.push(await connectEditor(place, settings));
  }
  if (!isDryRun) trustOwnAgent(service);
  const result = { agentId: service.agent, url: service.url, dryRun: isDryRun, editors };
  printResult(command, result, () => connectedLines(editors, isDryRun));
  if (editors.some(hasFailed)) process.exitCode = EXIT.failed;
}

export function hasFailed({ fault, check }: ConnectedEditor): boolean {
  return fault !== null || check?.works === false;
}

export function scopeOf({ project, global }: ScopeFlags): Scope | null {
  if (project && global) throw usageError('Give --project or --global, not both.');
  return project ? 'project' : global ? 'global' : null;
}

function placesFor(names: string[], scope: Scope | null, machine: Machine): Place[] {
  const editors = names.length > 0 ? editorsNamed(names) : findEditors(machine);
  if (editors.length === 0) {
    throw new Failure(
      'No editor was found here. Name one, such as `agent-memory connect cursor`; `agent-memory connect --list` shows all.',
      EXIT.notFound,
      'NoEditorFound',
    );
  }
  return editors.flatMap((editor) => {
    const place = placeOf(editor, machine, scope);
    if (place !== null) return [place];
    explainMissing(editor, scope, names);
    return [];
  });
}

function explainMissing({ id, name }: Editor, scope: Scope | null, names: string[]): void {
  const other = scope === 'project' ? 'global' : 'project';
  const message = `${name} has no ${scope === 'project' ? "project's" : "user's"} file for MCP servers`;
  if (names.length > 0) throw usageError(`${message}: give --${other} for ${id}.`);
  printNote(`${message} and was left out.`);
}

/** Creates the agent if it does not exist and the service is on this machine. */
export async function ensureAgent(service: ServiceScope): Promise<{ isNew: boolean }> {
  const { AgentMemory, NotFoundError } = await import('@agent-memory/client');
  const memory = new AgentMemory({ baseUrl: service.url, apiKey: service.key ?? undefined, maxRetries: 1 });
  try {
    await memory.agents.get(service.agent, { includeCounts: false });
    return { isNew: false };
  } catch (error) {
    if (!(error instanceof NotFoundError) || !isLoopback(new URL(service.url))) throw error;
    await memory.agents.create(service.agent);
    return { isNew: true };
  }
}
