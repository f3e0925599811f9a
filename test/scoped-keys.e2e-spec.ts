import request, { type Response } from 'supertest';
import { readApiDocument } from './support/api-document';
import { linkOf, newSession, remember, type TestSession } from './support/agents';
import { eventually } from './support/eventually';
import { createKey, type TestKey, type TestKeyFields } from './support/keys';
import { McpClients, ToolCaller } from './support/mcp-clients';
import { useTestApp } from './support/test-app';

const DANA = 'user:dana@example.com';
const BEN = 'user:ben';
/** In everything that is not Dana's, and in no request. */
const SECRET = 'quartz';

interface Operation {
  requestBody?: { content: Record<string, { example?: object }> };
}

const app = useTestApp({ env: { MCP_TOOLS: 'full' } });
let session: TestSession;
let agents = 0;
let key: TestKey;
/** Memories of Ben, without a scope, and of Dana. */
let bens: string;
let unscoped: string;
let danas: string;

const keyFor = (fields: TestKeyFields = {}) =>
  createKey(app, { agents: ['limited-*'], access: 'create', scopes: [DANA], ...fields });

beforeEach(async () => {
  app.clock.set(new Date('2026-05-01T12:00:00.000Z'));
  session = await newSession(app, `limited-${agents++}`);
  key = await keyFor();
  const secret = { content: `The user likes ${SECRET}`, tags: [SECRET], source_ref: 'r', key: 'likes' };
  bens = await remember(session, { ...secret, scope: BEN, metadata: { what: SECRET } });
  unscoped = await remember(session, secret);
  danas = await remember(session, {
    content: 'The user likes tea',
    scope: DANA,
    source_ref: 'r',
    key: 'likes',
  });
});

type Method = Parameters<TestKey['call']>[1];
const call = (method: Method, path: string, by = key) => by.call(session.agentId, method, path);
const post = async (path: string, body: object) =>
  (await call('post', path).send(body).expect(200)).body as Record<string, unknown>;
const idsOf = ({ memories }: { memories?: unknown }) => (memories as { id: string }[]).map(({ id }) => id);
const notAllowed = { detail: { error: 'KeyNotAllowed' } };

