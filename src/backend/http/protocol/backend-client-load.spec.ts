import { eventually } from '../../../../test/support/eventually';
import { ProtocolStub } from '../../../../test/support/protocol-stub';
import type { Fault } from '../../../../test/support/server-fault';
import { startFaultyBackend, type FaultyBackend } from '../../../../test/support/faulty-backend';
import { BackendFailure } from './call';

const SEARCH = { namespace: 'space', query: 'secret', topK: 5, threshold: null };
const QUESTION = { query: 'the secret question', header: '', model: null, temperature: 0, signal: null };

async function listed(pages: AsyncIterable<unknown[]>): Promise<unknown[]> {
  const all = [];
  for await (const page of pages) all.push(...page);
  return all;
}

let backend: FaultyBackend;

beforeEach(async () => {
  backend = await startFaultyBackend();
});
afterEach(() => backend.close());

describe('a backend that keeps failing', () => {
  const circuit = { failures: 5, halfOpenAfterMs: 60_000 };

  it('is left alone', async () => {
    backend.proxy.failAll({ kind: 'status', status: 500 });
    const client = backend.clientWith({ circuit });
    for (let i = 0; i < 5; i++) await expect(client.search(SEARCH)).rejects.toBeInstanceOf(BackendFailure);
    expect(backend.proxy.requests).toHaveLength(5);
    backend.proxy.heal();
    await expect(client.search(SEARCH)).rejects.toMatchObject({ outcome: 'refused' });
    await expect(client.ping()).rejects.toBeInstanceOf(BackendFailure);
    expect(backend.proxy.requests).toHaveLength(5);
  });

  it('is found again by itself', async () => {
    backend.proxy.failAll({ kind: 'reset' });
    const client = backend.clientWith({ circuit: { ...circuit, halfOpenAfterMs: 0 } });
    for (let i = 0; i < 3; i++) await expect(client.search(SEARCH)).rejects.toBeInstanceOf(BackendFailure);
    backend.proxy.heal();
    await expect(client.search(SEARCH)).resolves.toMatchObject({ hits: [{ id: 'd0' }] });
    expect(backend.lines().filter((line) => line === 'The backend is back')).toHaveLength(1);
  });

  it('makes no caller wait when it answers neither calls nor pings, and is found again', async () => {
    backend.proxy.failAll({ kind: 'hang' });
    const impatient = { circuit: { ...circuit, halfOpenAfterMs: 0 }, pingTimeoutMs: 50, pingEveryMs: 20 };
    const client = backend.clientWith({ ...impatient, timeoutMs: 60_000 });
    const calls = Array.from({ length: 32 }, () => client.search(SEARCH));
    for (const result of await Promise.allSettled(calls)) expect(result.status).toBe('rejected');
    backend.proxy.heal();
    // A ping of a busy machine may take longer than 50 ms.
    const answer = await eventually(
      () => client.search(SEARCH).catch(() => null),
      (found) => found !== null,
    );
    expect(answer).toMatchObject({ hits: [{ id: 'd0' }] });
  });

  it('may take its time over a call while it answers pings', async () => {
    backend.proxy.failNext(1, { kind: 'hang' }, 'POST /search');
    const client = backend.clientWith({ circuit, pingTimeoutMs: 500, pingEveryMs: 10, timeoutMs: 600 });
    await expect(client.search(SEARCH)).resolves.toMatchObject({ hits: [{ id: 'd0' }] });
    expect(backend.proxy.count('GET /namespaces')).toBeGreaterThan(5);
  });

  it('is not one that refuses what it is asked', async () => {
    const client = backend.clientWith({ circuit });
    backend.proxy.failNext(20, { kind: 'status', status: 400 });
    for (let i = 0; i < 20; i++) await expect(client.search(SEARCH)).rejects.toBeInstanceOf(BackendFailure);
    await expect(client.search(SEARCH)).resolves.toMatchObject({ hits: [{ id: 'd0' }] });
  });
});

