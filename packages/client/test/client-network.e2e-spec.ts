import { startFaultProxy, type FakeServer } from '../../../test/support/fake-server';
import type { Fault } from '../../../test/support/server-fault';
import { SeededRandom } from '../../../test/support/seeded-random';
import { uniqueId } from '../../../test/support/sessions';
import { startTestApp, type TestApp } from '../../../test/support/test-app';
import {
  type Agent,
  AgentMemory,
  type AgentMemoryOptions,
  AgentMemoryError,
  RateLimitedError,
  TimeoutError,
  UnavailableError,
} from '../src/agent-memory.ts';

const FAULTS: readonly Fault[] = [
  { kind: 'lost' },
  { kind: 'half' },
  { kind: 'reset' },
  { kind: 'status', status: 429, retryAfter: '0' },
  { kind: 'status', status: 503 },
  { kind: 'status', status: 502 },
];
const WRITES = 300;
const IN_FLIGHT = 16;

let app: TestApp;
let proxy: FakeServer;

beforeAll(async () => {
  app = await startTestApp();
  proxy = await startFaultProxy(app.url);
});

afterEach(() => proxy.reset());

afterAll(async () => {
  await proxy.close();
  await app.close();
});

/** The machine of the tests may be slow, so the time-out is longer than the default. */
const newAgent = (options: AgentMemoryOptions = {}): Agent =>
  new AgentMemory({ baseUrl: proxy.url, timeoutMs: 60_000, ...options }).agent(uniqueId(), { create: true });

/** Runs the work for 0 to count - 1, so many at a time. */
async function inParallel(count: number, work: (index: number) => Promise<unknown>): Promise<void> {
  let next = 0;
  const worker = async (): Promise<void> => {
    while (next < count) await work(next++);
  };
  await Promise.all(Array.from({ length: IN_FLIGHT }, worker));
}

async function contentsOf(agent: Agent): Promise<string[]> {
  const contents: string[] = [];
  for await (const { content } of agent.all()) contents.push(content);
  return contents.sort();
}

const failureOf = (call: Promise<unknown>): Promise<unknown> =>
  call.then(
    () => null,
    (error: unknown) => error,
  );

describe('behind a bad network', () => {
  it('hundreds of writes are stored once each', async () => {
    const random = new SeededRandom(21);
    const agent = newAgent({ maxRetries: 12, timeoutMs: 120_000 });
    proxy.outage = () => (random.next() < 0.3 ? random.pick(FAULTS) : null);
    proxy.delayMs = 2;

    await inParallel(WRITES, (i) => agent.remember(`Note ${i}`));

    expect(proxy.requests.length).toBeGreaterThan(WRITES * 1.2);
    proxy.heal();
    const expected = Array.from({ length: WRITES }, (_, i) => `Note ${i}`).sort();
    expect(await contentsOf(agent)).toEqual(expected);
  });

  it('a write whose answer was lost is repeated with the same key', async () => {
    const agent = newAgent();
    await agent.recent();
    proxy.failNext(1, { kind: 'lost' }, '/remember');
    const { memoryId } = await agent.remember('Once');
    expect(proxy.count('/remember')).toBe(2);
    expect((await agent.recent()).memories.map(({ id }) => id)).toEqual([memoryId]);
  });

  it('waits as long as Retry-After says', async () => {
    const agent = newAgent();
    await agent.recent();
    proxy.failNext(1, { kind: 'status', status: 429, retryAfter: '1' }, '/remember');
    const began = Date.now();
    await agent.remember('Later');
    expect(Date.now() - began).toBeGreaterThanOrEqual(990);
  });

  it('does not wait longer than the call has', async () => {
    const agent = newAgent();
    await agent.recent();
    proxy.failAll({ kind: 'status', status: 429, retryAfter: '60' }, '/recall');
    const error = await failureOf(agent.recall('anything'));
    expect(error).toBeInstanceOf(RateLimitedError);
    expect(error).toMatchObject({ retryAfterMs: 60_000 });
    expect(proxy.count(/recall$/)).toBe(1);
  });

  it('gives up after maxRetries', async () => {
    const agent = newAgent({ maxRetries: 1 });
    await agent.recent();
    proxy.failAll({ kind: 'reset' }, '/remember');
    const error = await failureOf(agent.remember('Never'));
    expect(error).toBeInstanceOf(UnavailableError);
    expect(error).toMatchObject({ status: null, code: null });
    expect(proxy.count('/remember')).toBe(2);
  });

  it.each([400, 404, 409, 413, 422, 500])('never repeats a request that got %i', async (status) => {
    const agent = newAgent();
    await agent.recent();
    proxy.failAll({ kind: 'status', status }, '/remember');
    expect(await failureOf(agent.remember('No'))).toBeInstanceOf(AgentMemoryError);
    expect(proxy.count('/remember')).toBe(1);
  });

  it('ends at timeoutMs, which bounds retries too', async () => {
    const agent = newAgent({ maxRetries: 100 });
    await agent.recent();
    proxy.failAll({ kind: 'hang' }, '/recall');
    expect(await failureOf(agent.recall('anything', { timeoutMs: 300 }))).toBeInstanceOf(TimeoutError);
    proxy.heal();
    proxy.failAll({ kind: 'reset' }, '/recall');
    const began = Date.now();
    // The time may end between two tries, or during one.
    const failure = await failureOf(agent.recall('anything', { timeoutMs: 1_000 }));
    expect([UnavailableError, TimeoutError]).toContain((failure as Error).constructor);
    expect(Date.now() - began).toBeLessThan(3_000);
  });

  it('takes any time that a caller gives it', async () => {
    const agent = newAgent();
    await agent.remember('Tea');
    expect(await agent.recent({ timeoutMs: Infinity })).toMatchObject({ count: 1 });
  });

  it('does not take a request that cannot be written for a failure of the service', async () => {
    const agent = newAgent();
    await agent.recent();
    expect(await failureOf(agent.asOf(new Date(NaN)))).toBeInstanceOf(RangeError);
    expect(proxy.count('/as-of')).toBe(0);
  });

  it('says why the service does not answer', async () => {
    const memory = new AgentMemory({ baseUrl: 'http://127.0.0.1:1', maxRetries: 0 });
    expect(await failureOf(memory.health())).toMatchObject({ message: expect.stringMatching(/\(.+\)$/) });
  });

  it('ends when the caller cancels, with the reason', async () => {
    const agent = newAgent();
    await agent.recent();
    proxy.failAll({ kind: 'hang' }, '/recall');
    const reason = new Error('The user left');
    const leaving = new AbortController();
    const call = failureOf(agent.recall('anything', { signal: leaving.signal }));
    leaving.abort(reason);
    expect(await call).toBe(reason);
    expect(await failureOf(agent.recall('anything', { signal: leaving.signal }))).toBe(reason);
  });

  it('creates and deletes an agent although the answers are lost', async () => {
    const memory = new AgentMemory({ baseUrl: proxy.url, timeoutMs: 60_000 });
    const id = uniqueId();
    proxy.failNext(1, { kind: 'lost' }, 'POST /api/v2/agents');
    expect(await memory.agents.create(id)).toMatchObject({ agentId: id });
    proxy.failNext(1, { kind: 'lost' }, 'DELETE');
    await memory.agents.delete(id);
    expect(await failureOf(memory.agents.get(id))).toMatchObject({ code: 'AgentNotFound' });
  });

  it('a stream that breaks off is an error, not an end', async () => {
    const agent = newAgent();
    await agent.rememberMany(Array.from({ length: 100 }, (_, i) => ({ content: `${i} `.repeat(2_000) })));
    proxy.failNext(1, { kind: 'cut stream', chunks: 1 }, '/recall/all');
    expect(await failureOf(contentsOf(agent))).toBeInstanceOf(UnavailableError);
    const body = 'event: text\ndata: {"text":"Half of"}\n\n';
    proxy.failNext(1, { kind: 'body', body, contentType: 'text/event-stream' }, '/answer');
    const answer = async (): Promise<void> => {
      for await (const part of agent.answerStream('1')) expect(part.type).not.toBe('done');
    };
    expect(await failureOf(answer())).toBeInstanceOf(UnavailableError);
  });
});

