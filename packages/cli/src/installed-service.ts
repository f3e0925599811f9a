import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { homedir } from 'node:os';
import path from 'node:path';
import { parseEnv } from 'node:util';

/** The service that this machine can start: that of the checkout which holds this program, or an installed package. */
export interface InstalledService {
  /** The folder where it runs: the one with its package.json. */
  root: string;
  /** What `node` runs, relative to `root`. */
  program: string;
  /** What `node` runs to install an embedding model, whose name is added: commands with their arguments. */
  modelCommands: readonly (readonly string[])[];
  /** Absolute. */
  dataDir: string;
}

const PACKAGE = '@agent-memory/service';
/** From `packages/cli/dist`. */
const CHECKOUT = path.resolve(import.meta.dirname, '../../..');

type Env = Record<string, string | undefined>;

/** Null if there is none: only the command line is installed. */
export function findService(env: Env = process.env): InstalledService | null {
  if (existsSync(path.join(CHECKOUT, 'scripts/start.mjs'))) {
    const modelCommands = [['scripts/model.mjs', 'install']];
    return { root: CHECKOUT, program: 'scripts/start.mjs', modelCommands, dataDir: dataDirOfCheckout(env) };
  }
  try {
    const root = path.dirname(createRequire(import.meta.url).resolve(`${PACKAGE}/package.json`));
    const modelCommands = [
      ['scripts/model.mjs', 'packages'],
      ['dist/model-run.js', 'install'],
    ];
    return { root, program: 'dist/main.js', modelCommands, dataDir: dataDirOfUser(env) };
  } catch {
    return null;
  }
}

/** As the service reads them: its `.env` adds to the environment, which wins. Empty: unset. */
export function serviceSetting(name: 'DATA_DIR' | 'HOST' | 'PORT', env: Env, root = CHECKOUT): string | null {
  const file = path.join(root, '.env');
  const settings = existsSync(file) ? parseEnv(readFileSync(file, 'utf8')) : {};
  return (env[name] ?? settings[name])?.trim() || null;
}

function dataDirOfCheckout(env: Env): string {
  return path.resolve(CHECKOUT, serviceSetting('DATA_DIR', env) ?? 'data');
}

/** Not in the package's folder, which npm replaces with the next version. */
function dataDirOfUser(env: Env): string {
  if (env.DATA_DIR) return path.resolve(env.DATA_DIR);
  if (process.platform === 'win32' && env.LOCALAPPDATA) return path.join(env.LOCALAPPDATA, 'agent-memory');
  return path.join(env.XDG_DATA_HOME || path.join(env.HOME || homedir(), '.local/share'), 'agent-memory');
}
