import { Logger } from '@nestjs/common';
import request from 'supertest';
import { BackendClient } from '../src/backend/http/protocol/backend-client';
import { backendHttp } from '../src/backend/http/protocol/backend-http';
import type { BackendOptions } from '../src/backend/http/protocol/backend-options';
import { testOptions } from './support/backend-options';
import { startBackendServer, type TestBackendServer } from './support/backend-server';
import { eventually } from './support/eventually';
import { startFaultProxy, type FakeServer } from './support/fake-server';
import { startTestApp } from './support/test-app';

const KEY = 'the-key-of-the-backend';

const DOCUMENTS = Array.from({ length: 1_234 }, (_, i) => ({
  id: `document ${i}`,
  text: `[FACT] Title ${i}\n\nThe content of number ${i}`,
  metadata: { title: `Title ${i}`, tags: 'a,b' },
}));
const IDS = DOCUMENTS.map(({ id }) => id);

async function listed(client: BackendClient, namespace: string): Promise<string[]> {
  const ids: string[] = [];
  for await (const page of client.pages(namespace)) ids.push(...page.map(({ id }) => id));
  return ids;
}

describe('the client and the server of the protocol', () => {
  let server: TestBackendServer;
  let proxy: FakeServer;

  beforeAll(async () => {
    server = await startBackendServer({ env: { BACKEND_SERVER_API_KEY: KEY } });
    proxy = await startFaultProxy(server.url);
  });
  afterEach(() => proxy.reset());
  afterAll(async () => {
    await proxy.close();
    await server.close();
  });

  const clientOf = (mode: BackendOptions['mode']) => {
    const options = { ...testOptions(proxy.url, mode), apiKey: KEY };
    return new BackendClient(backendHttp(options), options);
  };

  it.each(['cloud', 'on-prem'] as const)('understand each other in mode %s', async (mode) => {
    const client = clientOf(mode);
    await client.ping();
    await client.createNamespace(mode);
    await client.createNamespace(mode);
    await client.putDocuments(mode, DOCUMENTS);
    expect(await client.listNamespaces()).toContainEqual({ name: mode, itemCount: DOCUMENTS.length });

    expect(await listed(client, mode)).toEqual(IDS);
    expect(proxy.count('fetch-text-data')).toBe(13);

    const found = await client.getDocuments(mode, [...IDS.slice(0, 150), 'none']);
    expect(found).toHaveLength(150);
    expect(found.find(({ id }) => id === 'document 7')).toMatchObject(DOCUMENTS[7] ?? {});

    const search = { namespace: mode, query: 'content of number 17', topK: 3, threshold: null };
    expect((await client.search(search)).hits[0]?.id).toBe('document 17');

    await client.deleteDocuments(mode, [...IDS.slice(1), 'none']);
    expect(await listed(client, mode)).toEqual(IDS.slice(0, 1));
    await client.deleteNamespace(mode);
    await client.deleteNamespace(mode);
    expect(await listed(client, mode)).toEqual([]);
    client.close();
  });
});

describe('the health of a service whose backend is another server', () => {
  it('is that of the backend too', async () => {
    jest.spyOn(Logger.prototype, 'error').mockReturnValue();
    const server = await startBackendServer();
    const proxy = await startFaultProxy(server.url);
    const app = await startTestApp({ env: { BACKEND_MODE: 'on-prem', BACKEND_URL: proxy.url } });
    const up = { backend: { status: 'up', mode: 'on-prem' } };
    for (const path of ['/ready', '/health']) {
      expect((await request(app.url).get(path).expect(200)).body).toMatchObject({ status: 'ok', info: up });
    }

    const unsupported = { detail: { error: 'TransferUnsupported' } };
    const exported = await request(app.url).get('/api/v2/agents/any/export').expect(501);
    expect(exported.body).toMatchObject(unsupported);
    expect((await request(app.url).post('/api/v2/import').expect(501)).body).toMatchObject(unsupported);

    proxy.failAll({ kind: 'reset' });
    const { body, text } = await request(app.url).get('/ready').expect(503);
    expect(body).toMatchObject({ status: 'error', error: { backend: { status: 'down' } } });
    expect(text).not.toContain('127.0.0.1');
    await request(app.url).get('/health').expect(503);
    await request(app.url).get('/live').expect(200);

    proxy.heal();
    // The circuit is open, and tried again after a while.
    await eventually(
      async () => (await request(app.url).get('/ready')).status,
      (status) => status === 200,
    );
    await app.close();
    await proxy.close();
    await server.close();
    jest.restoreAllMocks();
  });
});
