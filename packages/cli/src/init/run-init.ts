import { existsSync, statSync } from 'node:fs';
import path from 'node:path';
import type { Command } from 'commander';
import { isInteractive } from '../confirm.ts';
import { openAgent, type Scope as ServiceScope, trustedScope, trustOwnAgent } from '../context.ts';
import { EDITORS } from '../editors/catalog/catalog.ts';
import { connectEditor, type ConnectedEditor } from '../editors/connect-editors.ts';
import { connectedLines } from '../editors/connect-text.ts';
import { placeOf } from '../editors/connection.ts';
import type { Editor } from '../editors/editor.ts';
import { editorsNamed, findEditors } from '../editors/found-editors.ts';
import { thisMachine } from '../editors/machine.ts';
import { ensureAgent, hasFailed, scopeOf, type ScopeFlags } from '../editors/run-connect.ts';
import { EXIT, type Failure, usageError } from '../failure.ts';
import { LocalService } from '../local-service.ts';
import { isJson, printResult } from '../output.ts';
import { searchedFolders } from '../project-folder.ts';
import { MOST_SETTINGS_BYTES, readRegular } from '../regular-file.ts';
import { started } from '../service/run-service.ts';
import { isReady } from '../local-address.ts';
import { modelLine, type ModelResult, offerModel, whyNoModel } from './embedding-model.ts';
import { plainProgress, type Progress } from './progress.ts';
import { tryMemory, type Tried } from './try-memory.ts';

export interface InitOptions extends Omit<ScopeFlags, 'project'> {
  /** The folder of the project; true: this one. */
  project?: boolean | string;
  /** False: no editor is connected. */
  connect: boolean;
  stdio?: boolean;
  /** The name of an embedding model; true: the usual one. False: none. Without it, a terminal is asked. */
  model?: boolean | string;
  /** Asks nothing, also in a terminal. */
  yes?: boolean;
}

export async function runInit(names: string[], options: InitOptions, command: Command): Promise<void> {
  const entered = enterProject(options);
  const named = editorsNamed([...names, ...entered.names]);
  const service = await trustedScope(command);
  const progress = await progressFor(service, options, command);
  const model = await offerModel(service, options, progress);
  await startIfAway(service, progress);
  const { isNew } = await progress.step(
    'Looking for the agent',
    () => ensureAgent(service),
    (found) => `Agent "${service.agent}" ${found.isNew ? 'was created' : 'is there'}`,
  );
  trustOwnAgent(service);
  const chosen = options.connect ? await chosenEditors(named, progress) : [];
  const editors = await connectAll(chosen, {
    service,
    isProgramPreferred: options.stdio === true,
    flags: entered.flags,
    progress,
  });
  const { agent } = await openAgent(command);
  const tried = await progress.step(
    'Storing a memory',
    () => tryMemory(agent),
    ({ summary }) => summary,
  );
  progress.end();
  const result = { agentId: service.agent, url: service.url, created: isNew, editors, memory: tried, model };
  const isMissing = model === null || model.fault !== null;
  const canHaveModel = isMissing && (await whyNoModel(service.url)) === null;
  printResult(command, result, () => textOf(service, { editors, tried, model, canHaveModel }));
  const isIncomplete = !tried.recalled || editors.some(hasFailed) || model?.fault != null;
  if (isIncomplete) process.exitCode = EXIT.failed;
}

interface Entered {
  /** The name of an editor that was given in the place of a folder. */
  names: string[];
  flags: ScopeFlags;
}

/** Goes to the folder of `--project`. */
function enterProject({ project, global }: InitOptions): Entered {
  if (typeof project !== 'string') {
    if (project !== true && isServiceFolder(process.cwd())) throw notAProject();
    return { names: [], flags: { project: project === true, global } };
  }
  const flags = { project: true, global };
  if (statSync(project, { throwIfNoEntry: false })?.isDirectory()) {
    process.chdir(project);
    return { names: [], flags };
  }
  if (EDITORS.some(({ id }) => id === project)) return { names: [project], flags };
  throw usageError(`There is no folder ${project}: name that of your project.`);
}

/** Whether a folder is in a checkout of the service. */
function isServiceFolder(folder: string): boolean {
  return searchedFolders(folder, thisMachine(folder).home).some((at) => {
    const file = path.join(at, 'package.json');
    if (!existsSync(file)) return false;
    return /"name":\s*"@agent-memory\/service"/.test(readRegular(file, MOST_SETTINGS_BYTES).toString());
  });
}

function notAProject(): Failure {
  return usageError(
    'This is the folder of the service, not of a project, and nothing was written. Go to your project, or name its ' +
      'folder: agent-memory init --project FOLDER (for this one: --project .).',
  );
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
  flags: ScopeFlags;
  isProgramPreferred: boolean;
  progress: Progress;
}

async function connectAll(
  editors: readonly Editor[],
  { service, flags, isProgramPreferred, progress }: Connecting,
): Promise<ConnectedEditor[]> {
  const machine = thisMachine(process.cwd());
  const settings = { machine, service, isDryRun: false, isProgramPreferred };
  const connected: ConnectedEditor[] = [];
  for (const editor of editors) {
    const place = placeOf(editor, machine, scopeOf(flags)) ?? placeOf(editor, machine, null);
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

interface Outcome {
  editors: ConnectedEditor[];
  tried: Tried;
  model: ModelResult | null;
  /** Whether `init --model` would install one. */
  canHaveModel: boolean;
}

function textOf({ agent, url }: ServiceScope, outcome: Outcome): string {
  const { editors, tried, model, canHaveModel } = outcome;
  const none = 'No editor was connected. To connect one: agent-memory connect EDITOR\n';
  return [
    `\nAgent "${agent}" at ${url}\n\n`,
    editors.length === 0 ? none : connectedLines(editors, false),
    `${tried.summary}\n`,
    `${modelLine(model)}\n`,
    'What to do next:\n',
    '  agent-memory remember "We deploy on Fridays."   store something\n',
    '  agent-memory recall "When do we deploy?"        find it again\n',
    ...(canHaveModel ? ['  agent-memory init --model                       recall by meaning, too\n'] : []),
    '  agent-memory connect --list                     the editors\n',
    '  agent-memory doctor                             when something is wrong\n',
    // What npx runs is not on the path afterwards.
    ...(process.env.npm_command === 'exec'
      ? ['Before that: npm install --global agent-memory, or write npx before each command.\n']
      : []),
  ].join('');
}
