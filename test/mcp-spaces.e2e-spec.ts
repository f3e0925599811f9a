import request from 'supertest';
import { newSession, remember, type TestSession } from './support/agents';
import { createKey } from './support/keys';
import { McpClients, ToolCaller } from './support/mcp-clients';
import { uniqueId } from './support/sessions';
import { useTestApp } from './support/test-app';

const app = useTestApp();
const clients = new McpClients(app);
let own: TestSession;
let handbook: TestSession;
let theirs: string;

beforeEach(async () => {
  own = await newSession(app, `own-${uniqueId()}`);
  handbook = await newSession(app, `handbook-${uniqueId()}`);
  theirs = await remember(handbook, { content: 'The office in Oslo closes at six.' });
  await request(app.url)
    .put(`/api/v2/agents/${own.agentId}/reads`)
    .send({ agents: [handbook.agentId] })
    .expect(200);
});
afterAll(() => clients.close());

const toolsWith = async (headers: Record<string, string> = {}) =>
  ToolCaller.of(await clients.connect('2025-11-25', own.agentId, headers));
const keyWith = async (fields: Parameters<typeof createKey>[1]) =>
  toolsWith({ Authorization: `Bearer ${(await createKey(app, fields)).key}` });

it('recall and answer name the agent of each memory that is not the own one', async () => {
  const mine = await remember(own, { content: 'My office in Oslo is on the sixth floor.' });
  const tools = await toolsWith();
  const { memories } = (await tools.call('recall', { query: 'office in Oslo', cut: 'none' })) as unknown as {
    memories: { id: string; agent_id?: string }[];
  };
  const agents = new Map(memories.map(({ id, agent_id }) => [id, agent_id]));
  expect(agents).toEqual(
    new Map([
      [mine, undefined],
      [theirs, handbook.agentId],
    ]),
  );
  const { sources } = (await tools.call('answer', {
    question: 'When does the office in Oslo close?',
  })) as unknown as {
    sources: object[];
  };
  expect(sources).toContainEqual(expect.objectContaining({ memory_id: theirs, agent_id: handbook.agentId }));
});

it('remember stores in an agent that is read, for a caller that may write there', async () => {
  const fields = { content: 'The canteen opens at eleven.', space: handbook.agentId };
  const count = async () => ((await handbook.call('get', 'memories')).body as { count: number }).count;
  const both = [own.agentId, handbook.agentId];
  const stored = await (await keyWith({ agents: both, access: 'write' })).call('remember', fields);
  expect(stored).toMatchObject({ agent_id: handbook.agentId });
  expect(await count()).toBe(2);
  await handbook.call('get', `memories/${String(stored.memory_id)}`).expect(200);
  const failures = [
    await (await keyWith({ agents: [own.agentId], access: 'write' })).failure('remember', fields),
    await (await toolsWith({ 'X-Session-Token': own.token })).failure('remember', fields),
    await (await toolsWith()).failure('remember', { ...fields, space: 'nobody' }),
  ];
  expect(failures).toEqual([
    expect.stringMatching(/does not read/),
    expect.stringMatching(/its own agent only/),
    expect.stringMatching(/does not read/),
  ]);
  expect(await count()).toBe(2);
  const scoped = await keyWith({ agents: both, access: 'write', scopes: ['team'] });
  const { memory_id } = await scoped.call('remember', fields);
  const { body } = await handbook.call('get', `memories/${String(memory_id)}`).expect(200);
  expect(body).toMatchObject({ scope: 'team' });
});
