// Run by scripts/test-clients.mjs, with the types that openapi-typescript generates and its usual fetch client.
import assert from 'node:assert/strict';
import createClient from 'openapi-fetch';
import type { components, paths } from './generated/openapi-typescript.js';

const [baseUrl = ''] = process.argv.slice(2);
const client = createClient<paths>({ baseUrl });
const agent_id = 'openapi-typescript';
const params = { path: { agent_id } };

const created = await client.POST('/api/v2/agents', { body: { agent_id } });
assert.equal(created.data?.status, 'ready');
const session = await client.POST('/api/v2/agents/{agent_id}/activate', { params });
const headers = { 'X-Session-Token': session.data?.session_token };

const body: components['schemas']['RememberRequest'] = {
  content: 'The user prefers dark mode in every editor.',
  type: 'preference',
};
const stored = await client.POST('/api/v2/agents/{agent_id}/remember', { params, headers, body });
assert.equal(stored.data?.status, 'queued');

const found = await client.POST('/api/v2/agents/{agent_id}/recall', {
  params,
  headers,
  body: { query: 'Which mode in the editor?', limit: 5 },
});
const memory: components['schemas']['RecalledMemory'] | undefined = found.data?.memories[0];
assert.equal(memory?.id, stored.data.memory_id);
assert.equal(memory?.type, 'preference');

const refused = await client.POST('/api/v2/agents', { body: { agent_id } });
assert.equal(refused.response.status, 409);
assert.equal(refused.error && 'detail' in refused.error, true);
