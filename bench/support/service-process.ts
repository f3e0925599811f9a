import { spawnSync } from 'node:child_process';
import { openSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { Child } from './child-process';
import { Cleanup } from './cleanup';
import type { Embeddings } from './embeddings';
import { freePort } from '../../test/support/free-port';
import { nodeFlags, startVariables } from './node-flags';
import { pollUntil } from './polling';

const ROOT = resolve(__dirname, '../..');
const READY_LIMIT_MS = 60_000;
/** SERVICE_SECRET_KEY of all services that a benchmark starts. */
export const SECRET_KEY = 'benchmark-management-credential';

/** The service in its own process, built, on an empty data directory. */
export interface ServiceProcess {
  url: string;
  /** The management credential. */
  key: string;
  child: Child;
}

export interface ServiceOptions {
  /** Null: the embedded database. */
  databaseUrl: string | null;
  /** A file of `dist`; the service unless given. */
  program?: 'main' | 'backend-main';
  /** Files that Node loads before the service. */
  preload?: readonly string[];
  /** Null or none given: the default budget for recall indexes. */
  indexMemoryMb?: number | null;
  /** Null or none given: recall by words alone. */
  embeddings?: Embeddings | null;
  /** Further environment variables. */
  settings?: Readonly<Record<string, string>>;
  /** Its log goes to a file of its data directory, which costs the benchmark no time to read. */
  logsToFile?: boolean;
}

/** Builds where needed, starts the service, otherwise with its default settings, and waits until it is ready. */
export async function startService(options: ServiceOptions, cleanup: Cleanup): Promise<ServiceProcess> {
  build();
  const dataDir = await mkdtemp(join(tmpdir(), 'memory-bench-'));
  cleanup.add(() => rm(dataDir, { recursive: true, force: true }));
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const preload = (options.preload ?? []).flatMap((file) => ['--require', file]);
  const args = [...nodeFlags(), ...preload, join(ROOT, `dist/${options.program ?? 'main'}.js`)];
  const child = Child.start('The service', process.execPath, args, {
    // Not the project's folder: a .env file there holds the settings of somebody's own service.
    cwd: dataDir,
    env: environment({ ...options, port, dataDir }),
    stdio: ['ignore', options.logsToFile === true ? logFile(dataDir) : 'pipe', 'pipe', 'ipc'],
  });
  cleanup.add(() => child.stop());
  const probe = options.program === 'backend-main' ? '/health' : '/ready';
  await pollUntil('The service is ready', READY_LIMIT_MS, () => isReady(`${url}${probe}`, child));
  return { url, key: SECRET_KEY, child };
}

/** Left open until the benchmark ends. */
function logFile(dataDir: string): number {
  return openSync(join(dataDir, 'service.log'), 'a');
}

/** Only what starts a process: settings of the caller's own service must not reach this one. */
function environment(given: ServiceOptions & { port: number; dataDir: string }): NodeJS.ProcessEnv {
  const budget = given.indexMemoryMb ?? null;
  return {
    PATH: process.env.PATH,
    ...startVariables(),
    NODE_ENV: 'production',
    HOST: '127.0.0.1',
    PORT: String(given.port),
    BACKEND_SERVER_PORT: String(given.port),
    DATA_DIR: given.dataDir,
    SERVICE_SECRET_KEY: SECRET_KEY,
    ...(given.databaseUrl !== null && { DATABASE_URL: given.databaseUrl }),
    ...(budget !== null && { RECALL_INDEX_MEMORY_MB: String(budget) }),
    ...given.embeddings?.settings,
    ...given.settings,
  };
}

/** Where it is not built, or not from what is there now. */
export function build(): void {
  const built = spawnSync(process.execPath, ['scripts/build-if-stale.mjs'], { cwd: ROOT, stdio: 'inherit' });
  if (built.status !== 0) throw new Error('The build failed');
}

async function isReady(probe: string, child: Child): Promise<boolean> {
  child.assertRunning();
  const response = await fetch(probe).catch(() => null);
  await response?.arrayBuffer();
  return response?.ok ?? false;
}
