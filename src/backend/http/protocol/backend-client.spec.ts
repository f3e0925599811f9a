import type { RemoteDocument } from '../../document';
import { Logger } from '@nestjs/common';
import { startFaultProxy } from '../../../../test/support/fake-server';
import { ProtocolStub, type StubOptions } from '../../../../test/support/protocol-stub';
import { RemoteNotFound } from './backend-api';
import { BackendClient } from './backend-client';
import { backendHttp } from './backend-http';
import { testOptions } from '../../../../test/support/backend-options';

const SERVERS: StubOptions[] = [
  { mode: 'cloud', spelling: 'new', apiKey: 'the-key' },
  { mode: 'cloud', spelling: 'old', apiKey: 'the-key' },
  { mode: 'on-prem', spelling: 'old' },
  { mode: 'on-prem', spelling: 'new' },
];

const documents = (count: number, from = 0) =>
  Array.from({ length: count }, (_, i) => ({
    id: `d${from + i}`,
    text: `Text ${from + i}`,
    metadata: { title: `Title ${from + i}`, tags: 'a,b' },
  }));
const idsOf = (list: readonly { id: string }[]) => list.map(({ id }) => id);
const byId = (list: readonly RemoteDocument[]) => idsOf(list).sort();

async function listed(client: BackendClient, namespace: string): Promise<string[]> {
  const ids: string[] = [];
  for await (const page of client.pages(namespace)) ids.push(...idsOf(page));
  return ids;
}

describe.each(SERVERS)('the client of a server in mode $mode, in its $spelling spelling', (server) => {
  let stub: ProtocolStub;
  let client: BackendClient;

  beforeEach(async () => {
    stub = new ProtocolStub(server);
    await stub.http.start();
    const options = testOptions(stub.http.url, server.mode, server.apiKey ?? null);
    client = new BackendClient(backendHttp(options), options);
    await client.createNamespace('space');
  });
  afterEach(async () => {
    client.close();
    await stub.http.close();
  });

  it('pings, with the key in the cloud alone', async () => {
    await client.ping();
    const [request] = stub.to(server.mode === 'cloud' ? 'GET /namespaces' : 'GET /health');
    expect(request?.headers['x-api-key']).toBe(server.apiKey);
  });

  it('creates namespaces, adopts those that exist, and counts what is in them', async () => {
    await client.createNamespace('space');
    await client.putDocuments('space', documents(3));
    expect(await client.listNamespaces()).toEqual([{ name: 'space', itemCount: 3 }]);
    expect(stub.to('POST /namespaces')[0]?.body).toEqual({ namespace_name: 'space', type: 'text' });
  });

  it('deletes namespaces, and those that are gone', async () => {
    await client.deleteNamespace('space');
    await client.deleteNamespace('space');
    expect(await client.listNamespaces()).toEqual([]);
    if (server.mode === 'on-prem') expect(stub.to('/delete-jobs/')).toHaveLength(stub.jobPolls + 1);
  });

  it('puts documents of which each is an object with its metadata beside the text', async () => {
    await client.putDocuments('space', documents(1));
    expect(stub.to('POST /namespaces/space/documents')[0]?.body).toEqual({
      documents: [{ id: 'd0', text: 'Text 0', title: 'Title 0', tags: 'a,b' }],
    });
    if (server.mode === 'on-prem') expect(stub.to('/upload-jobs/')).toHaveLength(stub.jobPolls + 1);
  });

  it('does not let metadata stand for the id or the text', async () => {
    await client.putDocuments('space', [{ id: 'a', text: 'b', metadata: { id: 'x', text: 'y' } }]);
    expect(await client.getDocuments('space', ['a', 'x'])).toMatchObject([{ id: 'a', text: 'b' }]);
  });

  it('gets documents back, whatever they are called, and remembers how', async () => {
    await client.putDocuments('space', documents(3));
    const found = await client.getDocuments('space', ['d1', 'none', 'd2']);
    expect(byId(found)).toEqual(['d1', 'd2']);
    expect(found.find(({ id }) => id === 'd1')).toMatchObject({
      text: 'Text 1',
      metadata: { title: 'Title 1', tags: 'a,b' },
    });
    await client.getDocuments('space', ['d1']);
    const tries = stub.to('/get').map(({ path }) => path.split('/')[3]);
    expect(tries.slice(-1)).toEqual([server.spelling === 'new' ? 'documents' : 'items']);
    expect(tries.length).toBeLessThanOrEqual(3);
  });

  it('splits calls of more than 100 documents', async () => {
    const all = documents(250);
    await client.putDocuments('space', all);
    const puts = stub.to('POST /namespaces/space/documents');
    const sizes = puts
      .filter(({ path }) => path.endsWith('/documents'))
      .map(({ body }) => (body.documents as []).length);
    expect(sizes).toEqual([100, 100, 50]);
    expect(byId(await client.getDocuments('space', idsOf(all)))).toEqual(idsOf(all).sort());
    await client.deleteDocuments('space', idsOf(all).slice(0, 249));
    expect(await listed(client, 'space')).toEqual(['d249']);
  });

  it('counts documents that are gone as deleted', async () => {
    await client.putDocuments('space', documents(2));
    await client.deleteDocuments('space', ['d0', 'none']);
    await client.deleteDocuments('space', ['d0']);
    expect(await listed(client, 'space')).toEqual(['d1']);
  });

  it('lists all documents in their order', async () => {
    const all = documents(2_345);
    stub.jobPolls = 0;
    await client.putDocuments('space', all);
    expect(await listed(client, 'space')).toEqual(idsOf(all));
    expect(stub.to('fetch-text-data')).toHaveLength(24);
  });

  it('searches, with a threshold in kiosk mode alone', async () => {
    await client.putDocuments('space', documents(3));
    const search = { namespace: 'space', query: 'Text', topK: 2, threshold: null };
    expect(await client.search(search)).toEqual({
      hits: [
        { id: 'd0', score: 0.5 },
        { id: 'd1', score: 0.5 },
      ],
      retrieval: null,
    });
    await client.search({ ...search, threshold: 0.2 });
    expect(stub.to('POST /search').map(({ body }) => body)).toEqual([
      { namespaces: ['space'], query: 'Text', top_k: 2, kiosk_mode: false },
      { namespaces: ['space'], query: 'Text', top_k: 2, kiosk_mode: true, threshold: 0.2 },
    ]);
  });

  it('asks the model of the backend', async () => {
    const question = { query: 'Why?', header: 'Be brief.', model: null, temperature: 0.5, signal: null };
    expect(await client.ask(question)).toEqual({ answer: 'Yes.', model: 'stub' });
    expect(stub.to('POST /answer')[0]?.body).toMatchObject({
      namespace: '',
      query: 'Why?',
      headerPrompt: 'Be brief.',
      type: 'text',
      temperature: 0.5,
    });
  });

  it('knows a namespace that is missing', async () => {
    const missing = { namespace: 'none', query: 'x', topK: 1, threshold: null };
    await expect(client.search(missing)).rejects.toThrow(RemoteNotFound);
    await expect(client.putDocuments('none', documents(1))).rejects.toThrow(RemoteNotFound);
    await expect(client.getDocuments('none', ['a'])).rejects.toThrow(RemoteNotFound);
    await expect(client.deleteDocuments('none', ['a'])).rejects.toThrow(RemoteNotFound);
    expect(await listed(client, 'none')).toEqual([]);
  });

  it('writes names as parts of paths', async () => {
    await client.createNamespace('a/b?c');
    await client.putDocuments('a/b?c', documents(1));
    expect(await listed(client, 'a/b?c')).toEqual(['d0']);
  });
});

