import { once } from 'node:events';
import { closeSync, openSync } from 'node:fs';
import { createServer } from 'node:net';
import { devNull } from 'node:os';
import { StartProblem } from './common/start-problem';
import type { Env } from './config/env';
import { listenFailure } from './start-failure';

/** The code, the embedded database and a few connections take about a hundred. */
const LEAST_FILES = 256;
/** A resolver that does not answer may take much longer. */
const LOOKUP_MS = 5_000;

/**
 * Checks what a program needs of its machine, before it starts anything that has to be stopped again. Throws
 * `StartProblem`.
 */
export async function checkMachine({ HOST }: Pick<Env, 'HOST'>): Promise<void> {
  checkOpenFiles();
  await checkHost(HOST);
}

/** Code that cannot be read, for want of a descriptor, would end the process with a stack trace. */
function checkOpenFiles(): void {
  const opened: number[] = [];
  try {
    while (opened.length < LEAST_FILES) opened.push(openSync(devNull, 'r'));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EMFILE') throw error;
    throw new StartProblem(
      `This process may open too few files (${opened.length} more, of ${LEAST_FILES} needed): ` +
        'raise the limit (ulimit -Hn, LimitNOFILE of systemd, or --ulimit nofile of Docker) to 4096 or more',
      error,
    );
  } finally {
    opened.forEach((descriptor) => closeSync(descriptor));
  }
}

/** Listens on any port of the address for a moment. */
async function checkHost(host: string): Promise<void> {
  const server = createServer().listen(0, host);
  try {
    await once(server, 'listening', { signal: AbortSignal.timeout(LOOKUP_MS) });
  } catch (error) {
    throw new StartProblem(listenFailure(error, { HOST: host, PORT: 0 }), error);
  } finally {
    server.close();
  }
}
