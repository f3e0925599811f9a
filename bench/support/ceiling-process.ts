import { once } from 'node:events';
import { join } from 'node:path';
import { Child } from './child-process';
import type { Cleanup } from './cleanup';
import { PROBE_FILE } from './process-probe';

export interface CeilingProcess {
  url: string;
  child: Child;
}

/**
 * Starts bench/ceiling.ts on the database. It must not write into the namespace that it reads: the service
 * recalls from that one, over whatever it holds.
 */
export async function startCeiling(
  databaseUrl: string,
  namespaces: { read: string; write: string },
  poolSize: number,
  cleanup: Cleanup,
): Promise<CeilingProcess> {
  const args = ['--require', PROBE_FILE, '--require', '@swc-node/register', join(__dirname, '../ceiling.ts')];
  const child = Child.start('The ceiling', process.execPath, args, {
    cwd: join(__dirname, '../..'),
    env: {
      PATH: process.env.PATH,
      NODE_ENV: 'production',
      DATABASE_URL: databaseUrl,
      DATABASE_POOL_SIZE: String(poolSize),
      READ_NAMESPACE: namespaces.read,
      WRITE_NAMESPACE: namespaces.write,
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
