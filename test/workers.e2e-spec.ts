import { newTestStore, type TestStore } from './support/database';
import { eventually } from './support/eventually';
import { maintainedLongAgo, type Shown } from './support/maintenance';
import { OwnConnection, ownConnections } from './support/own-connection';
import { buildService, startService, type ServiceProcess } from './support/service-process';

interface Recalled {
  memories: { id: string; content: string }[];
}

/** Workers need a database server. */
const onServer = process.env.TEST_DATABASE_URL ? describe : describe.skip;
const WORKERS = 3;
/** Two for each worker. */
const CONNECTIONS = 6;
const ROUNDS = 6;
const AGENT = 'shared';
const AT = `/api/v2/agents/${AGENT}`;

let store: TestStore;
let service: ServiceProcess;
let connections: OwnConnection[];
let token: string;

const onEach = <T>(work: (connection: OwnConnection, index: number) => Promise<T>) =>
  Promise.all(connections.map(work));

async function remember(on: OwnConnection, content: string): Promise<string> {
  const { status, body } = await on.send<{ memory_id: string }>('POST', `${AT}/remember`, { content });
  expect(status).toBe(200);
  return body.memory_id;
}

async function recall(on: OwnConnection, query: string): Promise<string[]> {
  const { status, body } = await on.send<Recalled>('POST', `${AT}/recall`, { query, limit: 5 });
  expect(status).toBe(200);
  return body.memories.map(({ content }) => content);
}

onServer('several workers of one port', () => {
  beforeAll(async () => {
    buildService();
    store = await newTestStore({ WORKERS });
    await maintainedLongAgo(store.env);
    service = await startService(store.env);
    const first = new OwnConnection(service.url);
    await first.send('POST', '/api/v2/agents', { agent_id: AGENT });
    const { body } = await first.send<{ session_token: string }>('POST', `${AT}/activate`);
    token = body.session_token;
    first.close();
    connections = ownConnections(CONNECTIONS, service.url, { 'X-Session-Token': token });
  });

  afterAll(async () => {
    for (const connection of connections) connection.close();
    await service.kill();
    await store.remove();
  });

  it('all find at once what any of them has stored, while others store', async () => {
    await onEach(async (mine, index) => {
      for (let round = 0; round < ROUNDS; round += 1) {
        const content = `Lighthouse keeper${index}x${round} counts the ships`;
        const id = await remember(mine, content);
        for (const other of connections) {
          expect(await recall(other, `keeper${index}x${round}`)).toContain(content);
          expect((await other.send('GET', `${AT}/memories/${id}`)).status).toBe(200);
        }
      }
    });
    const { body } = await connections[0]!.send<{ total_available: number }>('POST', `${AT}/recall/all`, {});
    expect(body.total_available).toBe(CONNECTIONS * ROUNDS);
  });

  it('all see at once what any of them has edited or deleted', async () => {
    await onEach(async (mine, index) => {
      const other = connections[(index + 1) % CONNECTIONS]!;
      const id = await remember(mine, `The gate number${index} is painted green`);
      for (let round = 0; round < ROUNDS; round += 1) {
        const content = `The gate number${index} is painted in colour${index}x${round}`;
        expect((await mine.send('PATCH', `${AT}/memories/${id}`, { content })).status).toBe(200);
        expect(await recall(other, `colour${index}x${round}`)).toContain(content);
      }
      expect((await mine.send('DELETE', `${AT}/memories/${id}`)).status).toBe(200);
      expect((await other.send('GET', `${AT}/memories/${id}`)).status).toBe(404);
    });
  });

  it('store a request once that comes to several of them under one key', async () => {
    const content = 'The ferry leaves at nine';
    const answers = await onEach((each) =>
      each.send<{ memory_id: string }>('POST', `${AT}/remember`, { content }, { 'Idempotency-Key': 'ferry' }),
    );
    expect(new Set(answers.map(({ body }) => body.memory_id)).size).toBe(1);
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
    expect((await recall(connections[0]!, content)).filter((each) => each === content)).toHaveLength(1);
  });

  it('count the requests of a key together', async () => {
    const order = { name: 'limited', agents: [AGENT], access: 'read', rate_limit_per_minute: 4 };
    const { body } = await connections[0]!.send<{ key: string }>('POST', '/api/v2/keys', order);
    const headers = { 'X-Session-Token': '', 'X-Api-Key': body.key };
    const answers = await onEach((each) => each.send('GET', `${AT}/policy`, undefined, headers));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 200, 200, 429, 429]);
  });

  it('know each session that any of them began or ended', async () => {
    const [one, ...others] = connections;
    await one?.send('POST', '/api/v2/agents', { agent_id: 'brief' });
    const { body } = await one!.send<{ session_token: string }>('POST', '/api/v2/agents/brief/activate');
    const headers = { 'X-Session-Token': body.session_token };
    const statuses = () =>
      Promise.all(
        others.map(
          async (each) =>
            (await each.send('POST', '/api/v2/agents/brief/recall', { query: 'x' }, headers)).status,
        ),
      );
    expect(new Set(await statuses())).toEqual(new Set([200]));
    expect((await one!.send('POST', '/api/v2/agents/brief/deactivate', {}, headers)).status).toBe(200);
    expect(new Set(await statuses())).toEqual(new Set([401]));
  });

  it('are counted together by whichever is asked', async () => {
    const live = async () => {
      const [, text] = await texts();
      const count = /^http_requests_total\{method="GET",route="\/live",status="200"\} (\d+)$/m.exec(text);
      return Number(count?.[1] ?? 0);
    };
    const texts = async (): Promise<[number, string]> => {
      const { status, body } = await connections[0]!.send<string>('GET', '/metrics');
      return [status, body];
    };
    const before = await live();
    await onEach((each) => each.send('GET', '/live'));
    expect((await live()) - before).toBe(CONNECTIONS);
    const asked = await onEach((each) => each.send<string>('GET', '/metrics'));
    for (const { status, body } of asked) {
      expect(status).toBe(200);
      const [pool] = /^database_pool_connections (\d+)$/m.exec(body)?.slice(1) ?? [];
      expect(Number(pool)).toBeGreaterThanOrEqual(WORKERS);
      expect(body).toMatch(/^http_request_duration_seconds_bucket\{le="0.001",/m);
      expect(body).not.toMatch(/ NaN$/m);
    }
  });

  it('ran maintenance once, though each of them saw at its start that it was due', async () => {
    const answer = await eventually(
      () => connections[0]!.send<Shown>('GET', '/api/ui/maintenance'),
      ({ body }) => body.runs[0]?.finished_at != null,
    );
    expect(answer.body.runs).toMatchObject([{ cause: 'schedule', errors: [] }]);
  });
});
