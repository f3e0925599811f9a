import { once } from 'node:events';
import { join } from 'node:path';
import { Child } from './child-process';
import type { Cleanup } from './cleanup';
import { nodeFlags } from './node-flags';
import { PROBE_FILE } from './process-probe';

export interface CeilingProcess {
  url: string;
  child: Child;
}

/**
 * Starts bench/ceiling.ts on the database. It must not write into the namespace that it reads: the service
 * recalls from that one, over whatever it holds.
 */
export function startCeiling(
  databaseUrl: string,
  namespaces: { read: string; write: string },
  poolSize: number,
  cleanup: Cleanup,
): Promise<CeilingProcess> {
  const settings = { READ_NAMESPACE: namespaces.read, WRITE_NAMESPACE: namespaces.write };
  return startProgram('ceiling.ts', { databaseUrl, poolSize, settings }, cleanup);
}

/** Starts bench/mixed-ceiling.ts. `isBare`: with the one statement of each request that does what was asked. */
export function startMixedCeiling(
  databaseUrl: string,
  isBare: boolean,
  poolSize: number,
  cleanup: Cleanup,
): Promise<CeilingProcess> {
  const settings = { BARE: isBare ? '1' : '' };
  return startProgram('mixed-ceiling.ts', { databaseUrl, poolSize, settings }, cleanup);
}

/** With the flags of the service: what they gain is no merit of it. */
async function startProgram(
  file: string,
  given: { databaseUrl: string; poolSize: number; settings: Record<string, string> },
  cleanup: Cleanup,
): Promise<CeilingProcess> {
  const program = join(__dirname, '..', file);
  const args = [...nodeFlags(), '--require', PROBE_FILE, '--require', '@swc-node/register', program];
  const child = Child.start('The ceiling', process.execPath, args, {
    cwd: join(__dirname, '../..'),
    env: {
      PATH: process.env.PATH,
      NODE_ENV: 'production',
      DATABASE_URL: given.databaseUrl,
      DATABASE_POOL_SIZE: String(given.poolSize),
      ...given.settings,
    },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  cleanup.add(() => child.stop());
  const [answer] = await Promise.race([
    once(child.process, 'message') as Promise<[{ port: number }]>,
    once(child.process, 'exit').then((): never => {
      child.assertRunning();
      throw new Error('The ceiling ended');
    }),
  ]);
  return { url: `http://127.0.0.1:${answer.port}`, child };
}
