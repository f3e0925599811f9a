import { execFile } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import type { Scope } from '../context.ts';
import { type Failure, usageError } from '../failure.ts';
import { findService, type InstalledService } from '../installed-service.ts';
import { isReady, usesDataOf } from '../local-address.ts';
import { LocalService } from '../local-service.ts';
import type { Progress } from './progress.ts';

/** As the service has it (src/inference/hub/install-model.ts). */
const DEFAULT_MODEL = 'all-MiniLM-L6-v2';
const QUESTION =
  `Install the embedding model ${DEFAULT_MODEL} (23 MB, and 65 MB for what runs it)? ` +
  'Recall then compares meanings and not only words. It runs on this machine.';
const INSTALL_LIMIT_MS = 600_000;

export interface ModelResult {
  name: string;
  /** Why it is not installed; null if it is. */
  fault: string | null;
  /** Whether a service runs that does not use it yet. */
  needsRestart: boolean;
}

interface ModelChoice {
  model?: boolean | string;
}

/** Installs the model that was named or agreed to; null if none was, or if the service is not one of this machine. */
export async function offerModel(
  { url }: Scope,
  { model }: ModelChoice,
  progress: Progress,
): Promise<ModelResult | null> {
  if (model === false) return null;
  const fault = await whyNoModel(url);
  if (fault !== null && model !== undefined) throw fault;
  const service = fault === null ? findService() : null;
  if (service === null) return null;
  if (model === undefined && (hasModel(service) || !(await progress.agree(QUESTION)))) return null;
  const name = typeof model === 'string' ? model : DEFAULT_MODEL;
  return progress.step(
    `Installing the embedding model ${name}`,
    () => installModel(service, name, url),
    ({ fault }) =>
      `The embedding model ${name} ${fault === null ? 'is installed' : 'could not be installed'}`,
  );
}

/** Why a model cannot be installed for the service at this address; null if it can. */
export async function whyNoModel(url: string): Promise<Failure | null> {
  const service = LocalService.at(new URL(url)) === null ? null : findService();
  if (service === null) {
    return usageError(
      `${url} is not a service of this machine: a model is installed where the service runs.`,
    );
  }
  if (usesDataOf(service, url) || !(await isReady(url))) return null;
  return usageError(
    `The service at ${url} was not started by this command, and has its models in a folder of its own. In the folder ` +
      'where it was started: npm run model -- install, then start it again.',
  );
}

/** Whether the data folder has a model that the service uses. */
function hasModel({ dataDir }: InstalledService): boolean {
  const folder = path.join(dataDir, 'models');
  const names = existsSync(folder) ? readdirSync(folder) : [];
  return names.some((name) => existsSync(path.join(folder, name, 'config.json')));
}

async function installModel(service: InstalledService, name: string, url: string): Promise<ModelResult> {
  try {
    for (const command of service.modelCommands) await runNode(service, [...command, name]);
    return { name, fault: null, needsRestart: await isReady(url) };
  } catch (error) {
    return { name, fault: reasonOf(error), needsRestart: false };
  }
}

async function runNode({ root, dataDir }: InstalledService, args: readonly string[]): Promise<void> {
  const env = { ...process.env, AGENT_MEMORY_KEY: undefined, DATA_DIR: dataDir };
  await promisify(execFile)(process.execPath, args, { cwd: root, env, timeout: INSTALL_LIMIT_MS });
}

/** The reason of a failure: the last line of the program, or the message of an error that it did not catch. */
function reasonOf(error: unknown): string {
  const { stderr = '', message } = error as Error & { stderr?: string };
  const lines = stderr.trim().split('\n');
  return lines.find((line) => line.startsWith('Error: ')) ?? (lines.at(-1) || message);
}

/** A sentence about recall by meaning. */
export function modelLine(model: ModelResult | null): string {
  if (model === null) return '';
  if (model.fault !== null) return `The model ${model.name} was not installed: ${model.fault}\n`;
  if (!model.needsRestart) return `Recall compares meanings, by the model ${model.name}.\n`;
  return `The service uses the model ${model.name} from its next start on: agent-memory stop, then agent-memory start --detach\n`;
}
