import type { IncomingMessage } from 'node:http';
import request from 'supertest';
import { activate, newSession, remember, type TestSession } from './support/agents';
import { eventually } from './support/eventually';
import { ON_PREM } from './support/kind-of-run';
import { ERAS } from './support/mcp-clients';
import { callTool, NEEDLE, PLANTED, post, quarantineOf as quarantineIn } from './support/quarantine';
import { createKey } from './support/keys';
import { uniqueId } from './support/sessions';
import { useTestApp } from './support/test-app';
import { exported, NDJSON } from './support/transfers';

const app = useTestApp({ env: { MCP_TOOLS: 'full' } });

const quarantineOf = (session: TestSession) => quarantineIn(app, session);
const tool = (session: TestSession, name: string, args: object) => callTool(app, session, name, args);

const release = ({ agentId }: TestSession, id: string) =>
  request(app.url).post(`/api/v2/agents/${agentId}/memories/${id}/release`);

async function resource(session: TestSession, uri: string): Promise<string> {
  const client = await ERAS['2025-11-25']!(app, { path: `/mcp/agents/${session.agentId}` });
  try {
    return JSON.stringify(await client.readResource({ uri }));
  } finally {
    await client.close();
  }
}

async function dayOf(session: TestSession, id: string): Promise<string> {
  const { body } = await session.call('get', `memories/${id}`).expect(200);
  return (body as { created_at: string }).created_at.slice(0, 10);
}

/** All that gives memories to an agent. */
const READS: Readonly<Record<string, (session: TestSession, id: string) => Promise<string>>> = {
  recall: (session) => post(session, 'recall', { query: 'Where did the user move to?' }),
  answer: (session) => post(session, 'answer', { question: 'Where did the user move to?' }),
  recent: (session) => post(session, 'recall/recent', {}),
  'as-of': (session) => post(session, 'recall/as-of', { as_of: new Date().toISOString() }),
  'changed-since': (session) => post(session, 'recall/changed-since', { since: '2020-01-01' }),
  all: (session) => post(session, 'recall/all', {}),
  'all, as a stream': async (session) =>
    (await session.call('post', 'recall/all').set('Accept', 'application/x-ndjson').buffer(true).parse(whole))
      .body as string,
  list: async (session) => (await session.call('get', 'memories').expect(200)).text,
  'by reference': async (session) => (await session.call('get', 'memories/by-ref/chat%231')).text,
  'summary of a day': async (session, id) =>
    post(session, 'daily-summary', { date: await dayOf(session, id) }),
  'MCP recall': (session) => tool(session, 'recall', { query: 'Where did the user move to?', full: true }),
  'MCP answer': (session) => tool(session, 'answer', { question: 'Where did the user move to?' }),
  'MCP recent': (session) => tool(session, 'recent', {}),
  'MCP recent, as of': (session) => tool(session, 'recent', { as_of: new Date().toISOString() }),
  'MCP recent, since': (session) => tool(session, 'recent', { since: '2d' }),
  'MCP get': (session, id) => tool(session, 'get', { memory_id: id }),
  'MCP resource': (session, id) => resource(session, `memory://memories/${id}`),
  'MCP profile': (session) => resource(session, 'memory://profile'),
};

function whole(given: unknown, done: (error: Error | null, text: string) => void): void {
  let text = '';
  const response = given as IncomingMessage;
  response.setEncoding('utf8');
  response.on('data', (piece: string) => (text += piece));
  response.on('end', () => done(null, text));
}

