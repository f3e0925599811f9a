import { randomBytes } from 'node:crypto';
import type { Env } from '../config/env';
import { isGiven, readEnv } from '../config/read-env';

/** Beside that of a service on the same machine: a directory is for one process. */
const DATA_DIR = './data-backend';

/**
 * The settings of the backend server, which are those of the service but for a few. Its memories are always embedded,
 * and it signs nothing: with a database server the service needs a secret, and this one does not.
 */
export function readServerEnv(variables: Readonly<Record<string, string | undefined>>): Env {
  const secret = variables.SERVICE_SECRET_KEY?.trim();
  const env = readEnv({
    ...variables,
    BACKEND_MODE: 'embedded',
    SERVICE_SECRET_KEY: secret ? secret : randomBytes(32).toString('hex'),
  });
  if (!isGiven(env, 'DATA_DIR')) env.DATA_DIR = DATA_DIR;
  return env;
}