describe('a key that is limited to a scope', () => {
  it('finds, lists and counts what is in the scope, and nothing else', async () => {
    const listed = await call('get', 'memories').expect(200);
    expect(listed.body).toMatchObject({ total_available: 1, count: 1 });
    const reads = [
      listed.body as Record<string, unknown>,
      await post('recall', { query: 'likes quartz', cut: 'none' }),
      await post('recall/recent', {}),
      await post('recall/as-of', { as_of: '2026-05-02' }),
      await post('recall/changed-since', { since: '2026-04-01' }),
      await post('recall/all', {}),
    ];
    expect(reads.map(idsOf)).toEqual(reads.map(() => [danas]));
    expect(reads[2]).toMatchObject({ total_available: 1 });
    const stream = await call('post', 'recall/all').set('Accept', 'application/x-ndjson').send({});
    expect(stream.text.trim().split('\n')).toHaveLength(1);
    const answer = await post('answer', { question: 'What does the user like?' });
    expect(answer).toMatchObject({ sources: [{ memory_id: danas }] });
  });

  it('expires and restores many of the scope, and no others', async () => {
    const memory_ids = [bens, unscoped, danas];
    for (const status of ['expired', 'active']) {
      const answer = await post('batch-status', { memory_ids, status });
      expect(answer).toMatchObject({ changed: [danas], unchanged: 0, missing: [bens, unscoped] });
    }
  });

  it('learns nothing of others by an explanation', async () => {
    const asked = { query: 'likes', explain: true, explain_ids: [bens, danas] };
    const { explained, explain } = await post('recall', asked);
    expect(explained).toMatchObject([
      { id: bens, reason: 'not_found', failed_filters: [], rank: null },
      { id: danas, reason: 'returned' },
    ]);
    expect(explain).toMatchObject({ not_embedded: null, filters: { scopes: [DANA] } });
    // An external backend does not say how many there are.
    expect((explain as { candidates: number }).candidates).toBeLessThanOrEqual(1);
  });

  it('reads what is both in its scopes and in those of the request', async () => {
    const wide = await keyFor({ scopes: ['user:*'] });
    const read = async (scopes: (string | null)[], by = wide) =>
      idsOf((await call('post', 'recall/all', by).send({ scopes }).expect(200)).body as object);
    expect(await read([BEN])).toEqual([bens]);
    expect(await read(['*', BEN])).toEqual([bens, danas]);
    expect(await read(['user:d*'])).toEqual([danas]);
    expect(await read([DANA, BEN, null], key)).toEqual([danas]);
    for (const scopes of [[BEN], [null], ['run/*']]) {
      const refused = await call('post', 'recall').send({ query: 'likes', scopes }).expect(403);
      expect(refused.body).toMatchObject(notAllowed);
    }
  });

  it('knows no memory of another scope by its id or its reference', async () => {
    for (const id of [bens, unscoped]) {
      for (const [method, path, body] of [
        ['get', `memories/${id}`],
        ['get', `memories/${id}/history`],
        ['patch', `memories/${id}`, { title: 'Mine', valid_from: '2026-01-01' }],
        ['post', `memories/${id}/expire`, {}],
        ['post', `memories/${id}/restore`, {}],
        ['delete', `memories/${id}`],
        ['post', 'remember', { content: 'The user likes milk', supersedes: [id] }],
        ['post', 'batch-remember', { memories: [{ content: 'The user likes milk', supersedes: [id] }] }],
        ['patch', `memories/${danas}`, { supersedes: [id] }],
        ['patch', `memories/${danas}`, { superseded_by: id }],
      ] as const) {
        const { body: answer } = await call(method, path)
          .send(body ?? {})
          .expect(404);
        expect([path, answer]).toMatchObject([path, { detail: `Memory '${id}' not found` }]);
      }
    }
    await call('get', 'memories/by-ref/r').expect(404);
    await call('delete', 'memories/by-ref/r').query({ scope: BEN }).expect(404);
    const own = await call('get', 'memories/by-ref/r').query({ scope: DANA }).expect(200);
    expect(own.body).toMatchObject({ id: danas });
    const left = await session.call('get', 'memories').expect(200);
    expect(left.body).toMatchObject({ count: 3 });
  });

  it('stores into its scope, also where the request names none', async () => {
    const stored = await post('remember', { content: 'The user likes jam', source_ref: 'r', upsert: true });
    expect(stored).toMatchObject({ memory_id: danas, action: 'update' });
    const memories = [{ content: 'The user likes ham' }, { content: 'The user likes figs', scope: DANA }];
    await post('batch-remember', { memories });
    const { body } = await session.call('get', 'memories').query({ scopes: [DANA] });
    expect(body).toMatchObject({ count: 3 });
    const refused = await call('post', 'remember').send({ content: 'x', scope: BEN }).expect(403);
    expect(refused.body).toMatchObject(notAllowed);
    await call('post', 'batch-remember')
      .send({ memories: [...memories, { content: 'x', scope: BEN }] })
      .expect(403);
  });

  it('has to name the scope where it has several', async () => {
    const wide = await keyFor({ scopes: ['user:*'] });
    const refused = await call('post', 'remember', wide).send({ content: 'The user likes jam' }).expect(403);
    expect(refused.body).toMatchObject({ detail: { details: { scopes: ['user:*'] } } });
    await call('post', 'remember', wide).send({ content: 'The user likes jam', scope: BEN }).expect(200);
  });

  it('gets no answer of another scope by its idempotency key', async () => {
    const ben = await keyFor({ scopes: [BEN] });
    const send = (by: TestKey) =>
      call('post', 'remember', by).set('Idempotency-Key', 'same').send({ content: 'The user likes jam' });
    await send(ben).expect(200);
    const second = await send(key).expect(409);
    expect(second.body).toMatchObject({ detail: { error: 'IdempotencyConflict' } });
  });

  it('extracts into its scope', async () => {
    const messages = [{ role: 'user', content: 'I prefer dark themes.' }];
    await post('remember/extract', { messages });
    const { body } = await session.call('get', 'memories').query({ scopes: [DANA] });
    expect(body).toMatchObject({ count: 2 });
    await call('post', 'remember/extract').send({ messages, scope: BEN }).expect(403);
    const reader = await keyFor({ access: 'read' });
    await call('post', 'remember/extract', reader).send({ messages, dry_run: true }).expect(200);
  });

  it('changes its own memories', async () => {
    await call('patch', `memories/${danas}`).send({ title: 'Tea' }).expect(200);
    await call('post', `memories/${danas}/expire`).send({}).expect(200);
    await call('post', `memories/${danas}/restore`).send({}).expect(200);
    await call('get', `memories/${danas}/history`).expect(200);
    await call('delete', `memories/${danas}`).expect(200);
  });

  it('shows no memory that replaced or contradicts one of its own', async () => {
    await remember(session, { content: `The user likes ${SECRET} now`, scope: BEN, supersedes: [danas] });
    const { answer, sources } = await post('answer', { question: 'What does the user like?' });
    expect(JSON.stringify([answer, sources])).not.toContain(SECRET);
  });

  it('cannot have manage access, and is shown with its scopes', async () => {
    const order = { name: 'all', agents: ['*'], access: 'manage', scopes: [DANA] };
    await request(app.url).post('/api/v2/keys').send(order).expect(422);
    for (const scopes of [[], [''], ['x'.repeat(201)], [null], 'x'])
      await request(app.url)
        .post('/api/v2/keys')
        .send({ ...order, access: 'read', scopes })
        .expect(422);
    const { body } = await request(app.url).get('/api/v2/keys').expect(200);
    const { keys } = body as { keys: { key_id: string; scopes: string[] | null }[] };
    expect(keys.find(({ key_id }) => key_id === key.keyId)).toMatchObject({ scopes: [DANA] });
  });
});

