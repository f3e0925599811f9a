import { once } from 'node:events';
import request from 'supertest';
import { newSession, remember, type TestSession } from './support/agents';
import { newTestStore, type TestStore } from './support/database';
import { eventually } from './support/eventually';
import { openRequest } from './support/raw-bytes';
import { buildService, startService, type ServiceProcess } from './support/service-process';
import { startTestApp, type Reachable, type TestApp } from './support/test-app';
import { exported, exportPath, linesOf, memoriesOf, NDJSON } from './support/transfers';

function importing(app: Reachable, text: string, query = '') {
  return request(app.url).post(`/api/v2/import${query}`).set('Content-Type', NDJSON).send(text);
}

describe('export and import over HTTP', () => {
  let from: TestApp;
  let to: TestApp;
  let agent: TestSession;
  let ids: string[];
  let text: string;

  beforeAll(async () => {
    [from, to] = [await startTestApp(), await startTestApp()];
    agent = await newSession(from, 'moving');
    ids = [];
    for (const content of ['Likes tea', 'Lives in Oslo', 'Plays chess'])
      ids.push(await remember(agent, { content }));
    await agent.call('patch', `memories/${ids[0]}`).send({ content: 'Likes coffee' }).expect(200);
    text = await exported(from, 'moving');
  });
  afterAll(() => Promise.all([from.close(), to.close()]));

  it('move an agent, and change nothing when repeated', async () => {
    const counts = { agents: 1, refused: 0, errors: [] };
    expect((await importing(to, text).expect(200)).body).toEqual({ ...counts, created: 3, existing: 0 });
    expect((await importing(to, text).expect(200)).body).toEqual({ ...counts, created: 0, existing: 3 });
    expect(linesOf(await exported(to, 'moving')).slice(1)).toEqual(linesOf(text).slice(1));
    const { body } = await request(to.url).post('/api/v2/agents/moving/activate').expect(200);
    const found = await request(to.url)
      .post('/api/v2/agents/moving/recall')
      .set('X-Session-Token', (body as { session_token: string }).session_token)
      .send({ query: 'coffee' })
      .expect(200);
    expect(found.body).toMatchObject({ memories: [{ content: 'Likes coffee' }] });
  });

  it('refuse what was deleted for good, unless the request restores it', async () => {
    await agent.call('delete', `memories/${ids[1]}`).expect(200);
    expect((await importing(from, text).expect(200)).body).toMatchObject({
      created: 0,
      existing: 2,
      refused: 1,
    });
    const { body } = await importing(from, text, '?restore_deleted=true').expect(200);
    expect(body).toMatchObject({ created: 1, existing: 2, refused: 0 });
  });

  it('continue a stream that broke off, was cut or is damaged, with nothing twice', async () => {
    const app = await startTestApp();
    const lines = linesOf(text);
    const cut = await importing(app, `${lines.slice(0, 4).join('\n')}\n`).expect(400);
    const counts = { agents: 1, created: 1, existing: 0, refused: 0, errors: [] };
    expect(cut.body).toMatchObject({ detail: { error: 'ImportIncomplete', details: counts } });

    // The connection ends in the middle of a line.
    const { hostname, port } = new URL(app.url);
    const half = text.slice(0, text.indexOf(lines[4] ?? '') + 50);
    const { socket } = openRequest(hostname, Number(port), [
      'POST /api/v2/import HTTP/1.1',
      `Host: ${hostname}`,
      `Content-Type: ${NDJSON}`,
      `Content-Length: ${Buffer.byteLength(text)}`,
    ]);
    socket.end(half);
    await once(socket, 'close');

    const damaged = [...lines];
    damaged[4] = '{"kind":"memory", "id": 3, "cont';
    const answer = await importing(app, `${damaged.join('\n')}\n`).expect(400);
    expect(answer.body).toMatchObject({
      detail: {
        error: 'ImportIncomplete',
        details: { created: 1, existing: 1, errors: [{ line: 5, reason: 'it is not whole JSON' }] },
      },
    });
    expect((await importing(app, text).expect(200)).body).toMatchObject({ created: 1, existing: 2 });
    expect(linesOf(await exported(app, 'moving')).slice(1)).toEqual(lines.slice(1));
    await app.close();
  });

  it('name the lines that the database refuses, and import the others', async () => {
    const app = await startTestApp();
    const lines = linesOf(text);
    lines[3] = (lines[3] ?? '').replace('"type":"', '"type":"un');
    const { body } = await importing(app, lines.join('\n')).expect(200);
    expect(body).toMatchObject({ created: 2, errors: [{ line: 4, reason: expect.any(String) as string }] });
    await app.close();
  });

  it('refuse other types, an empty body, what is no export, and strangers', async () => {
    const post = () => request(to.url).post('/api/v2/import');
    await post().set('Content-Type', 'text/plain').send('x').expect(415);
    await post().send({ kind: 'header' }).expect(415);
    await post().set('Content-Type', NDJSON).set('Content-Encoding', 'gzip').send(text).expect(415);
    const missing = { detail: [{ type: 'missing', loc: ['body'] }] };
    expect((await post().set('Content-Type', NDJSON).expect(422)).body).toMatchObject(missing);
    const empty = post().set('Content-Type', NDJSON).set('Transfer-Encoding', 'chunked');
    expect((await empty.send('').expect(422)).body).toMatchObject(missing);
    for (const line of ['{"kind":"agent"}\n', '{"kind":"header","format":99}\n', '\xff']) {
      expect((await importing(to, line).expect(400)).body).toMatchObject({
        detail: { error: 'ImportIncomplete', details: { agents: 0, errors: [{ line: 1 }] } },
      });
    }
    await request(to.url).get(exportPath('nobody')).expect(404);
    await importing(to, text).set('X-Forwarded-For', '192.0.2.1').expect(401);
    await request(to.url).get(exportPath('moving')).set('X-Forwarded-For', '192.0.2.1').expect(401);
  });
});