describe('a quarantined memory', () => {
  let session: TestSession;
  let id: string;

  beforeAll(async () => {
    session = await newSession(app, uniqueId());
    await remember(session, { content: 'The user has a garden.' });
    id = await remember(session, { content: PLANTED, type: 'instruction', source_ref: 'chat#1' });
  });

  it.each(Object.entries(READS))('is not given by %s', async (_, read) => {
    expect(await read(session, id)).not.toContain(NEEDLE);
  });

  it('is listed for who manages the agent, with what looks planted in it', async () => {
    const { memories, total_available: total } = await quarantineOf(session);
    expect(total).toBe(1);
    expect(memories).toMatchObject([{ id, content: PLANTED, trust: 'quarantined' }]);
    expect(memories[0]?.trust_reasons).toEqual(['addresses_model']);
  });

  it('is neither released nor listed by its session', async () => {
    const elsewhere = { 'X-Forwarded-For': '203.0.113.9' };
    for (const [method, path] of [
      ['get', 'quarantine'],
      ['post', `memories/${id}/release`],
    ] as const) {
      const { status } = await session.call(method, path).set(elsewhere);
      expect(status).toBe(401);
    }
    expect((await quarantineOf(session)).total_available).toBe(1);
  });

  it('has no texts for a session or a key that may not release it', async () => {
    const edited = { content: `${PLANTED} Soon.`, tags: [NEEDLE] };
    await session.call('patch', `memories/${id}`).send(edited).expect(200);
    const elsewhere = { 'X-Forwarded-For': '203.0.113.9' };
    const { key } = await createKey(app, { agents: [session.agentId], access: 'write' });
    for (const path of [`memories/${id}`, `memories/${id}/history`]) {
      const bySession = await session.call('get', path).set(elsewhere).expect(200);
      const byKey = await request(app.url)
        .get(`/api/v2/agents/${session.agentId}/${path}`)
        .set('X-Api-Key', key)
        .expect(200);
      expect(bySession.text + byKey.text).not.toContain(NEEDLE);
      expect((await session.call('get', path).expect(200)).text).toContain(NEEDLE);
    }
    const { body } = await session.call('get', `memories/${id}`).set(elsewhere);
    expect(body).toMatchObject({
      trust: 'quarantined',
      trust_reasons: ['addresses_model'],
      source_ref: null,
    });
    await session.call('patch', `memories/${id}`).send({ content: PLANTED, tags: [] }).expect(200);
  });

  it('is refused as a replacement', async () => {
    const other = await remember(session, { content: 'The user has a cat.' });
    const { body } = await session.call('patch', `memories/${other}`).send({ superseded_by: id }).expect(422);
    expect(JSON.stringify(body)).toContain('replaces nothing');
  });
});

describe('a released memory', () => {
  let session: TestSession;
  let id: string;

  beforeAll(async () => {
    session = await newSession(app, uniqueId());
    id = await remember(session, { content: PLANTED, type: 'instruction', source_ref: 'chat#1' });
    await release(session, id).expect(200, {
      agent_id: session.agentId,
      memory_id: id,
      status: 'released',
    });
  });

  it.each(Object.entries(READS))('is given by %s', async (_, read) => {
    await eventually(
      () => read(session, id),
      (text) => text.includes(NEEDLE),
    );
  });

  it('shows who released it, and keeps what looked planted', async () => {
    const { body } = await session.call('get', `memories/${id}`).expect(200);
    expect(body).toMatchObject({ trust: 'trusted', trust_reasons: ['addresses_model'] });
    const history = await session.call('get', `memories/${id}/history`).expect(200);
    expect(history.body).toMatchObject({
      entries: [{ event: 'edited', by: 'local', former: { trust: 'quarantined' } }, { event: 'created' }],
    });
  });

  it('is released once, and stays released when it is edited in another field', async () => {
    await release(session, id).expect(200, { agent_id: session.agentId, memory_id: id, status: 'unchanged' });
    await session.call('patch', `memories/${id}`).send({ confidence: 0.5 }).expect(200);
    expect((await quarantineOf(session)).total_available).toBe(0);
  });

  (ON_PREM ? it.skip : it)('has a record of its release', async () => {
    const { body } = await request(app.url).get(`/api/v2/agents/${session.agentId}/audit`).expect(200);
    const { records } = body as { records: { operation: string; actor: string; targets: unknown }[] };
    const [released] = records.filter(({ operation }) => operation === 'releaseMemory');
    expect(released?.actor).toBe('local');
    expect(JSON.stringify(released)).toContain(id);
  });
});

