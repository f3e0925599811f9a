import { createRequire } from 'node:module';
import type { Env } from '../../../config/env';
import { BackendClient } from './backend-client';
import type * as BackendHttp from './backend-http';
import { backendOptions } from './backend-options';
import { BackendFailure } from './call';

/** The client of the configured backend, null for the embedded one. Throws if the backend is down or rejects the key. */
export async function connectBackend(env: Env): Promise<BackendClient | null> {
  if (env.BACKEND_MODE === 'embedded') return null;
  if (env.BACKEND_MODE === 'cloud' && env.BACKEND_API_KEY === null) {
    throw new Error('BACKEND_API_KEY is not configured: BACKEND_MODE cloud needs it');
  }
  const options = backendOptions(env, env.BACKEND_MODE);
  const client = new BackendClient(loadHttp().backendHttp(options), options);
  try {
    await client.ping();
    if (options.mode === 'on-prem') await client.checkAccess();
    return client;
  } catch (error) {
    client.close();
    throw startError(error, env);
  }
}

/** Loads axios only if there is an external backend. */
function loadHttp(): typeof BackendHttp {
  return createRequire(__filename)('./backend-http') as typeof BackendHttp;
}

function startError(error: unknown, { BACKEND_MODE }: Env): unknown {
  if (!(error instanceof BackendFailure)) return error;
  if (!error.refusesKey) {
    const message = `The backend of BACKEND_URL cannot be reached (${error.why}): is it running, and is the URL right?`;
    return new Error(message, { cause: error });
  }
  return new Error(
    BACKEND_MODE === 'cloud'
      ? 'BACKEND_API_KEY is invalid: the backend refuses it'
      : 'The backend of BACKEND_URL asks for a key: set BACKEND_MODE to cloud, and BACKEND_API_KEY',
    { cause: error },
  );
}
