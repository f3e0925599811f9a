import 'reflect-metadata';
import './config/env-file';
import { rm } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { startProgress } from './common/progress';
import { StartProblem } from './common/start-problem';
import { Env } from './config/env';
import { HubClient } from './inference/hub/hub-client';
import { installModel, CATALOG, DEFAULT_MODEL, findModel, NLI_MODEL } from './inference/hub/install-model';
import { installedModels, kindOfModel, modelsDirOf } from './inference/model-folder';
import { fail } from './start-failure';

const USAGE = 'Usage: npm run model -- install [NAME] | list | remove NAME | packages';
const DEFAULT_HUB = 'https://huggingface.co';

/** Installs, lists and removes models of the data directory. The service may run meanwhile. */
async function main([command, name, ...rest]: string[]): Promise<void> {
  const dataDir = setting('DATA_DIR') ?? new Env().DATA_DIR;
  if (rest.length > 0) throw new StartProblem(USAGE);
  if (command === 'install') return install(dataDir, name ?? DEFAULT_MODEL);
  if (command === 'list' && name === undefined) return list(dataDir);
  if (command === 'remove' && name !== undefined) return remove(dataDir, name);
  throw new StartProblem(USAGE);
}

async function install(dataDir: string, name: string): Promise<void> {
  const model = findModel(name);
  const hub = new HubClient(setting('HF_ENDPOINT') ?? DEFAULT_HUB);
  const started = (total: number) => startProgress(`Downloading ${model.name}, kB`, total);
  const folder = await installModel(model, { dataDir, hub, startProgress: started });
  const installed = `Installed ${model.name} in ${relative('.', folder)}.`;
  if (kindOfModel(folder) === 'nli')
    return print(`${installed} The service uses it from its next start on if CONFLICT_JUDGE is nli.`);
  print(`${installed} The service uses it from its next start on.`);
  const other = ['EMBEDDINGS_BASE_URL', 'EMBEDDINGS_MODEL_PATH'].find((each) => setting(each) !== null);
  if (other !== undefined) print(`Until then and after it, ${other} has priority: remove that setting.`);
}

function list(dataDir: string): void {
  const installed = installedModels(dataDir);
  installed.forEach(({ name, installedAt, kind }, place) => {
    const isFirst = installed.findIndex((each) => each.kind === kind) === place;
    const use = kind === 'nli' ? ', in use if CONFLICT_JUDGE is nli' : ', in use';
    print(`${name}  installed ${installedAt.toISOString().slice(0, 10)}${isFirst ? use : ''}`);
  });
  const known = new Set(installed.map(({ name }) => name));
  for (const name of [...Object.keys(CATALOG), NLI_MODEL.name])
    if (!known.has(name)) print(`${name}  not installed`);
}

async function remove(dataDir: string, name: string): Promise<void> {
  const folder = join(modelsDirOf(dataDir), findInstalled(dataDir, name));
  await rm(folder, { recursive: true });
  print(`Removed ${name}. A running service keeps it until it stops.`);
}

function findInstalled(dataDir: string, given: string): string {
  const names = installedModels(dataDir).map(({ name }) => name);
  const found = names.find((name) => name.toLowerCase() === given.toLowerCase());
  if (found !== undefined) return found;
  throw new StartProblem(`${given} is not installed: ${names.join(', ') || 'no model'} is`);
}

function setting(name: string): string | null {
  return process.env[name]?.trim() || null;
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}

void main(process.argv.slice(2)).catch((error: unknown) => fail('The command failed', error));
