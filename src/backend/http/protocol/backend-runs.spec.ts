import type { FakeServer, StreamStep } from '../../../../test/support/fake-server';
import { startFaultyBackend, type FaultyBackend } from '../../../../test/support/faulty-backend';
import type { ProtocolStub, StubAnswer } from '../../../../test/support/protocol-stub';
import type { RemoteRunEvent } from './backend-api';
import type { BackendOptions } from './backend-options';

const STARTED: StreamStep = { event: 'run_started', data: { run_id: 'run-1' } };
const SEARCHED: StreamStep = { event: 'search_completed', data: { results: 3 } };
const FOUND: StreamStep = { event: 'message', data: { role: 'assistant', content: 'Found' } };
const DONE: StreamStep = { event: 'done', data: { status: 'completed' } };
const GOING_ON: StubAnswer = { status: 200, body: { status: 'processing' } };
const COMPLETED: StubAnswer = {
  status: 200,
  body: {
    status: 'completed',
    messages: [
      { role: 'user', content: '?' },
      { role: 'assistant', content: 'Polled' },
    ],
  },
};

describe("the backend's detection of conflicts", () => {
  let backend: FaultyBackend;
  let stub: ProtocolStub;
  let proxy: FakeServer;
  let reported: RemoteRunEvent[];
  const never = new AbortController().signal;

  beforeEach(async () => {
    backend = await startFaultyBackend();
    ({ stub, proxy } = backend);
    reported = [];
  });
  afterEach(() => backend.close());

  function run(
    signal = never,
    options: Partial<BackendOptions> = {},
    hear: (event: RemoteRunEvent) => void = () => undefined,
  ): Promise<string | null> {
    const request = { namespace: 'space', date: '2026-05-01', prompt: 'What is at odds?' };
    const listener = (event: RemoteRunEvent) => {
      reported.push(event);
      hear(event);
    };
    return backend.clientWith(options).runConflicts(request, listener, signal);
  }
  const polls = () => proxy.count('GET /agent/runs/run-1');
  const names = () => reported.map(({ event }) => event);

  it('is reported as it goes, and ends with the text of its message', async () => {
    stub.run = [STARTED, SEARCHED, FOUND, DONE];
    expect(await run()).toBe('Found');
    expect(reported).toContainEqual({ event: 'search_completed', data: { results: 3 } });
    expect(names()).toEqual(['run_started', 'search_completed', 'message', 'done']);
    expect(stub.to('POST /agent/run')[0]?.body).toMatchObject({
      namespace: 'space',
      task: 'detect_conflicts',
      date: '2026-05-01',
      prompt: 'What is at odds?',
    });
    expect(polls()).toBe(0);
  });

  it.each([404, 405, 501])('is none where the server answers %i', async (status) => {
    proxy.failAll({ kind: 'status', status });
    expect(await run()).toBeNull();
    expect(proxy.requests).toHaveLength(1);
  });

  it.each([400, 403, 429, 500, 503])(
    'fails where the server answers %i, and is not begun twice',
    async (status) => {
      proxy.failAll({ kind: 'status', status });
      await expect(run()).rejects.toMatchObject({ code: 'BackendUnavailable' });
      expect(proxy.requests).toEqual(['POST /agent/run']);
    },
  );

  it.each<[string, StreamStep[]]>([
    ['breaks', [STARTED, SEARCHED, 'break']],
    ['ends too early', [STARTED, SEARCHED]],
    ['ends after a message that may not be the last', [STARTED, FOUND]],
    ['is done without a message', [STARTED, DONE]],
    ['ends within an event', [STARTED, { raw: 'event: done\ndata: {"sta' }]],
  ])('is polled when its stream %s', async (_, steps) => {
    stub.run = steps;
    stub.runPolls = [GOING_ON, GOING_ON, COMPLETED];
    expect(await run()).toBe('Polled');
    expect(polls()).toBe(3);
  });

  it('is polled on while the backend does not answer', async () => {
    stub.run = [STARTED, 'break'];
    stub.runPolls = [COMPLETED];
    proxy.failNext(6, { kind: 'reset' }, 'GET /agent/runs');
    proxy.failNext(1, { kind: 'body', body: '<html>' }, 'GET /agent/runs');
    expect(await run(never, { circuit: { failures: 3, halfOpenAfterMs: 1 } })).toBe('Polled');
  });

  it.each<[string, StreamStep[], StubAnswer[]]>([
    ['its stream says so', [STARTED, { event: 'error', data: { message: 'No' } }], []],
    ['polling says so', [STARTED, 'break'], [{ status: 200, body: { status: 'failed' } }]],
    ['the backend does not know it any more', [STARTED, 'break'], [{ status: 404, body: {} }]],
    ['its stream breaks before it has a name', ['break'], []],
    ['its stream is something else', [{ raw: '<html>Welcome</html>' }], []],
  ])('fails when %s', async (_, steps, answers) => {
    stub.run = steps;
    stub.runPolls = answers;
    await expect(run()).rejects.toMatchObject({ code: 'BackendUnavailable' });
  });

  it.each<[string, StreamStep[]]>([
    ['streaming', [STARTED, 'wait']],
    ['polling', [STARTED, 'break']],
  ])('is given up when it takes too long, %s', async (_, steps) => {
    stub.run = steps;
    stub.runPolls = Array<StubAnswer>(10_000).fill(GOING_ON);
    await expect(run(never, { runTimeoutMs: 150 })).rejects.toMatchObject({ code: 'BackendUnavailable' });
  });

  it('ends when it is cancelled while it streams, the connection too', async () => {
    stub.run = [STARTED, SEARCHED, 'wait'];
    const cancel = new AbortController();
    const running = run(cancel.signal, {}, ({ event }) => {
      if (event === 'search_completed') cancel.abort(new Error('cancelled'));
    });
    await expect(running).rejects.toThrow('cancelled');
    while (proxy.open > 0) await new Promise(setImmediate);
    expect(polls()).toBe(0);
  });

  it('ends when it is cancelled while it is polled', async () => {
    stub.run = [STARTED, 'break'];
    stub.runPolls = [GOING_ON];
    proxy.failAll({ kind: 'hang' }, 'GET /agent/runs');
    const cancel = new AbortController();
    const running = run(cancel.signal);
    while (polls() === 0) await new Promise(setImmediate);
    cancel.abort(new Error('cancelled'));
    await expect(running).rejects.toThrow('cancelled');
  });

  it('is not begun when it is cancelled before', async () => {
    await expect(run(AbortSignal.abort(new Error('cancelled')))).rejects.toThrow('cancelled');
    expect(proxy.requests).toEqual([]);
  });

  it('releases the stream when the listener throws', async () => {
    stub.run = [STARTED, 'wait'];
    const hear = () => {
      throw new Error('deaf');
    };
    await expect(run(never, {}, hear)).rejects.toThrow('deaf');
    while (proxy.open > 0) await new Promise(setImmediate);
    expect(proxy.open).toBe(0);
  });
});
