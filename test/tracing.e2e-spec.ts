import request from 'supertest';
import type { Env } from '../src/config/env';
import { newSession, remember, type TestSession } from './support/agents';
import { startChatServer, type ChatServer } from './support/chat-server';
import { newDatabaseStore, type TestStore } from './support/database-store';
import { startEmbeddingServer, type EmbeddingServer } from './support/embedding-server';
import { eventually } from './support/eventually';
import { buildService, spawnService, startService, type ServiceProcess } from './support/service-process';
import { TraceCollector, type CollectedSpan } from './support/trace-collector';

/** Planted where it must not come out. */
const MARK = 'plantedsecret';
const TEXT = `My ${MARK}-text is 4711.`;
const KEY = `${MARK}-service-key`;
const REMEMBER = 'POST /api/v2/agents/:agent_id/remember';
const RECALL = 'POST /api/v2/agents/:agent_id/recall';
const ANSWER = 'POST /api/v2/agents/:agent_id/answer';
const SERVER = 2;
const CLIENT = 3;
const TRACE_ID = '4bf92f3577b34da6a3ce929d0e0e4736';
const PARENT_ID = '00f067aa0ba902b7';

beforeAll(buildService);

describe('traces of the service', () => {
  let collector: TraceCollector;
  let chat: ChatServer;
  let embeddings: EmbeddingServer;
  let store: TestStore;
  let session: TestSession;
  let exitCode: number | null;
  let lines: Record<string, unknown>[];

  beforeAll(async () => {
    [collector, chat, embeddings, store] = await Promise.all([
      TraceCollector.start(),
      startChatServer(`${MARK}-model-key`),
      startEmbeddingServer(`${MARK}-embeddings-key`),
      newDatabaseStore(),
    ]);
    const env: Env = Object.assign(store.env, {
      PORT: 0,
      SERVICE_SECRET_KEY: KEY,
      LLM_BASE_URL: chat.url,
      LLM_API_KEY: `${MARK}-model-key`,
      LLM_MODEL: 'writer-1',
      EMBEDDINGS_BASE_URL: embeddings.url,
      EMBEDDINGS_API_KEY: `${MARK}-embeddings-key`,
      EMBEDDINGS_MODEL: 'hash-64',
      OTEL_EXPORTER_OTLP_ENDPOINT: collector.http.url,
    });
    const service = await startService(env, {
      LOG_FORMAT: 'json',
      LOG_LEVEL: 'log',
      OTEL_SERVICE_NAME: 'memories-of-tests',
      OTEL_EXPORTER_OTLP_HEADERS: 'x-collector-key=for-the-collector',
      // Nothing is sent before the service stops, but where a batch is full.
      OTEL_BSP_SCHEDULE_DELAY: '600000',
    });
    try {
      await visit(service);
    } finally {
      exitCode = await service.terminate();
    }
    lines = service
      .printed()
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as Record<string, unknown>);
    const maintenance = spawnService(env, {}, 'maintenance-run');
    expect(await maintenance.ended).toBe(0);
  });
  afterAll(async () => {
    await Promise.all([collector.http.close(), chat.close(), embeddings.close()]);
    await store.remove();
  });

  async function visit(service: ServiceProcess): Promise<void> {
    const probes = ['/live', `/ready?x=${MARK}`].map((path) => request(service.url).get(path));
    await Promise.all(probes);
    session = await newSession(service, 'traced-agent');
    await session
      .call('post', 'remember')
      .set('traceparent', `00-${TRACE_ID}-${PARENT_ID}-01`)
      .set('X-Request-Id', 'remembering')
      .send({ content: TEXT })
      .expect(200);
    await session
      .call('post', `recall?x=${MARK}`)
      .set('traceparent', `nonsense-${MARK}`)
      .send({ query: TEXT });
    await session.call('post', 'recall').send({ query: TEXT }).expect(200);
    await session
      .call('post', 'answer')
      .send({ question: TEXT, model: `${MARK}-model` })
      .expect(200);
    await session.call('post', 'answer').send({ question: TEXT }).expect(200);
    await request(service.url).get(`/${MARK}/nowhere?token=${MARK}`).expect(404);
    await upload(service);
  }

  async function upload({ url }: ServiceProcess): Promise<void> {
    const form = new FormData();
    form.append('file', new Blob([TEXT]), `${MARK}.txt`);
    const headers = { 'X-Session-Token': session.token };
    const path = `/api/v2/agents/${session.agentId}`;
    const sent = await fetch(`${url}${path}/upload-file`, { method: 'POST', headers, body: form });
    const { file_id } = (await sent.json()) as { file_id: string };
    const state = async () =>
      (await (await fetch(`${url}${path}/files/${file_id}`, { headers })).json()) as { status: string };
    await eventually(state, ({ status }) => status === 'indexed');
  }

  it('are sent before it ends, with the headers and the name of the service that the environment gives', () => {
    expect(exitCode).toBe(0);
    expect(collector.headers[0]?.['x-collector-key']).toBe('for-the-collector');
    expect(new Set(collector.spans.map(({ service }) => service))).toEqual(
      new Set(['memories-of-tests', 'agent-memory-service']),
    );
  });

  it('have a span a request, under what the request says it is a part of', () => {
    const span = collector.only(REMEMBER);
    expect(span).toMatchObject({
      kind: SERVER,
      traceId: TRACE_ID,
      parentId: PARENT_ID,
      failed: false,
      facts: {
        'http.request.method': 'POST',
        'http.route': '/api/v2/agents/:agent_id/remember',
        'http.response.status_code': 200,
        'request.id': 'remembering',
        'agent.id': 'traced-agent',
        'session.id': session.sessionId,
      },
    });
  });

  it('have the memory operation of a request, by the names of the conventions', () => {
    const isOperation = ({ facts }: CollectedSpan) => 'gen_ai.memory.store.id' in facts;
    const [stored] = collector.childrenOf(collector.only(REMEMBER)).filter(isOperation);
    expect(stored).toMatchObject({
      name: 'create_memory',
      facts: {
        'gen_ai.operation.name': 'create_memory',
        'gen_ai.memory.store.id': 'traced-agent',
        'gen_ai.memory.record.count': expect.anything() as unknown,
      },
    });
    const recalls = collector.spans.filter(({ name }) => name === RECALL);
    const searches = recalls.flatMap((span) => collector.childrenOf(span)).filter(isOperation);
    expect(searches.map(({ name }) => name)).toEqual(['search_memory', 'search_memory']);
    expect(collector.only('create_memory_store').facts).toMatchObject({
      'gen_ai.memory.store.id': 'traced-agent',
    });
  });

  it('begin with the request where it says nothing that can be read', () => {
    const spans = collector.spans.filter(({ name }) => name === RECALL);
    expect(spans).toHaveLength(2);
    for (const { parentId, traceId } of spans) {
      expect(parentId).toBeNull();
      expect(traceId).toMatch(/^(?!0{32})[0-9a-f]{32}$/);
    }
  });

  it('name no path where no route was reached, and leave probes out', () => {
    expect(collector.only('GET').facts).toMatchObject({ 'http.response.status_code': 404 });
    expect(collector.spans.filter(({ name }) => /\b(live|ready)\b/.test(name))).toEqual([]);
  });

  it('have the statements of a request beneath it, with placeholders for values', () => {
    const of = collector.descendantsOf(collector.only(REMEMBER));
    const statements = of.filter(({ facts }) => facts['db.system.name'] === 'postgresql');
    expect(statements.length).toBeGreaterThan(1);
    for (const { kind, traceId } of statements)
      expect({ kind, traceId }).toEqual({ kind: CLIENT, traceId: TRACE_ID });
    const texts = statements.map(({ facts }) => String(facts['db.query.text']));
    expect(texts.join('\n')).toMatch(/INSERT INTO memories\b.*\$1/);
  });

  it('have the statements of a transaction beneath it', () => {
    const transactions = collector.spans.filter(({ name }) => name === 'TRANSACTION');
    expect(transactions.length).toBeGreaterThan(0);
    for (const each of transactions) expect(collector.childrenOf(each).length).toBeGreaterThan(0);
  });

  it('have the calls of models, with their tokens, and a model of the caller by no name', () => {
    const ofAnswers = collector.spans
      .filter(({ name }) => name === ANSWER)
      .flatMap((span) => collector.descendantsOf(span));
    const isOfAnswer = (span: CollectedSpan) => ofAnswers.includes(span);
    const call = collector.only('chat writer-1', isOfAnswer);
    expect(call).toMatchObject({
      kind: CLIENT,
      failed: false,
      facts: { 'gen_ai.request.model': 'writer-1' },
    });
    expect(Number(call.facts['gen_ai.usage.input_tokens'])).toBeGreaterThan(0);
    expect(Number(call.facts['gen_ai.usage.output_tokens'])).toBeGreaterThan(0);
    collector.only('chat other', isOfAnswer);
    const recalls = collector.spans.filter(({ name }) => name === RECALL);
    const vectors = collector.spans.filter(({ name }) => name === 'embeddings hash-64');
    expect(vectors.some((span) => recalls.some((each) => collector.descendantsOf(each).includes(span)))).toBe(
      true,
    );
    expect(Number(vectors[0]?.facts['gen_ai.usage.input_tokens'])).toBeGreaterThan(0);
  });

  it('have the reading of a file, which is of no request, and its statements', () => {
    const job = collector.only('read file');
    expect(job).toMatchObject({ parentId: null, failed: false, facts: { 'agent.id': 'traced-agent' } });
    expect(collector.childrenOf(job).map(({ name }) => name)).toContain('updateMany File');
  });

  it('have a run of maintenance, task by task', () => {
    const run = collector.only('maintenance');
    expect(run).toMatchObject({ parentId: null, facts: { 'maintenance.cause': 'command' } });
    const tasks = collector.childrenOf(run).map(({ name }) => name);
    expect(tasks).toEqual(expect.arrayContaining(['prune activity', 'prune tombstones']));
  });

  it('hold no content, query, key, token, path, name of a file, or model of a caller', () => {
    expect(collector.spans.length).toBeGreaterThan(30);
    expect(collector.text).not.toContain(MARK);
    for (const part of session.token.split('.').slice(1)) expect(collector.text).not.toContain(part);
  });

  it('are named in the log of requests', () => {
    const line = lines.find(({ request_id }) => request_id === 'remembering');
    expect(line).toMatchObject({ msg: 'request', trace_id: TRACE_ID });
  });
});

