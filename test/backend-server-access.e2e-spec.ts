import { once } from 'node:events';
import { connect, type AddressInfo } from 'node:net';
import request from 'supertest';
import { startBackendServer, type TestBackendServer } from './support/backend-server';
import { newDatabaseStore } from './support/database-store';
import { Documents } from './support/documents';
import { rawRequest } from './support/raw-request';

const KEY = 'a-key-of-the-backend-server';

/** A call of each kind, for a namespace that is there. */
const CALLS = [
  ['get', '/namespaces'],
  ['post', '/namespaces'],
  ['delete', '/namespaces/notes'],
  ['post', '/namespaces/notes/documents'],
  ['get', '/namespaces/notes/upload-jobs/x'],
  ['post', '/namespaces/notes/documents/get'],
  ['post', '/namespaces/notes/items/get'],
  ['post', '/namespaces/notes/documents/delete'],
  ['post', '/namespaces/notes/items/delete'],
  ['get', '/namespaces/notes/documents/fetch-text-data'],
  ['post', '/namespaces/notes/upload-url'],
  ['post', '/search'],
  ['post', '/answer'],
] as const;

describe('access to the backend server', () => {
  describe('with a key', () => {
    let server: TestBackendServer;

    beforeAll(async () => {
      server = await startBackendServer({ env: { BACKEND_SERVER_API_KEY: KEY } });
      await request(server.url)
        .post('/namespaces')
        .set('x-api-key', KEY)
        .send({ namespace_name: 'notes' })
        .expect(201);
    });
    afterAll(() => server.close());

    it.each(CALLS)('is refused without it: %s %s', async (method, path) => {
      const missing = await request(server.url)[method](path);
      expect([missing.status, missing.body]).toMatchObject([401, { error: 'unauthorized' }]);
      const wrong = await request(server.url)[method](path).set('x-api-key', `${KEY}x`);
      expect([wrong.status, wrong.body]).toMatchObject([403, { error: 'forbidden' }]);
    });

    it('needs none to say that it is there', async () => {
      await request(server.url).get('/health').expect(200);
    });

    it('is open with it', async () => {
      const { body } = await request(server.url).get('/namespaces').set('x-api-key', KEY).expect(200);
      expect(body).toMatchObject({ namespaces: [{ namespace_name: 'notes' }] });
    });
  });

  describe('without a key', () => {
    let server: TestBackendServer;

    beforeAll(async () => {
      server = await startBackendServer();
    });
    afterAll(() => server.close());

    it.each([
      ['a page of another site', [['Origin', 'https://elsewhere.example.com']]],
      ['a name that leads here', [['Host', 'rebound.example.com']]],
    ] as const)('is refused to a browser with %s', async (_name, extra) => {
      const host = new URL(server.url).host;
      const headers = extra.some(([name]) => name === 'Host') ? extra : [['Host', host] as const, ...extra];
      const { status, body } = await rawRequest(`${server.url}/namespaces`, {
        headers: headers.map(([name, value]) => [name, value]),
      });
      expect([status, JSON.parse(body)]).toMatchObject([403, { error: 'forbidden' }]);
    });

    it('is open to programs', async () => {
      await request(server.url).get('/namespaces').expect(200);
    });
  });
});

