import type { Command } from 'commander';
import { isInteractive } from '../confirm.ts';
import { openAgent, type Scope as ServiceScope, trustedScope, trustOwnAgent } from '../context.ts';
import { EDITORS } from '../editors/catalog/catalog.ts';
import { connectEditor, type ConnectedEditor } from '../editors/connect-editors.ts';
import { connectedLines } from '../editors/connect-text.ts';
import { placeOf } from '../editors/connection.ts';
import type { Editor } from '../editors/editor.ts';
import { editorsNamed, findEditors } from '../editors/found-editors.ts';
import { fetchInstructions } from '../editors/instructions.ts';
import { thisMachine } from '../editors/machine.ts';
import { ensureAgent, hasFailed, scopeOf, type ScopeFlags } from '../editors/run-connect.ts';
import { EXIT } from '../failure.ts';
import { LocalService } from '../local-service.ts';
import { isJson, printResult } from '../output.ts';
import { started } from '../service/run-service.ts';
import { isReady } from '../service/service-process.ts';
import { plainProgress, type Progress } from './progress.ts';
import { tryMemory, type Tried } from './try-memory.ts';

export interface InitOptions extends ScopeFlags {
  /** False: no editor is connected. */
  connect: boolean;
  stdio?: boolean;
  /** Asks nothing, also in a terminal. */
  yes?: boolean;
}

export async function runInit(names: string[], options: InitOptions, command: Command): Promise<void> {
  const named = editorsNamed(names);
  const service = await trustedScope(command);
  const progress = await progressFor(service, options, command);
  await startIfAway(service, progress);
  const { isNew } = await progress.step(
    'Looking for the agent',
    () => ensureAgent(service),
    (found) => `Agent "${service.agent}" ${found.isNew ? 'was created' : 'is there'}`,
  );
  trustOwnAgent(service);
  const chosen = options.connect ? await chosenEditors(named, progress) : [];
  const editors = await connectAll(chosen, { service, options, progress });
  const { agent } = await openAgent(command);
  const tried = await progress.step(
    'Storing a memory',
    () => tryMemory(agent),
    ({ summary }) => summary,
  );
  progress.end();
  const result = { agentId: service.agent, url: service.url, created: isNew, editors, memory: tried };
  printResult(command, result, () => textOf(service, editors, tried));
  if (!tried.recalled || editors.some(hasFailed)) process.exitCode = EXIT.failed;
}

async function progressFor(
  { agent }: ServiceScope,
  { yes }: InitOptions,
  command: Command,
): Promise<Progress> {
  if (yes === true || !isInteractive() || isJson(command)) return plainProgress;
  const { terminalProgress } = await import('./terminal-progress.ts');
  return terminalProgress(agent);
}

/** A service elsewhere is not started: the next call says that it is away. */
async function startIfAway({ url }: ServiceScope, progress: Progress): Promise<void> {
  const local = LocalService.at(new URL(url));
  if (local === null || (await isReady(url))) return;
  await progress.step(
    'Starting the service (the first start takes up to a minute)',
    () => started(local),
    () => `The service runs at ${url}`,
  );
}

async function chosenEditors(named: Editor[], progress: Progress): Promise<readonly Editor[]> {
  if (named.length > 0) return named;
  return progress.choose(EDITORS, findEditors(thisMachine(process.cwd())));
}

interface Connecting {
  service: ServiceScope;
  options: InitOptions;
  progress: Progress;
}

async function connectAll(
  editors: readonly Editor[],
  { service, options, progress }: Connecting,
): Promise<ConnectedEditor[]> {
  const machine = thisMachine(process.cwd());
  const instructions = await fetchInstructions(service);
  const settings = {
    ...{ machine, service, instructions, isDryRun: false },
    isProgramPreferred: options.stdio === true,
  };
  const connected: ConnectedEditor[] = [];
  for (const editor of editors) {
    const place = placeOf(editor, machine, scopeOf(options)) ?? placeOf(editor, machine, null);
    if (place === null) continue;
    connected.push(
      await progress.step(
        `Connecting ${editor.name}`,
        () => connectEditor(place, settings),
        (result) => `${editor.name} ${hasFailed(result) ? 'failed: see below' : 'is connected'}`,
      ),
    );
  }
  return connected;
}

function textOf({ agent, url }: ServiceScope, editors: ConnectedEditor[], { summary }: Tried): string {
  const none = 'No editor was connected. To connect one: agent-memory connect EDITOR\n';
  return [
    `\nAgent "${agent}" at ${url}\n\n`,
    editors.length === 0 ? none : connectedLines(editors, false),
    `${summary}\n\n`,
    'What to do next:\n',
    '  agent-memory remember "We deploy on Fridays."   store something\n',
    '  agent-memory recall "When do we deploy?"        find it again\n',
    '  agent-memory connect --list                     the editors\n',
    '  agent-memory doctor                             when something is wrong\n',
  ].join('');
}
