// Run by scripts/test-clients.mjs, with the client that @hey-api/openapi-ts generates.
import assert from 'node:assert/strict';
import { client } from './generated/hey-api/client.gen.js';
import { activate, createAgent, recall, remember, type RememberRequest } from './generated/hey-api/index.js';

const [baseUrl = ''] = process.argv.slice(2);
client.setConfig({ baseUrl });
const path = { agent_id: 'hey-api' };

const created = await createAgent({ body: path });
assert.equal(created.data?.status, 'ready');
const session = await activate({ path });
client.setConfig({ auth: () => session.data?.session_token });

const body: RememberRequest = {
  content: 'The user prefers dark mode in every editor.',
  type: 'preference',
};
const stored = await remember({ path, body });
assert.equal(stored.data?.status, 'queued');

const found = await recall({ path, body: { query: 'Which mode in the editor?', limit: 5 } });
const [memory] = found.data?.memories ?? [];
assert.equal(memory?.id, stored.data.memory_id);
assert.equal(memory?.type, 'preference');

const refused = await createAgent({ body: path });
assert.equal(refused.response?.status, 409);
assert.notEqual(refused.error, undefined);
