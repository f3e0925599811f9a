import type { KeyObject } from 'node:crypto';
import type { Env } from '../config/env';
import { deriveServiceKey } from '../config/service-secret';

const PURPOSE = 'agent-memory-service/session-token/v1';

/** The key that signs session tokens. Throws as `deriveServiceKey` does. */
export function loadSigningKey(env: Pick<Env, 'SERVICE_SECRET_KEY' | 'DATA_DIR'>): Promise<KeyObject> {
  return deriveServiceKey(env, PURPOSE);
}