describe('bad calls of the backend server', () => {
  let server: TestBackendServer;
  let documents: Documents;
  let namespace: string;

  beforeAll(async () => {
    server = await startBackendServer();
    documents = new Documents(server.url);
    namespace = await documents.newNamespace();
    await documents.put(namespace, [{ id: 'a', text: 'kept' }]);
  });
  afterAll(() => server.close());

  const one = { id: 'a', text: 'lost' };
  const many = (count: number) => Array.from({ length: count }, (_, at) => ({ id: `${at}`, text: 'x' }));

  it.each([
    ['no list', { documents: 'x' }, 'documents: '],
    ['no field', {}, 'documents: Field required'],
    ['none', { documents: [] }, 'documents: '],
    ['too many', { documents: many(101) }, 'documents: '],
    ['no object', { documents: [one, 5] }, 'documents.1: '],
    ['no id', { documents: [{ text: 'x' }] }, 'documents.0.id: Field required'],
    ['an empty id', { documents: [{ ...one, id: '' }] }, 'documents.0.id: '],
    ['a long id', { documents: [{ ...one, id: 'é'.repeat(129) }] }, 'documents.0.id: '],
    ['a fraction for an id', { documents: [{ ...one, id: 1.5 }] }, 'documents.0.id: '],
    ['no text', { documents: [one, { id: 'b' }] }, 'documents.1.text: Field required'],
    ['a blank text', { documents: [{ ...one, text: ' \n ' }] }, 'documents.0.text: '],
    ['a long text', { documents: [{ ...one, text: 'x'.repeat(100_001) }] }, 'documents.0.text: '],
    ['a null character', { documents: [{ ...one, text: 'a\0b' }] }, 'documents.0.text: '],
    ['a lone surrogate beside it', { documents: [{ ...one, title: '\ud800' }] }, 'documents.0.title: '],
    ['nested metadata', { documents: [{ ...one, deep: { er: 1 } }] }, 'documents.0.deep: '],
    ['metadata that is no object', { documents: [{ ...one, metadata: 'x' }] }, 'documents.0.metadata: '],
    ['too much metadata', { documents: [{ ...one, note: 'x'.repeat(33_000) }] }, 'documents.0: '],
  ])('stores nothing of a put with %s', async (_name, body, message) => {
    const answer = await documents.post(`/namespaces/${namespace}/documents`, body).expect(400);
    expect(answer.body).toEqual({ error: 'bad_request', message: expect.any(String) as string });
    expect((answer.body as { message: string }).message).toContain(message);
    expect((await documents.list(namespace)).items).toMatchObject([{ id: 'a', text: 'kept' }]);
  });

  it.each([
    ['/namespaces', { namespace_name: 'a b' }],
    ['/namespaces', { namespace_name: '' }],
    ['/namespaces', { namespace_name: 'x'.repeat(256) }],
    ['/namespaces', { namespace_name: 'ok', type: 'vector' }],
    ['/namespaces', []],
    ['/namespaces/space_0/documents/get', { ids: [] }],
    ['/namespaces/space_0/items/get', { ids: [{}] }],
    ['/namespaces/space_0/items/get', { ids: Array(101).fill('a') }],
    ['/namespaces/space_0/documents/delete', { ids: Array(101).fill('a') }],
    ['/search', { namespaces: [], query: 'x' }],
    ['/search', { namespaces: ['space_0'], query: '  ' }],
    ['/search', { namespaces: ['space_0'], query: 'x', top_k: 0 }],
    ['/search', { namespaces: ['space_0'], query: 'x', top_k: 101 }],
    ['/search', { namespaces: ['space_0'], query: 'x', threshold: 2 }],
    ['/search', { namespaces: ['space_0'], query: [0.1] }],
    ['/answer', { namespace: 'space_0' }],
    ['/answer', { namespace: 'space_0', query: 'x', temperature: 3 }],
    ['/answer', { namespace: 'space_0', query: 'x', chatHistory: ['x'] }],
    ['/answer', { namespace: 'space_0', query: 'x'.repeat(10_001) }],
    ['/namespaces/space_0/upload-url', {}],
  ])('are refused: %s %j', async (path, body) => {
    const answer = await documents.post(path, body).expect(400);
    expect(answer.body).toMatchObject({ error: 'bad_request' });
  });

  it.each([
    ['delete', '/namespaces/none'],
    ['delete', '/namespaces/a%20b'],
    ['get', '/namespaces/none/documents/fetch-text-data'],
    ['get', '/namespaces/none/upload-jobs/x'],
    ['get', '/namespaces/space_0/upload-jobs/x'],
    ['get', '/nowhere'],
  ] as const)('find nothing: %s %s', async (method, path) => {
    const { body } = await request(server.url)[method](path).expect(404);
    expect(Object.keys(body as object)).toEqual(['error', 'message']);
  });

  it.each([
    ['documents', { documents: [one] }],
    ['documents/get', { ids: ['a'] }],
    ['items/delete', { ids: ['a'] }],
    ['upload-url', { fileName: 'a.txt' }],
  ])('need a namespace: %s', async (path, body) => {
    const answer = await documents.post(`/namespaces/none/${path}`, body).expect(404);
    expect(answer.body).toEqual({ error: 'namespace_not_found', message: "Namespace 'none' does not exist" });
  });

  it.each(['limit=0', 'limit=101', 'limit=x', 'next_token=made-up', 'next_token=MDE'])(
    'are refused a page of %s',
    async (query) => {
      await request(server.url)
        .get(`/namespaces/${namespace}/documents/fetch-text-data?${query}`)
        .expect(400);
    },
  );

  it('are refused when they are no JSON, or too large', async () => {
    const send = (body: string, type: string) =>
      request(server.url).post('/search').set('Content-Type', type).send(body);
    expect((await send('{"query": secret', 'application/json')).body).toMatchObject({ error: 'bad_request' });
    expect((await send('query=x', 'text/plain')).status).toBe(400);
    const large = await send(JSON.stringify({ query: 'x'.repeat(9_000_000) }), 'application/json');
    expect([large.status, large.body]).toMatchObject([413, { error: 'body_too_large' }]);
  });
});

describe('a backend server that starts again', () => {
  it('has kept everything', async () => {
    const store = await newDatabaseStore();
    const first = await startBackendServer({ store });
    const before = new Documents(first.url);
    const namespace = await before.newNamespace();
    await before.put(namespace, [{ id: 'a', text: 'durable words', title: 'x' }]);
    const { items } = await before.list(namespace);
    await first.close();

    const second = await startBackendServer({ store });
    const after = new Documents(second.url);
    expect((await after.list(namespace)).items).toEqual(items);
    const { body } = await after.post('/search', { namespaces: [namespace], query: 'durable' }).expect(200);
    expect(body).toMatchObject({ results: [{ id: 'a' }] });
    await second.close();
    await store.remove();
  });

  it('lets go of its port', async () => {
    const server = await startBackendServer();
    const { port } = server.app.getHttpServer().address() as AddressInfo;
    await server.close();
    const [error] = (await once(connect(port, '127.0.0.1'), 'error').catch((each: unknown) => [
      each,
    ])) as Error[];
    expect(error).toMatchObject({ code: 'ECONNREFUSED' });
  });
});