it('an address without a scheme is refused with the address that is meant', () => {
  expect(() => new AgentMemory({ baseUrl: 'localhost:8461' })).toThrow('http://localhost:8461');
});

it.each<AgentMemoryOptions>([{ baseUrl: 'http://ana:s3cret@127.0.0.1:1' }, { apiKey: 'amk_1\ns3cret' }])(
  'an address or a key that cannot be sent is refused, and not repeated in the error',
  (options) => {
    expect(() => new AgentMemory(options)).toThrow(/^(?!.*s3cret).*key/s);
  },
);

describe('sessions', () => {
  it('that end are joined again by one join, and every request is repeated', async () => {
    const agent = newAgent();
    await agent.recent();
    // Another client starts a session of its own, which ends this one.
    await fetch(`${app.url}/api/v2/agents/${agent.id}/activate`, { method: 'POST' });
    const calls = Array.from({ length: IN_FLIGHT }, (_, i) => agent.remember(`Note ${i}`));
    await Promise.all(calls);
    expect(await contentsOf(agent)).toHaveLength(IN_FLIGHT);
    // The first: 404, and again when the agent is there. The next: after the other client's.
    expect(proxy.count('/activate')).toBe(3);
  });

  it('that end are joined again once a call', async () => {
    const agent = newAgent();
    await agent.recent();
    const joined = proxy.count('/activate');
    const ended = { detail: { error: 'SessionExpired', message: 'The session has expired', details: {} } };
    const body = JSON.stringify(ended);
    proxy.failNext(5, { kind: 'body', status: 401, body, contentType: 'application/json' }, '/recent');
    expect(await failureOf(agent.recent())).toMatchObject({ code: 'SessionExpired' });
    expect(proxy.count('/activate')).toBe(joined + 1);
  });

  it('of two clients go on through ten renewals and an expiry without a failed call', async () => {
    const one = newAgent({ maxRetries: 0 });
    const two = new AgentMemory({ baseUrl: proxy.url, timeoutMs: 60_000, maxRetries: 0 }).agent(one.id);
    await one.recent();
    for (let round = 0; round < 11; round++) {
      await Promise.all(
        [one, two].flatMap((agent) => Array.from({ length: 4 }, (_, i) => agent.remember(`${round} ${i}`))),
      );
      app.clock.advance({ hours: round === 10 ? 7 : 5.75 });
    }
    await Promise.all([one.recent(), two.recent()]);
    expect(await contentsOf(one)).toHaveLength(11 * 8);
    const { sessionCount } = await new AgentMemory({ baseUrl: app.url }).agents.get(one.id);
    expect(sessionCount).toBe(2);
  });
});
