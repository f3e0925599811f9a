import { once } from 'node:events';
import { closeSync, openSync } from 'node:fs';
import { createServer } from 'node:net';
import { devNull } from 'node:os';
import { StartProblem } from './common/start-problem';
import type { Env } from './config/env';
import { errorCode, isDatabaseDamaged, isDatabaseUnavailable } from './database/database-errors';
import { describe } from './observability/failure';

/** PostgreSQL's code of a write on a standby, or where transactions only read. */
const READ_ONLY = '25006';

/** Prints one line about the failure and ends the process with 1. */
export function fail(what: string, error: unknown): never {
  process.stderr.write(`${what}: ${startFailure(error)}\n`);
  process.exit(1);
}

/** Why the service did not start, for the person who started it. */
export function startFailure(error: unknown): string {
  if (error instanceof StartProblem) return error.message;
  if (isDatabaseDamaged(error)) {
    return `The database is damaged (${factsOf(error).message}): restore it from a backup`;
  }
  const { message } = factsOf(error);
  if (isDatabaseUnavailable(error) && message.startsWith('unsupported startup parameter')) {
    return (
      `The pooler of DATABASE_URL refuses connections (${message}): ` +
      'set ignore_startup_parameters = statement_timeout,options in pgbouncer.ini'
    );
  }
  if (errorCode(error) === READ_ONLY) {
    return (
      `The database of DATABASE_URL does not accept writes (${message}): name the primary, or all servers ` +
      'as host1:5432,host2:5432, so that the service finds it'
    );
  }
  if (isDatabaseUnavailable(error)) {
    return `The database of DATABASE_URL cannot be reached (${reason(error)}): is it running, and is the URL right?`;
  }
  // The URL, which may hold a password, is in none of these messages.
  return message;
}

/** Why it could not listen on HOST and PORT. */
export function listenFailure(error: unknown, { HOST, PORT }: { HOST: string; PORT: number }): string {
  const { code, message } = factsOf(error);
  if (code === 'EADDRINUSE') {
    return `Port ${PORT} of ${HOST} is in use: stop what listens there, or set PORT to a free one`;
  }
  if (code === 'EACCES') {
    return `Port ${PORT} of ${HOST} may not be opened by this user: set PORT to one above 1023`;
  }
  if (code === 'ABORT_ERR' || code === 'EAI_AGAIN') {
    return `The name in HOST ${HOST} cannot be looked up (${code}): set HOST to an address of this machine`;
  }
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND' || code === 'EINVAL') {
    return `HOST ${HOST} is not an address of this machine: set HOST to 127.0.0.1, to 0.0.0.0 for all, or to one of its own`;
  }
  return `Cannot listen on port ${PORT} of ${HOST}: ${message}`;
}

function reason(error: unknown): string {
  const { code, message } = factsOf(error);
  return code ?? (message || describe(error));
}

function factsOf(error: unknown): { code: string | null; message: string } {
  const { code, message, errors } = (error ?? {}) as Record<string, unknown>;
  // Node tries every address of a name and groups the errors without a message.
  const first = Array.isArray(errors) ? (errors[0] as Error | undefined) : undefined;
  const text = typeof message === 'string' && message !== '' ? message : first?.message;
  return { code: typeof code === 'string' ? code : null, message: text ?? String(error) };
}

/** The code, the embedded database and a few connections take about a hundred. */
const LEAST_FILES = 256;
/** A resolver that does not answer may take much longer. */
const LOOKUP_MS = 5_000;

/**
 * Checks the limits of the machine and HOST, before anything starts that must be stopped again. Throws `StartProblem`.
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
