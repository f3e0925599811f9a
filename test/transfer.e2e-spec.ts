import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { text as textOf } from 'node:stream/consumers';
import request from 'supertest';
import { Database, sql } from '../src/database/database';
import { newSession, remember, type TestSession } from './support/agents';
import { newTestStore, type TestStore } from './support/database';
import { eventually } from './support/eventually';
import { openRequest } from './support/raw-bytes';
import { buildService, startService, type ServiceProcess } from './support/service-process';
import { startTestApp, type Reachable, type TestApp } from './support/test-app';

const NDJSON = 'application/x-ndjson';
/** More than the buffers between the service and a client that does not read. */
const MANY = 1_500;
const CONTENT_LENGTH = 9_000;

interface Line {
  kind: string;
  id: string;
  content: string;
  status: string;
}

const linesOf = (text: string) => text.trimEnd().split('\n');
const memoriesOf = (text: string) =>
  linesOf(text)
    .map((line) => JSON.parse(line) as Line)
    .filter(({ kind }) => kind === 'memory');

const exportPath = (agentId: string) => `/api/v2/agents/${agentId}/export`;

async function exported(app: Reachable, agentId: string): Promise<string> {
  const response = await fetch(`${app.url}${exportPath(agentId)}`);
  expect(response.status).toBe(200);
  return response.text();
}

async function beginExport(app: Reachable, agentId: string): Promise<IncomingMessage> {
  const outgoing = get(`${app.url}${exportPath(agentId)}`, { agent: false });
  const [response] = (await once(outgoing, 'response')) as [IncomingMessage];
  expect(response.headers['content-type']).toBe(NDJSON);
  return response;
}

/** Gives an agent so many memories that the export of them waits for its reader. */
async function fill({ app }: TestApp, agentId: string): Promise<void> {
  await app.get(Database).execute(sql`
    INSERT INTO memories (namespace_id, id, title, title_derived, content, content_key, type, confidence, tags,
      source, provenance, actor_id, created_at, updated_at)
    SELECT n.id, gen_random_uuid(), 'title', false, repeat('x', ${CONTENT_LENGTH}), i, 'fact', 1, '{}', 'test',
      'observed', 'me', now(), now()
    FROM namespaces n, generate_series(1, ${MANY}) i WHERE n.name IN (
      SELECT namespace FROM agents WHERE agent_id = ${agentId})`);
}

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

describe('an export while its agent changes', () => {
  let app: TestApp;
  let agent: TestSession;

  beforeAll(async () => {
    // Each process has its own limit of exports.
    app = await startTestApp({ alone: true });
    agent = await newSession(app, 'busy');
    await fill(app, 'busy');
  });
  afterAll(() => app.close());

  const begin = () => beginExport(app, 'busy');

  it('is as of the instant at which it began', async () => {
    const before = await exported(app, 'busy');
    const last = memoriesOf(before).slice(-3);
    const response = await begin();
    await agent.call('patch', `memories/${last[0]?.id}`).send({ content: 'Edited' }).expect(200);
    await agent.call('delete', `memories/${last[1]?.id}`).expect(200);
    await agent.call('post', `memories/${last[2]?.id}/expire`).expect(200);
    await remember(agent, { content: 'Stored after the export had begun' });
    expect(linesOf(await textOf(response)).slice(1)).toEqual(linesOf(before).slice(1));
    const after = memoriesOf(await exported(app, 'busy'));
    expect(after).toHaveLength(MANY);
    expect(after.filter(({ content }) => !content.startsWith('xxx'))).toHaveLength(2);
  });

  it('makes room for others when its client goes away', async () => {
    const open = [await begin(), await begin()];
    const refused = await request(app.url).get(exportPath('busy')).expect(503);
    expect(refused.headers['retry-after']).toBe('5');
    for (const response of open) response.destroy();
    const status = async () => {
      const response = await fetch(`${app.url}${exportPath('busy')}`);
      await response.arrayBuffer();
      return response.status;
    };
    await eventually(status, (each) => each === 200);
  });
});

describe('an export whose client stops reading', () => {
  let app: TestApp;

  beforeAll(async () => {
    app = await startTestApp({ alone: true, env: { STALLED_READER_TIMEOUT_MS: 1_500 } });
    await newSession(app, 'unread');
    await fill(app, 'unread');
  });
  afterAll(() => app.close());

  /** Whether the database keeps rows as they were: on a server, how many other transactions are open. */
  async function snapshots(): Promise<number> {
    const database = app.app.get(Database);
    const isEmbedded = database.kind === 'embedded';
    const [row] = await database.query<{ count: number }>(
      isEmbedded
        ? sql`SELECT count(*)::int AS count FROM pg_namespace WHERE nspname = 'export_snapshot'`
        : sql`SELECT count(*)::int AS count FROM pg_stat_activity
            WHERE datname = current_database() AND xact_start IS NOT NULL AND pid <> pg_backend_pid()
              AND backend_type = 'client backend'`,
    );
    return row?.count ?? 0;
  }

  it('is cut off without its end line, and its snapshot is released', async () => {
    const response = await beginExport(app, 'unread');
    expect(await snapshots()).toBeGreaterThan(0);
    await eventually(snapshots, (count) => count === 0);
    let text = '';
    response.setEncoding('utf8').on('data', (piece: string) => (text += piece));
    await expect(once(response, 'end')).rejects.toThrow('aborted');
    expect(text).not.toContain('"kind":"end"');
    expect(memoriesOf(await exported(app, 'unread'))).toHaveLength(MANY);
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