describe('jobs on-prem', () => {
  let stub: ProtocolStub;
  let client: BackendClient;

  beforeEach(async () => {
    stub = new ProtocolStub({ mode: 'on-prem', spelling: 'old' });
    await stub.http.start();
    const options = testOptions(stub.http.url, 'on-prem');
    client = new BackendClient(backendHttp(options), options);
    await client.createNamespace('space');
    jest.spyOn(Logger.prototype, 'warn').mockReturnValue();
  });
  afterEach(async () => {
    client.close();
    await stub.http.close();
    jest.restoreAllMocks();
  });

  it('that fail, fail the put, of which some may be there', async () => {
    stub.jobEnd = 'failed';
    await expect(client.putDocuments('space', documents(1))).rejects.toMatchObject({
      code: 'BackendUnavailable',
      outcome: 'unknown',
    });
  });

  it('that cannot be looked at fail the put, which was taken all the same', async () => {
    const proxy = await startFaultProxy(stub.http.url);
    proxy.failAll({ kind: 'status', status: 429 }, 'upload-jobs');
    const options = testOptions(proxy.url, 'on-prem');
    const behind = new BackendClient(backendHttp(options), options);
    await expect(behind.putDocuments('space', documents(1))).rejects.toMatchObject({ outcome: 'unknown' });
    behind.close();
    await proxy.close();
  });

  it('that do not end in time fail the put', async () => {
    stub.jobPolls = Number.POSITIVE_INFINITY;
    const options = { ...testOptions(stub.http.url, 'on-prem'), timeoutMs: 200 };
    const impatient = new BackendClient(backendHttp(options), options);
    await expect(impatient.putDocuments('space', documents(1))).rejects.toMatchObject({ outcome: 'unknown' });
    impatient.close();
  });

  it('are waited for where another one is under way', async () => {
    stub.putAnswers.push({ status: 409, body: {} }, { status: 409, body: {} });
    await client.putDocuments('space', documents(1));
    expect(await listed(client, 'space')).toEqual(['d0']);
  });

  it('of which the server keeps no record are done', async () => {
    stub.putAnswers.push({ status: 202, body: { status: 'queued', job_id: '../x' } });
    const poll = jest.spyOn(stub, 'put');
    stub.options.mode = 'cloud';
    await client.putDocuments('space', documents(1));
    expect(poll).not.toHaveBeenCalled();
    expect(stub.to('upload-jobs')[0]?.path).toBe('/namespaces/space/upload-jobs/..%2Fx');
  });
});
