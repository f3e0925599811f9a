import type { Fault } from '../../../../test/support/server-fault';
import { startFaultyBackend, type FaultyBackend } from '../../../../test/support/faulty-backend';
import type { BackendClient } from './backend-client';
import { BackendFailure } from './call';

const DOCUMENT = { id: 'd0', text: 'the secret text', metadata: {} };
const SEARCH = { namespace: 'space', query: 'secret', topK: 5, threshold: null };
const QUESTION = { query: 'the secret question', header: '', model: null, temperature: 0, signal: null };

const PASSING: [string, Fault][] = [
  ['429', { kind: 'status', status: 429, retryAfter: '0' }],
  ['408', { kind: 'status', status: 408 }],
  ['500', { kind: 'status', status: 500 }],
  ['503', { kind: 'status', status: 503, retryAfter: 'Sun, 01 Mar 2020 12:00:00 GMT' }],
  ['a reset', { kind: 'reset' }],
  ['a lost answer', { kind: 'lost' }],
  ['half an answer', { kind: 'half' }],
  ['HTML', { kind: 'body', body: '<html>Welcome</html>', contentType: 'text/html' }],
  ['a list', { kind: 'body', body: '[]' }],
  ['broken JSON', { kind: 'body', body: '{"items": [' }],
  ['a text', { kind: 'body', body: '"yes"' }],
];

async function listed(pages: AsyncIterable<unknown[]>): Promise<unknown[]> {
  const all = [];
  for await (const page of pages) all.push(...page);
  return all;
}

const CALLS: [string, (client: BackendClient) => Promise<unknown>][] = [
  ['ping', (client) => client.ping()],
  ['create a namespace', (client) => client.createNamespace('other')],
  ['delete a namespace', (client) => client.deleteNamespace('other')],
  ['list namespaces', (client) => client.listNamespaces()],
  ['put', (client) => client.putDocuments('space', [DOCUMENT])],
  ['get', (client) => client.getDocuments('space', ['d0'])],
  ['delete', (client) => client.deleteDocuments('space', ['d1'])],
  ['list', (client) => listed(client.pages('space'))],
  ['search', (client) => client.search(SEARCH)],
];

let backend: FaultyBackend;

beforeEach(async () => {
  backend = await startFaultyBackend();
});
afterEach(() => backend.close());

describe.each(CALLS)('a call to %s', (name, call) => {
  it.each(PASSING)('is made again after %s', async (_, fault) => {
    backend.proxy.failNext(3, fault);
    await call(backend.clientWith());
    expect(backend.proxy.requests.length).toBeGreaterThanOrEqual(4);
  });

  it.each(PASSING)(
    'fails after %s four times, and its error names neither address nor content',
    async (_, fault) => {
      backend.proxy.failAll(fault);
      const error: unknown = await call(backend.clientWith()).catch((thrown: unknown) => thrown);
      expect(error).toBeInstanceOf(BackendFailure);
      expect(error).toMatchObject({ code: 'BackendUnavailable', fields: {} });
      expect(backend.proxy.requests).toHaveLength(4);
      // The next ping reports it.
      expect(backend.lines()).toHaveLength(name === 'ping' ? 0 : 1);
      for (const text of [...backend.lines(), (error as Error).message]) {
        expect(text).not.toMatch(/127\.0\.0\.1|localhost|secret/);
      }
    },
  );
});

describe('a call that is not to be repeated', () => {
  it.each(PASSING)('fails after %s, once', async (_, fault) => {
    backend.proxy.failNext(1, fault);
    await expect(backend.clientWith().ask(QUESTION)).rejects.toBeInstanceOf(BackendFailure);
    expect(backend.proxy.requests).toEqual(['POST /answer']);
  });
});

describe('an outcome', () => {
  const put = () => backend.clientWith().putDocuments('space', [DOCUMENT]);

  it.each<[string, Fault]>([
    ['a bad request', { kind: 'status', status: 400 }],
    ['too large a body', { kind: 'status', status: 413 }],
    ['a refused key', { kind: 'status', status: 403 }],
    ['too many requests', { kind: 'status', status: 429 }],
  ])('is a refusal after %s', async (_, fault) => {
    backend.proxy.failAll(fault);
    await expect(put()).rejects.toMatchObject({ outcome: 'refused' });
  });

  it('is a refusal where nothing listens', async () => {
    const client = backend.clientWith();
    await backend.proxy.close();
    await expect(client.putDocuments('space', [DOCUMENT])).rejects.toMatchObject({ outcome: 'refused' });
  });

  it.each<[string, Fault]>([
    ['a lost answer', { kind: 'lost' }],
    ['a server error', { kind: 'status', status: 500 }],
    ['an answer of another kind', { kind: 'body', body: 'OK' }],
  ])('is unknown after %s', async (_, fault) => {
    backend.proxy.failAll(fault);
    await expect(put()).rejects.toMatchObject({ outcome: 'unknown' });
  });

  it('stays unknown when a later attempt is refused', async () => {
    backend.proxy.failNext(1, { kind: 'lost' });
    backend.proxy.failAll({ kind: 'status', status: 429 });
    await expect(put()).rejects.toMatchObject({ outcome: 'unknown' });
  });
});

describe('time', () => {
  it.each<[string, Fault]>([
    ['comes', { kind: 'hang' }],
    ['ends', { kind: 'stall' }],
  ])('is up for an answer that never %s, repetitions included', async (_, fault) => {
    backend.proxy.failAll(fault);
    const began = performance.now();
    await expect(backend.clientWith({ timeoutMs: 300 }).search(SEARCH)).rejects.toBeInstanceOf(
      BackendFailure,
    );
    // Two attempts take 600 ms; the rest is for slow machines.
    expect(performance.now() - began).toBeLessThan(10_000);
    expect(backend.proxy.requests.length).toBeGreaterThan(1);
  });

  it('is left for another attempt after one that hangs', async () => {
    backend.proxy.failNext(1, { kind: 'hang' });
    await expect(backend.clientWith({ timeoutMs: 600 }).search(SEARCH)).resolves.toMatchObject({
      hits: [{ id: 'd0' }],
    });
  });

  it('is not waited away when the server asks for more than there is', async () => {
    backend.proxy.failAll({ kind: 'status', status: 503, retryAfter: '3600' });
    await expect(backend.clientWith().search(SEARCH)).rejects.toBeInstanceOf(BackendFailure);
    expect(backend.proxy.requests).toHaveLength(1);
  });

  it('is waited when the server asks for it', async () => {
    backend.proxy.failNext(1, { kind: 'status', status: 429, retryAfter: '1' });
    const began = performance.now();
    await backend.clientWith().search(SEARCH);
    expect(performance.now() - began).toBeGreaterThanOrEqual(990);
  });

  it('ends with its caller, who gets no further answer', async () => {
    backend.proxy.failAll({ kind: 'hang' });
    const gone = new AbortController();
    const asked = backend.clientWith().ask({ ...QUESTION, signal: gone.signal });
    gone.abort(new Error('gone'));
    await expect(asked).rejects.toThrow('gone');
    expect(backend.lines()).toEqual([]);
  });
});
