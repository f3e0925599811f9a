import { once } from 'node:events';
import { Agent, request as httpRequest, type ClientRequest, type IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import { newTestStore, type TestStore } from './support/database';
import { eventually } from './support/eventually';
import { buildService, startService, type ServiceProcess } from './support/service-process';

const AGENT = 'leaver';
const CLIENTS = 8;
/** Answers after which the process gets the signal to stop, while the clients go on. */
const STOP_AFTER = 100;

interface Answer {
  status: number;
  connection: string | undefined;
  body: string;
}

let store: TestStore;
let service: ServiceProcess;
let session: { session_id: string; session_token: string } | null = null;

beforeAll(buildService);
beforeEach(async () => {
  store = await newTestStore();
  service = await startService(store.env);
  expect((await send('POST', '/api/v2/agents', { agent_id: AGENT })).status).toBe(201);
  session = JSON.parse((await send('POST', `/api/v2/agents/${AGENT}/activate`)).body) as typeof session;
});
afterEach(async () => {
  await service.kill();
  await store.remove();
});

function begin(method: string, path: string, agent?: Agent): ClientRequest {
  const headers = { 'Content-Type': 'application/json', 'X-Session-Token': session?.session_token ?? '' };
  return httpRequest(`${service.url}${path}`, { method, headers, ...(agent ? { agent } : {}) });
}

async function answerOf(request: ClientRequest): Promise<Answer> {
  const [response] = (await once(request, 'response')) as [IncomingMessage];
  const { statusCode: status = 0, headers } = response;
  return { status, connection: headers.connection, body: await text(response) };
}

function send(method: string, path: string, body?: object, agent?: Agent): Promise<Answer> {
  const request = begin(method, path, agent);
  const answer = answerOf(request);
  request.end(body === undefined ? undefined : JSON.stringify(body));
  return answer;
}

const rememberPath = `/api/v2/agents/${AGENT}/remember`;

/** Stores memories one by one on a connection of its own until the service is gone; the ids that it was answered. */
async function rememberUntilGone(client: number, onAnswer: () => void): Promise<string[]> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const ids: string[] = [];
  for (let i = 0; ; i++) {
    try {
      const { status, body } = await send('POST', rememberPath, { content: `fact ${i} of ${client}` }, agent);
      expect(status).toBe(200);
      ids.push((JSON.parse(body) as { memory_id: string }).memory_id);
      onAnswer();
    } catch (error) {
      agent.destroy();
      // Refused, or reset before the process took the connection from the system: never one that it has answered.
      expect(['ECONNREFUSED', 'ECONNRESET']).toContain((error as NodeJS.ErrnoException).code);
      return ids;
    }
  }
}

async function total(): Promise<number> {
  const { body } = await send('POST', `/api/v2/agents/${AGENT}/recall/recent`, {});
  return (JSON.parse(body) as { total_available: number }).total_available;
}

/** Of the session, once it is logged: the process that did it has ended. */
async function memoriesWritten(): Promise<number | undefined> {
  const { body } = await send('GET', '/api/ui/sessions');
  const { sessions } = JSON.parse(body) as { sessions: { session_id: string; memories_written: number }[] };
  return sessions.find(({ session_id }) => session_id === session?.session_id)?.memories_written;
}

describe('the signal to stop', () => {
  it('cuts off no request under load, loses nothing, and ends with 0', async () => {
    let answers = 0;
    let enough: () => void;
    const loaded = new Promise<void>((resolve) => (enough = resolve));
    const clients = Array.from({ length: CLIENTS }, (_, client) =>
      rememberUntilGone(client, () => {
        if (++answers === STOP_AFTER) enough();
      }),
    );
    await loaded;
    expect(await service.terminate()).toBe(0);
    const ids = (await Promise.all(clients)).flat();
    expect(ids.length).toBeGreaterThanOrEqual(STOP_AFTER);

    service = await startService(store.env);
    // Few connections: a queue of hundreds that are not accepted yet can be full.
    const few = new Agent({ keepAlive: true, maxSockets: CLIENTS });
    const found = await Promise.all(
      ids.map((id) => send('GET', `/api/v2/agents/${AGENT}/memories/${id}`, undefined, few)),
    );
    few.destroy();
    expect(new Set(found.map(({ status }) => status))).toEqual(new Set([200]));
    // Every stored memory was acknowledged, and every request is in the log.
    expect(await total()).toBe(ids.length);
    expect(await memoriesWritten()).toBe(ids.length);
  });

  it('makes /ready fail at once, while a request under way is served to its end', async () => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    expect((await send('GET', '/ready', undefined, agent)).status).toBe(200);
    const slow = begin('POST', rememberPath);
    const answered = answerOf(slow);
    const body = JSON.stringify({ content: 'said while the service was told to stop' });
    slow.setHeader('Expect', '100-continue');
    slow.setHeader('Content-Length', Buffer.byteLength(body));
    slow.flushHeaders();
    await once(slow, 'continue');
    slow.write(body.slice(0, 10));

    const ended = service.terminate();
    const { status, body: report } = await eventually(
      // The signal takes a moment to arrive.
      () => send('GET', '/ready', undefined, agent),
      (answer) => answer.status !== 200,
    );
    expect(status).toBe(503);
    expect(JSON.parse(report)).toMatchObject({ error: { service: { status: 'down', message: 'stopping' } } });
    slow.end(body.slice(10));
    const { status: stored, connection } = await answered;
    expect({ stored, connection }).toEqual({ stored: 200, connection: 'close' });
    agent.destroy();
    expect(await ended).toBe(0);
  });

  it('gives requests no longer than SHUTDOWN_GRACE_MS', async () => {
    await service.terminate();
    service = await startService(Object.assign(store.env, { SHUTDOWN_GRACE_MS: 300 }));
    const stuck = begin('POST', rememberPath);
    const cut = once(stuck, 'error');
    stuck.setHeader('Expect', '100-continue');
    stuck.setHeader('Content-Length', 100);
    stuck.flushHeaders();
    await once(stuck, 'continue');
    expect(await service.terminate()).toBe(0);
    await cut;
  });
});
