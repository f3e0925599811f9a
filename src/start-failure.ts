import { describe } from './failure';
import { StartProblem } from './common/start-problem';
import { isDatabaseDamaged, isDatabaseUnavailable } from './database/database-errors';

/** Prints in a line what went wrong, and ends the process with 1. */
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
  if (isDatabaseUnavailable(error)) {
    return `The database of DATABASE_URL cannot be reached (${reason(error)}): is it running, and is the URL right?`;
  }
  // The URL, which may hold a password, is in none of these messages.
  return factsOf(error).message;
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
  // Node tries every address of a name, and groups what came of it without a message.
  const first = Array.isArray(errors) ? (errors[0] as Error | undefined) : undefined;
  const told = typeof message === 'string' && message !== '' ? message : first?.message;
  return { code: typeof code === 'string' ? code : null, message: told ?? String(error) };
}