describe('a trace through the service and its backend', () => {
  let collector: TraceCollector;
  const stores: TestStore[] = [];

  beforeAll(async () => {
    collector = await TraceCollector.start();
    stores.push(...(await Promise.all([newDatabaseStore(), newDatabaseStore()])));
    const [ofBackend, ofService] = stores.map(({ env }) => env);
    const traced = { OTEL_EXPORTER_OTLP_ENDPOINT: collector.http.url };
    const backend = spawnService(
      Object.assign(ofBackend ?? ({} as Env), traced, { BACKEND_SERVER_PORT: 0 }),
      { LOG_FORMAT: 'json', LOG_LEVEL: 'log' },
      'backend-main',
    );
    const BACKEND_URL = await backend.listening;
    const service = await startService(
      Object.assign(ofService ?? ({} as Env), traced, { PORT: 0, BACKEND_MODE: 'on-prem', BACKEND_URL }),
    );
    const session = await newSession(service, 'far-agent');
    await remember(session, { content: TEXT });
    expect([await service.terminate(), await backend.terminate()]).toEqual([0, 0]);
    printed = backend.printed();
  });
  let printed: string;
  afterAll(async () => {
    await collector.http.close();
    for (const store of stores) await store.remove();
  });

  it('goes on there, beneath the call that it answers', () => {
    const request = collector.only(REMEMBER);
    const calls = collector.descendantsOf(request).filter(({ name }) => name.startsWith('backend '));
    expect(calls.map(({ name }) => name)).toContain('backend put documents');
    for (const call of calls) {
      expect(call).toMatchObject({ kind: CLIENT, service: 'agent-memory-service', traceId: request.traceId });
      const [answered, ...more] = collector.childrenOf(call);
      expect(more).toEqual([]);
      expect(answered).toMatchObject({ kind: SERVER, service: 'agent-memory-service-backend' });
      expect(answered?.name).toMatch(/^(GET|POST) \//);
    }
    expect(collector.text).not.toContain(MARK);
  });

  it('is named in the log of the backend server, which has a line a request', () => {
    const { traceId } = collector.only(REMEMBER);
    const lines = printed.split('\n').filter((line) => line.includes(traceId));
    expect(lines.length).toBeGreaterThan(0);
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({
      msg: 'request',
      method: expect.any(String) as string,
    });
    expect(printed).not.toContain(MARK);
  });
});