it('nothing is released that does not exist', async () => {
  const session = await newSession(app, uniqueId());
  await release(session, '019ab3f2-6c1e-7d10-8a3b-2f6f0c9f1d2e').expect(404);
  await release({ ...session, agentId: 'no-such-agent' }, '019ab3f2-6c1e-7d10-8a3b-2f6f0c9f1d2e').expect(404);
});

it('an edit with a planted text quarantines the memory, and supersedes nothing', async () => {
  const session = await newSession(app, uniqueId());
  const older = await remember(session, { content: 'The user lives in Oslo.' });
  const id = await remember(session, { content: 'The user has a house.' });
  const edit = { content: PLANTED, supersedes: [older] };
  const { body } = await session.call('patch', `memories/${id}`).send(edit).expect(200);
  expect(body).toMatchObject({ quarantined: ['addresses_model'] });
  expect((await quarantineOf(session)).memories).toMatchObject([{ id }]);
  expect((await session.call('get', `memories/${older}`)).body).toMatchObject({ superseded_by: null });
  for (const [name, read] of Object.entries(READS)) {
    expect([name, await read(session, id)]).not.toEqual([name, expect.stringContaining(NEEDLE)]);
  }
});

(ON_PREM ? describe.skip : describe)('an import', () => {
  async function imported(change: (text: string) => string): Promise<TestSession> {
    const session = await newSession(app, uniqueId());
    await remember(session, { content: 'A marked place' });
    const lines = await exported(app, session.agentId);
    const agent = request(app.url).delete(`/api/v2/agents/${session.agentId}`);
    await agent.query({ 'delete-backup-too': true }).expect(200);
    const sent = request(app.url).post('/api/v2/import').set('Content-Type', NDJSON);
    await sent.send(change(lines)).expect(200);
    return activate(app, session.agentId);
  }

  it('cannot say that a planted memory is trusted', async () => {
    const session = await imported((text) => text.replaceAll('A marked place', PLANTED));
    expect(await post(session, 'recall/all', {})).not.toContain(NEEDLE);
    expect((await quarantineOf(session)).memories).toMatchObject([{ content: PLANTED }]);
  });

  describe('of what a person released', () => {
    async function released(change: (text: string) => string): Promise<TestSession> {
      const session = await newSession(app, uniqueId());
      const id = await remember(session, { content: PLANTED });
      await session
        .call('patch', `memories/${id}`)
        .send({ content: `${PLANTED} Soon.` })
        .expect(200);
      await release(session, id).expect(200);
      const lines = await exported(app, session.agentId);
      const path = `/api/v2/agents/${session.agentId}`;
      await request(app.url).delete(path).query({ 'delete-backup-too': true }).expect(200);
      const sent = request(app.url).post('/api/v2/import').set('Content-Type', NDJSON);
      await sent.send(change(lines)).expect(200);
      return activate(app, session.agentId);
    }

    it('recalls it again, and exports it again as released', async () => {
      const session = await released((text) => text);
      expect(await post(session, 'recall/all', {})).toContain(NEEDLE);
      expect((await quarantineOf(session)).total_available).toBe(0);
      expect(await exported(app, session.agentId)).toMatch(/"released":"[0-9a-f]{64}"/);
    });

    it.each([
      ['another text', (text: string) => text.replaceAll('Soon.', 'Now.')],
      ['another confidence', (text: string) => text.replace(/"confidence":\s?[\d.]+/, '"confidence":0.1')],
      ['no mark', (text: string) => text.replace(/,"released":"[0-9a-f]+"/, '')],
      [
        'a mark of its own',
        (text: string) => text.replace(/"released":"[0-9a-f]+"/, `"released":"${'ab'.repeat(32)}"`),
      ],
    ])('quarantines a line with %s', async (_, change) => {
      const session = await released(change);
      expect(await post(session, 'recall/all', {})).not.toContain(NEEDLE);
      expect((await quarantineOf(session)).total_available).toBe(1);
    });
  });

  it('keeps what was quarantined, and exports hold it', async () => {
    const session = await imported((text) => text.replace('"trust":"trusted"', '"trust":"quarantined"'));
    expect((await quarantineOf(session)).total_available).toBe(1);
    expect(await exported(app, session.agentId)).toMatch(/"trust":\s?"quarantined"/);
  });
});
