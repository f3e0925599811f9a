import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Env } from '../../src/config/env';

const ROOT = join(__dirname, '../..');

export interface ServiceProcess {
  url: string;
  /** Ends it as a power button would: nothing of it runs any more when this resolves. */
  kill(): Promise<void>;
}

/** Compiles the service, where it is not compiled yet. */
export function buildService(): void {
  const { status, stderr } = spawnSync(process.execPath, ['scripts/build-if-stale.mjs'], { cwd: ROOT });
  if (status !== 0) throw new Error(`The service could not be built: ${stderr.toString()}`);
}

/** Starts the compiled service as a process of its own, and waits until it listens. */
export async function startService(env: Env): Promise<ServiceProcess> {
  const settings = Object.entries(env).filter(([, value]) => value !== null && value !== '');
  const child = spawn(process.execPath, ['dist/main.js'], {
    cwd: ROOT,
    // Only the settings of the test: a developer's own must not reach it.
    env: {
      PATH: process.env.PATH,
      HOME: tmpdir(),
      // The line that tells where it listens does not depend on the level then.
      LOG_FORMAT: 'text',
      ...Object.fromEntries(settings.map(([k, v]) => [k, String(v)])),
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ended = once(child, 'close');
  const url = await listeningUrl(child);
  return {
    url,
    kill: async () => {
      child.kill('SIGKILL');
      await ended;
    },
  };
}

function listeningUrl(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let printed = '';
    const read = (chunk: Buffer) => {
      printed += chunk.toString();
      const url = /listening on (http:\S+)/.exec(printed)?.[1];
      if (url !== undefined) resolve(url);
    };
    child.stdout?.on('data', read);
    child.stderr?.on('data', read);
    child.once('close', () => reject(new Error(`The service ended early: ${printed}`)));
  });
}