describe('an import whose service is killed', () => {
  const COUNT = 4_000;
  let store: TestStore;
  let service: ServiceProcess;

  beforeAll(async () => {
    buildService();
    store = await newTestStore();
    service = await startService(store.env);
  });
  afterAll(async () => {
    await service.kill();
    await store.remove();
  });

  const count = async () => {
    const response = await fetch(`${service.url}/api/v2/agents/killed`);
    return response.ok ? ((await response.json()) as { memory_count: number }).memory_count : 0;
  };

  it('continues when the stream is sent again, with nothing twice', async () => {
    const text = someExport('killed', COUNT);
    const { hostname, port } = new URL(service.url);
    const { socket, answer } = openRequest(hostname, Number(port), [
      'POST /api/v2/import HTTP/1.1',
      `Host: ${hostname}`,
      `Content-Type: ${NDJSON}`,
      `Content-Length: ${Buffer.byteLength(text)}`,
    ]);
    answer.catch(() => undefined);
    socket.write(text.slice(0, text.length / 2));
    await eventually(count, (each) => each > 0);
    await service.kill();
    service = await startService(store.env);
    const before = await count();
    expect(before).toBeGreaterThan(0);
    expect(before).toBeLessThan(COUNT);

    const { body } = await importing(service, text).expect(200);
    expect(body).toMatchObject({ agents: 1, created: COUNT - before, existing: before, errors: [] });
    const after = await exported(service, 'killed');
    expect(memoriesOf(after).map(({ id }) => id)).toEqual(memoriesOf(text).map(({ id }) => id));
  });
});

/** The lines of an export of an agent with so many memories. */
function someExport(agentId: string, count: number): string {
  const at = '2026-05-01T12:00:00.000Z';
  const namespace = `service_agent_${agentId}`;
  const agent = { kind: 'agent', agent_id: agentId, namespace, pattern: 'support', status: 'ready' };
  const memory = {
    kind: 'memory',
    namespace,
    title: 'title',
    title_derived: true,
    type: 'fact',
    confidence: 1,
  };
  const origin = { tags: [], source: 'test', provenance: 'observed', actor_id: 'me', status: 'active' };
  const lines = [
    { kind: 'header', format: 1 },
    { ...agent, created_at: at, session_count: 0, memory_count: 0 },
    { kind: 'namespace', namespace, created_at: at, language: 'english' },
    ...Array.from({ length: count }, (_, n) => ({
      ...memory,
      ...origin,
      id: `0190a1b2-0000-7000-8000-${String(n).padStart(12, '0')}`,
      seq: n + 1,
      content: `Memory number ${n}`,
      created_at: at,
      updated_at: at,
      history: [{ at, event: 'created', by: 'test' }],
    })),
    { kind: 'end', lines: count + 3 },
  ];
  return lines.map((line) => `${JSON.stringify(line)}\n`).join('');
}
