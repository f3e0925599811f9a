import { NO_TEXT, startChatServer, type ChatServer } from '../../test/support/chat-server';
import { eventually } from '../../test/support/eventually';
import { failureOf, LLM_KEY, newGenerator, REQUEST, WAYS } from '../../test/support/generator';
import type { Fault } from '../../test/support/server-fault';
import type { OpenAiTextGenerator } from './openai-text-generator';

let server: ChatServer;
let generator: OpenAiTextGenerator;

beforeEach(async () => {
  server = await startChatServer(LLM_KEY);
  generator = newGenerator(server);
});

afterEach(() => server.close());

describe.each(WAYS)('a model that fails (%s)', (_, ask) => {
  it.each([429, 500, 503])('is asked once more after status %d', async (status) => {
    server.http.failNext(1, { kind: 'status', status, retryAfter: '0' });
    await ask(generator, REQUEST);
    expect(server.http.requests).toHaveLength(2);
  });

  it('is asked twice and no more', async () => {
    server.http.outage = { kind: 'status', status: 503, retryAfter: '0' };
    const message = await failureOf(ask(generator, REQUEST));
    expect(message).toBe("The model's server answered with status 503");
    expect(server.http.requests).toHaveLength(2);
  });

  it('is not waited for when it asks for more time than there is', async () => {
    server.http.outage = { kind: 'status', status: 429, retryAfter: '10' };
    const message = await failureOf(ask(newGenerator(server, { timeoutMs: 5_000 }), REQUEST));
    expect(message).toBe("The model's server answered with status 429");
    expect(server.http.requests).toHaveLength(1);
  });

  it('is given up while it is waited for', async () => {
    server.http.outage = { kind: 'status', status: 429, retryAfter: '5' };
    const caller = new AbortController();
    const pending = failureOf(ask(generator, { ...REQUEST, signal: caller.signal }));
    await eventually(
      () => server.http.requests.length,
      (requests) => requests === 1,
    );
    caller.abort();
    expect(await pending).toBe("The model's server did not answer in time");
  });

  it.each([301, 400, 401, 403, 404, 413])('is not available after status %d', async (status) => {
    server.http.outage = { kind: 'status', status };
    const message = await failureOf(ask(generator, REQUEST));
    expect(message).toBe(`The model's server answered with status ${status}`);
  });

  it('does not repeat the key that a server complains about', async () => {
    const message = await failureOf(ask(newGenerator(server, { apiKey: 'sk-wrong' }), REQUEST));
    expect(message).toBe("The model's server answered with status 401");
    expect(message).not.toContain('sk-wrong');
  });

  it('is not available where nothing listens, and does not say where', async () => {
    await server.close();
    const message = await failureOf(ask(generator, REQUEST));
    expect(message).toBe("The model's server cannot be reached (ECONNREFUSED)");
  });

  it.each<[string, Fault]>([
    ['a closed connection', { kind: 'reset' }],
    ['half an answer', { kind: 'half' }],
    ['an answer without a text', NO_TEXT],
    ['a web page', { kind: 'body', body: '<html>Sign in</html>', contentType: 'text/html' }],
    ['JSON of another shape', { kind: 'body', body: '{"choices": [null]}', contentType: 'application/json' }],
    ['broken JSON', { kind: 'body', body: '{"choices": [', contentType: 'application/json' }],
    ['events of another shape', { kind: 'body', body: 'data: [1]\n\n', contentType: 'text/event-stream' }],
    ['broken events', { kind: 'body', body: 'data: {"a\n\n', contentType: 'text/event-stream' }],
    ['an empty answer', { kind: 'body', body: '', contentType: 'application/json' }],
    ['an answer without an end', { kind: 'body', body: 'x'.repeat(3_000_000), contentType: 'text/html' }],
  ])('is not available where the answer is %s, and is asked again the next time', async (_name, fault) => {
    server.http.failNext(1, fault);
    const message = await failureOf(ask(generator, REQUEST));
    expect(message).not.toContain(String(server.http.port));
    await ask(generator, REQUEST);
  });

  it.each(['hang', 'stall'] as const)('is given up after the time-out when it begins to %s', async (kind) => {
    server.http.outage = { kind };
    const message = await failureOf(ask(newGenerator(server, { timeoutMs: 200 }), REQUEST));
    expect(message).toBe("The model's server did not answer in time");
    await eventually(
      () => server.http.abandoned,
      (abandoned) => abandoned === 1,
    );
  });

  it('is not asked for a caller who is gone already', async () => {
    await failureOf(ask(generator, { ...REQUEST, signal: AbortSignal.abort() }));
    expect(server.http.requests).toHaveLength(0);
  });

  it.each(['hang', 'stall'] as const)(
    'is left, and its slot freed, when the caller goes during a %s',
    async (kind) => {
      const single = newGenerator(server, { concurrency: 1 });
      server.http.failNext(1, { kind });
      const caller = new AbortController();
      const pending = failureOf(ask(single, { ...REQUEST, signal: caller.signal }));
      await eventually(
        () => server.http.requests.length,
        (requests) => requests === 1,
      );
      caller.abort();
      await pending;
      await eventually(
        () => server.http.abandoned,
        (abandoned) => abandoned === 1,
      );
      await ask(single, REQUEST);
    },
  );

  it('is asked so many times at once, and the others wait', async () => {
    server.http.delayMs = 30;
    const pair = newGenerator(server, { concurrency: 2 });
    await Promise.all([1, 2, 3, 4, 5, 6].map(() => ask(pair, REQUEST)));
    expect(server.http.requests).toHaveLength(6);
    expect(server.http.mostOpen).toBe(2);
  });
});
