import request, { type Test } from 'supertest';
import { createAgent, newSession, remember, type TestSession } from './support/agents';
import { createKey } from './support/keys';
import { itEmbedded } from './support/kind-of-run';
import { idsOf, putReads, recall, VACATION } from './support/reads';
import { uniqueId } from './support/sessions';
import { useTestApp } from './support/test-app';
import { exported, NDJSON } from './support/transfers';

const app = useTestApp();
let own: TestSession;
let handbook: TestSession;
let third: TestSession;

beforeEach(async () => {
  own = await newSession(app, `own-${uniqueId()}`);
  handbook = await newSession(app, `handbook-${uniqueId()}`);
  third = await newSession(app, `third-${uniqueId()}`);
});

const put = (reader: string, agents: unknown) => putReads(app, reader, agents);
const reads = (reader: TestSession, ...agents: TestSession[]) =>
  put(
    reader.agentId,
    agents.map(({ agentId }) => agentId),
  ).expect(200);

itEmbedded('an export keeps what an agent reads, where the agents that it reads are there', async () => {
  await reads(own, handbook, third);
  const text = await exported(app, own.agentId);
  const listed = async () => {
    const { body } = await request(app.url).get(`/api/v2/agents/${own.agentId}/reads`);
    return (body as { agents: string[] }).agents;
  };
  const importAgain = async (by: (sent: Test) => Test = (sent) => sent) => {
    await request(app.url).delete(`/api/v2/agents/${own.agentId}`).query({ 'delete-backup-too': true });
    const sent = by(request(app.url).post('/api/v2/import').set('Content-Type', NDJSON));
    const { body } = await sent.send(text);
    return [body as object, await listed()];
  };
  expect((await importAgain())[1]).toEqual([handbook.agentId, third.agentId]);
  await request(app.url).delete(`/api/v2/agents/${third.agentId}`).expect(200);
  const [answer, left] = await importAgain();
  expect(left).toEqual([handbook.agentId]);
  expect(JSON.stringify(answer)).toContain('its agent is missing');
  const { key } = await createKey(app, { agents: [own.agentId], access: 'manage' });
  expect((await importAgain((sent) => sent.set('Authorization', `Bearer ${key}`)))[1]).toEqual([]);
});

describe('a key', () => {
  let theirs: string;
  beforeEach(async () => {
    theirs = await remember(handbook, { content: 'There are thirty vacation days a year.', scope: 'team' });
    await remember(handbook, { content: 'Secret vacation days.' });
    await reads(own, handbook);
  });
  const found = async (fields: Parameters<typeof createKey>[1]) => {
    const key = await createKey(app, fields);
    return recall({ call: (method, path) => key.call(own.agentId, method, path) }, VACATION);
  };

  it('finds memories of the agents that it is for', async () => {
    expect(await found({ agents: [own.agentId] })).toEqual([]);
    expect(await found({ agents: [own.agentId, handbook.agentId] })).toHaveLength(2);
    expect(await found({ agents: ['*'], access: 'write' })).toHaveLength(2);
  });

  it('that is limited to scopes finds those of its scopes only', async () => {
    const both = [own.agentId, handbook.agentId];
    expect(await found({ agents: [own.agentId], scopes: ['team'] })).toEqual([]);
    expect(idsOf(await found({ agents: both, scopes: ['team'] }))).toEqual([theirs]);
    expect(await found({ agents: both, scopes: ['other'] })).toEqual([]);
  });

  it('finds them in the request that opens the session', async () => {
    const reader = `fresh-${uniqueId()}`;
    await createAgent(app, reader);
    await put(reader, [handbook.agentId]).expect(200);
    const key = await createKey(app);
    const call: TestSession['call'] = (method, path) => key.call(reader, method, path);
    expect(await recall({ call }, VACATION)).toHaveLength(2);
  });
});
