import request from 'supertest';
import { AgentsService } from '../src/agents/agents.service';
import { DomainError } from '../src/common/domain-error';
import { PrismaService } from '../src/database/prisma.service';
import { RememberService } from '../src/memories/remember.service';
import { activate, createAgent } from './support/agents';
import { startEmbeddingServer, type EmbeddingServer } from './support/embedding-server';
import { eventually } from './support/eventually';
import { createKey } from './support/keys';
import { ERAS, McpClients, ToolCaller } from './support/mcp-clients';
import { spyOnEach } from './support/replica-providers';
import { uniqueId } from './support/sessions';
import { startTestApp, type TestApp } from './support/test-app';

/** A call has 9 s. The machine may be busy, and the limits of the database and the model are 30 s and more. */
const LIMIT_MS = 20_000;
const AWAY = Object.assign(new Error('connect ECONNREFUSED 10.0.0.1:5432'), { code: 'ECONNREFUSED' });

const AWAY_SENTENCE = 'The service cannot reach its storage: try again shortly.';

let server: EmbeddingServer;
let app: TestApp;
let agentId: string;
let clients: McpClients;

beforeAll(async () => {
  server = await startEmbeddingServer();
  const embeddings = { EMBEDDINGS_BASE_URL: server.url, EMBEDDINGS_MODEL: 'hash-64' };
  app = await startTestApp({
    alone: true,
    env: { ...embeddings, EMBEDDINGS_QUERY_TIMEOUT_MS: 60_000, MAX_CONCURRENT_REQUESTS: 6 },
  });
  clients = new McpClients(app);
});

afterEach(async () => {
  jest.restoreAllMocks();
  server.http.outage = null;
  await clients.close();
});

afterAll(async () => {
  await app.close();
  await server.close();
});

beforeEach(async () => {
  agentId = uniqueId();
  await createAgent(app, agentId);
});

/** A client of each era for each of the headers. */
async function callersWith(...headers: Record<string, string>[]): Promise<ToolCaller[]> {
  const connecting = Object.keys(ERAS).flatMap((era) =>
    headers.map((each) => clients.connect(era, agentId, each)),
  );
  return Promise.all((await Promise.all(connecting)).map((client) => ToolCaller.of(client)));
}

/** By the rights of this machine, by a key and by a session token. */
async function callersOfEachKind(): Promise<ToolCaller[]> {
  const { key } = await createKey(app, { access: 'write' });
  const { token } = await activate(app, agentId);
  return callersWith({}, { 'X-Api-Key': key }, { 'X-Session-Token': token });
}

/** The sentences that the callers get, each once, and after how long. */
async function failures(callers: readonly ToolCaller[], name: string, args: Record<string, unknown>) {
  const started = Date.now();
  const sentences = await Promise.all(callers.map((caller) => caller.failure(name, args)));
  return { sentences: [...new Set(sentences)], ms: Date.now() - started };
}

describe('a tool call fails as a result, in time,', () => {
  it('when the embedding model does not answer; other tools go on', async () => {
    const callers = await callersWith({});
    await callers[0]?.call('remember', { content: 'The user likes dark themes.' });
    const health = async () => (await request(app.url).get('/health')).body as object;
    await eventually(health, (body) => JSON.stringify(body).includes('"backlog":0'));
    server.http.outage = { kind: 'hang' };

    const failing = failures(callers, 'recall', { query: 'Which themes?' });
    expect(await callers[0]?.call('recent')).toMatchObject({ count: 1 });
    await callers[1]?.call('remember', { content: 'The user likes tea.' });
    const { sentences, ms } = await failing;
    expect(sentences).toEqual([expect.stringMatching(/^The service did not answer in time.*recent/)]);
    expect(ms).toBeLessThan(LIMIT_MS);
  });

  it('when the database does not answer', async () => {
    const callers = await callersOfEachKind();
    let end = (): void => undefined;
    const never = new Promise<never>((_resolve, reject) => (end = () => reject(AWAY)));
    never.catch(() => undefined);
    const asked = spyOnEach(app, PrismaService, 'query').mockReturnValue(never);
    const { sentences, ms } = await failures(callers, 'recent', {});
    asked.mockRestore();
    end();
    expect(sentences.sort()).toEqual([
      AWAY_SENTENCE,
      expect.stringMatching(/^The service did not answer in time/),
    ]);
    expect(ms).toBeLessThan(LIMIT_MS);
  });

  it('when the database is away', async () => {
    const callers = await callersOfEachKind();
    for (const method of ['query', 'execute', 'transaction'] as const)
      spyOnEach(app, PrismaService, method).mockRejectedValue(AWAY);
    for (const [name, args] of [
      ['recent', {}],
      ['remember', { content: 'x' }],
    ] as const) {
      const { sentences } = await failures(callers, name, args);
      expect(sentences).toEqual([AWAY_SENTENCE]);
    }
  });

  it('when the disk is full', async () => {
    const callers = await callersOfEachKind();
    const full = Object.assign(new Error('could not extend file'), { code: '53100' });
    spyOnEach(app, RememberService, 'remember').mockRejectedValue(full);
    const { sentences } = await failures(callers, 'remember', { content: 'x' });
    expect(sentences).toEqual([
      'The service cannot write: the database does not accept writes: its disk is full. Try again shortly.',
    ]);
  });

  it('when the key has used up its requests', async () => {
    const { key } = await createKey(app, { rate_limit_per_minute: 20 });
    const callers = await callersWith({ 'X-Api-Key': key });
    for (let i = 0; i < 20; i++) await callers[i % 2]?.answer('recent', {});
    const { sentences } = await failures(callers, 'recent', {});
    // The seconds differ when the callers ask in two of them.
    const sentence = 'More than 20 requests in a minute: try again in N s.';
    expect(new Set(sentences.map((each) => each.replace(/\d+ s\.$/, 'N s.')))).toEqual(new Set([sentence]));
  });

  it('when the service has as many requests as it takes', async () => {
    const callers = await callersOfEachKind();
    let finish = (): void => undefined;
    const held = new Promise<never>(
      (_resolve, reject) => (finish = () => reject(new DomainError('AgentAlreadyExists', 'held'))),
    );
    const creating = spyOnEach(app, AgentsService, 'create').mockReturnValue(held);
    const slow = Array.from({ length: 6 }, () =>
      request(app.url).post('/api/v2/agents').send({ agent_id: uniqueId() }),
    );
    const finished = Promise.all(slow);
    await eventually(
      () => creating.mock.calls.length,
      (count) => count === 6,
    );
    const { sentences } = await failures(callers, 'recent', {});
    expect(sentences).toEqual([expect.stringMatching(/as many requests under way as it takes/)]);
    finish();
    await finished;
  });
});
