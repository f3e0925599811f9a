import { randomBytes } from 'node:crypto';
import type { Env } from '../config/env';
import { isGiven, readEnv } from '../config/read-env';

/** Beside that of a service on the same machine: a directory is for one process. */
const DATA_DIR = './data-backend';

/**
 * The settings of the backend server: those of the service with a few exceptions. Its memories are always embedded, it
 * runs as one process, and it signs nothing, so that it needs no secret with a database server.
 */
export function readServerEnv(variables: Readonly<Record<string, string | undefined>>): Env {
  const secret = variables.SERVICE_SECRET_KEY?.trim();
  const env = readEnv({
    ...variables,
    BACKEND_MODE: 'embedded',
    WORKERS: '1',
    SERVICE_SECRET_KEY: secret ? secret : randomBytes(32).toString('hex'),
  });
  if (!isGiven(env, 'DATA_DIR')) env.DATA_DIR = DATA_DIR;
  return env;
}