describe('calls', () => {
  const bulkhead = { concurrency: 3, queue: 5 };

  it('are made so many at a time, and refused beyond those that wait', async () => {
    backend.proxy.delayMs = 20;
    const client = backend.clientWith({ bulkhead });
    const results = await Promise.allSettled(Array.from({ length: 12 }, () => client.search(SEARCH)));
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(8);
    expect(backend.proxy.mostOpen).toBe(3);
  });

  it('that no caller waits for any more are not made', async () => {
    backend.proxy.failNext(3, { kind: 'hang' });
    const client = backend.clientWith({ bulkhead, timeoutMs: 200 });
    const hanging = [1, 2, 3].map(() => client.ask(QUESTION));
    const gone = new AbortController();
    const waiting = client.ask({ ...QUESTION, query: 'gone', signal: gone.signal });
    gone.abort(new Error('gone'));
    await expect(waiting).rejects.toThrow('gone');
    await Promise.allSettled(hanging);
    await client.ask({ ...QUESTION, query: 'next' });
    expect(backend.stub.requests.map(({ body }) => body.query)).toEqual(['next']);
  });

  it('do not keep a ping waiting', async () => {
    backend.proxy.failNext(3, { kind: 'hang' }, 'POST /answer');
    const client = backend.clientWith({ bulkhead, timeoutMs: 1_000 });
    const hanging = Promise.allSettled([1, 2, 3].map(() => client.ask(QUESTION)));
    await client.ping();
    expect(backend.proxy.open).toBe(3);
    await hanging;
  });

  it('keep their connections', async () => {
    const client = backend.directClient();
    const ports = new Set<number | undefined>();
    backend.stub.http.server.on('connection', ({ remotePort }) => ports.add(remotePort));
    for (let i = 0; i < 5; i++) await client.search(SEARCH);
    expect(ports.size).toBe(1);
  });

  it('follow no redirect: the key goes nowhere else', async () => {
    const elsewhere = new ProtocolStub({ mode: 'cloud', spelling: 'new' });
    await elsewhere.http.start();
    backend.proxy.failAll({ kind: 'redirect', to: elsewhere.http.url });
    await expect(backend.clientWith().search(SEARCH)).rejects.toBeInstanceOf(BackendFailure);
    expect(elsewhere.requests).toEqual([]);
    await elsewhere.http.close();
  });

  it('do not read answers without an end', async () => {
    backend.proxy.failAll({ kind: 'body', body: `{"results": "${'x'.repeat(65 * 1_024 * 1_024)}"}` });
    await expect(backend.clientWith().ask(QUESTION)).rejects.toBeInstanceOf(BackendFailure);
  });
});

/** Pages of a listing that claim that there are more: always the same token, or a new one each time. */
function endlessPages(token: 'same' | 'new'): Fault {
  let pages = 0;
  return {
    kind: 'rewrite',
    body: (text) => {
      const body = JSON.parse(text) as { pagination?: object };
      if (body.pagination === undefined) return text;
      const next = token === 'same' ? 'again' : `again-${pages++}`;
      return JSON.stringify({ ...body, pagination: { limit: 100, has_more: true, next_token: next } });
    },
  };
}

describe('pages', () => {
  it.each(['same', 'new'] as const)('that do not end, with %s tokens, are an outage', async (tokens) => {
    backend.proxy.failAll(endlessPages(tokens), 'fetch-text-data');
    await expect(listed(backend.clientWith().pages('space'))).rejects.toMatchObject({
      code: 'BackendUnavailable',
    });
    expect(backend.lines()).toHaveLength(1);
  });

  it('are not fetched any more once no caller reads them', async () => {
    backend.stub.put(
      'space',
      Array.from({ length: 5_000 }, (_, i) => ({ id: `e${i}`, text: '' })),
    );
    for await (const page of backend.clientWith().pages('space')) {
      expect(page).toHaveLength(100);
      break;
    }
    await new Promise(setImmediate);
    expect(backend.proxy.requests.length).toBeLessThanOrEqual(2);
  });
});

describe('a key that the backend refuses', () => {
  it('is logged, and does not count as an outage', async () => {
    const client = backend.clientWith({
      apiKey: 'another',
      circuit: { failures: 1, halfOpenAfterMs: 60_000 },
    });
    for (let i = 0; i < 3; i++)
      await expect(client.search(SEARCH)).rejects.toMatchObject({ refusesKey: true });
    expect(backend.proxy.requests).toHaveLength(3);
    expect(backend.lines()[0]).toContain('refuses the key');
  });
});