describe('all routes', () => {
  const { paths } = readApiDocument<{ paths: Record<string, Record<string, Operation>> }>();
  const routes = Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) => ({ method: method as Method, path, operation })),
  );

  it('say and change nothing outside the scopes of a key', async () => {
    const link = await linkOf(session, bens);
    const upload = { filename: `${SECRET}.txt`, contentType: 'text/plain' };
    await session.call('post', 'upload-file').attach('file', Buffer.from(`About ${SECRET}`), upload);
    // Uploads are read in the background.
    const before = await eventually(all, (memories) => memories.length === 4);
    for (const { method, path, operation } of routes) {
      for (const id of [bens, link]) {
        const address = path
          .replace('{agent_id}', session.agentId)
          .replace('{source_ref}', 'r')
          .replace(/\{[a-z_]+\}/g, id);
        const sent = request(app.url)[method](address).set('Authorization', `Bearer ${key.key}`);
        const example = operation.requestBody?.content['application/json']?.example ?? {};
        const answer = await (method === 'get' || method === 'delete' ? sent : sent.send(example));
        expect([path, said(answer)]).toEqual([path, expect.not.stringContaining(SECRET)]);
        expect([path, said(answer)]).toEqual([path, expect.not.stringContaining(unscoped)]);
      }
    }
    expect(await all()).toEqual(before);
  });

  const said = ({ text, headers }: Response) => `${text}${JSON.stringify(headers)}`;

  /** What is not Dana's. */
  async function all(): Promise<object[]> {
    const { body } = await session.call('post', 'recall/all').send({ scopes: [BEN, null], limit: 1000 });
    const { memories } = body as { memories: object[] };
    return memories;
  }
});

describe('the tools of MCP', () => {
  let clients: McpClients;

  beforeAll(() => {
    clients = new McpClients(app);
  });

  afterAll(() => clients.close());

  it('keep to the scopes of a key', async () => {
    const headers = { Authorization: `Bearer ${key.key}` };
    const client = await clients.connect('2025-11-25', session.agentId, headers);
    const names = (await client.listTools()).tools.map(({ name }) => name);
    expect(names).toEqual(
      expect.arrayContaining(['remember', 'recall', 'recent', 'get', 'update', 'forget']),
    );
    expect(names).not.toContain('conflicts');
    const tools = await ToolCaller.of(client);
    expect(await tools.failure('conflicts', {})).toMatch(/some scopes only/);
    expect(await tools.call('recall', { query: 'likes', cut: 'none' })).toMatchObject({ count: 1 });
    expect(await tools.failure('get', { memory_id: bens })).toMatch(/not found|no memory/i);
    await tools.call('remember', { content: 'The user likes jam' });
    expect(await tools.call('recent')).toMatchObject({ count: 2 });
    const { contents } = await client.readResource({ uri: 'memory://profile' });
    expect(JSON.stringify(contents)).not.toContain(SECRET);
  });
});
