import request, { type Test } from 'supertest';
import type { Access } from '../../src/access/grant';
import type { Reachable } from './test-app';

export interface TestKey {
  keyId: string;
  key: string;
  name: string;
  /** A request with the key; `path` follows `/api/v2/agents/{agent_id}/`. */
  call(agentId: string, method: 'get' | 'post' | 'put' | 'patch' | 'delete', path: string): Test;
}

export interface TestKeyFields {
  agents?: string[];
  access?: Access;
  scopes?: string[] | null;
  name?: string;
  expires_at?: string | null;
  rate_limit_per_minute?: number | null;
}

let serial = 0;

/** Creates a key, as a loopback client may: with `read` access to all agents, unless the fields say otherwise. */
export async function createKey(app: Reachable, fields: TestKeyFields = {}): Promise<TestKey> {
  const name = fields.name ?? `key ${++serial}`;
  const { body } = await request(app.url)
    .post('/api/v2/keys')
    .send({ agents: ['*'], access: 'read', ...fields, name })
    .expect(201);
  const { key, key_id: keyId } = body as { key: string; key_id: string };
  return {
    keyId,
    key,
    name,
    call: (agentId, method, path) =>
      request(app.url)[method](`/api/v2/agents/${agentId}/${path}`).set('Authorization', `Bearer ${key}`),
  };
}

export function revokeKey(app: Reachable, { keyId }: Pick<TestKey, 'keyId'>): Test {
  return request(app.url).delete(`/api/v2/keys/${keyId}`);
}
