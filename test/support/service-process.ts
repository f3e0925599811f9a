import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Env } from '../../src/config/env';

/** A process that may not listen yet. */
export interface SpawnedService {
  pid: number;
  /** Where it listens, once it does. Rejects with what it printed when it ends before that. */
  listening: Promise<string>;
  /** Its exit code, once it has ended; null when it was killed. */
  ended: Promise<number | null>;
  /** What it printed last. */
  printed(): string;
  /** Ends it as a power button would: nothing of it runs any more when this resolves. */
  kill(): Promise<void>;
  /** Tells it to end, as a supervisor does; its exit code, null when it was killed instead. */
  terminate(): Promise<number | null>;
}

export interface ServiceProcess extends SpawnedService {
  url: string;
}

const ROOT = join(__dirname, '../..');
/** Of V8: a service of a test lives for seconds, and optimising its embedded database costs more than it brings back. */
const FOR_SHORT_LIVES = ['--wasm-lazy-compilation', '--liftoff-only'];
/** Characters. */
const MOST_PRINTED = 2_000_000;

/** Compiles the service, where it is not compiled yet. */
export function buildService(): void {
  const { status, stderr } = spawnSync(process.execPath, ['scripts/build-if-stale.mjs'], { cwd: ROOT });
  if (status !== 0) throw new Error(`The service could not be built: ${stderr.toString()}`);
}

/** Starts the compiled service as a process of its own, and waits until it listens. */
export async function startService(env: Env, variables?: NodeJS.ProcessEnv): Promise<ServiceProcess> {
  const spawned = spawnService(env, variables);
  return { ...spawned, url: await spawned.listening };
}

/** A file of `dist`. */
export type CompiledProgram = 'main' | 'backend-main' | 'maintenance-run' | 'migrate-run' | 'database-run';

/** Starts the compiled service, with these variables beside its settings, and does not wait for it. */
export function spawnService(
  env: Partial<Env>,
  variables: NodeJS.ProcessEnv = {},
  program: CompiledProgram = 'main',
  args: readonly string[] = [],
): SpawnedService {
  const settings = Object.entries(env).filter(([, value]) => value !== null && value !== '');
  const child = spawn(process.execPath, [...FOR_SHORT_LIVES, `dist/${program}.js`, ...args], {
    cwd: ROOT,
    // Only the settings of the test: a developer's own must not reach it.
    env: {
      PATH: process.env.PATH,
      HOME: tmpdir(),
      // The line that tells where it listens does not depend on the level then.
      LOG_FORMAT: 'text',
      ...Object.fromEntries(settings.map(([k, v]) => [k, String(v)])),
      ...variables,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const output = readOutput(child);
  const ended = once(child, 'close').then(([code]) => code as number | null);
  return {
    ...output,
    pid: child.pid ?? NaN,
    ended,
    kill: async () => {
      child.kill('SIGKILL');
      await ended;
    },
    terminate: () => {
      child.kill('SIGTERM');
      return ended;
    },
  };
}

function readOutput(child: ChildProcess): Pick<SpawnedService, 'listening' | 'printed'> {
  let printed = '';
  const listening = new Promise<string>((resolve, reject) => {
    const read = (chunk: Buffer) => {
      printed = `${printed}${chunk.toString()}`.slice(-MOST_PRINTED);
      const url = /listening on (http:\S+)/.exec(printed)?.[1];
      if (url !== undefined) resolve(url);
    };
    child.stdout?.on('data', read);
    child.stderr?.on('data', read);
    child.once('close', () => reject(new Error(`The service ended early: ${printed}`)));
  });
  // A test that kills it before it listens does not wait for that.
  listening.catch(() => undefined);
  return { listening, printed: () => printed };
}
