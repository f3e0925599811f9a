import { readApiDocument } from './support/api-document';
import type { Env } from '../src/config/env';
import { newTestStore, type TestStore } from './support/database';
import { buildService, startService } from './support/service-process';

/** Planted where it must not come out; each is found by this part of it. */
const MARK = 'plantedsecret';
const TEXT = `My ${MARK}-text is 4711.`;
const SECRETS: Partial<Env> = {
  SERVICE_SECRET_KEY: `${MARK}-service-key`,
  LLM_BASE_URL: 'http://127.0.0.1:1/v1',
  LLM_API_KEY: `${MARK}-model-key`,
  LLM_MODEL: 'none',
  EMBEDDINGS_BASE_URL: 'http://127.0.0.1:1/v1',
  EMBEDDINGS_API_KEY: `${MARK}-embeddings-key`,
  EMBEDDINGS_MODEL: 'none',
};
const FREE_TEXTS: ReadonlySet<string> = new Set(['content', 'title', 'query', 'question', 'reason', 'name']);
/** These end what the others need. */
const LAST = /deactivate|DELETE \/api\/v2\/agents\/\{agent_id\}$/;

interface Operation {
  method: string;
  path: string;
  example: unknown;
}

/** Every operation of the API, with the example of its body. */
function operations(): Operation[] {
  const document = readApiDocument<{
    paths: Record<
      string,
      Record<string, { requestBody?: { content: Record<string, { example?: unknown }> } }>
    >;
  }>();
  const all = Object.entries(document.paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, { requestBody }]) => ({
      method: method.toUpperCase(),
      path,
      example: requestBody?.content['application/json']?.example ?? null,
    })),
  );
  const isLast = ({ method, path }: Operation) => Number(LAST.test(`${method} ${path}`));
  return all.sort((a, b) => isLast(a) - isLast(b));
}

/** With the secret in the place of every text, or of those that are free. */
function planted(value: unknown, everywhere: boolean, key = ''): unknown {
  if (Array.isArray(value)) return value.map((each) => planted(each, everywhere, key));
  if (typeof value === 'object' && value !== null) {
    return Object.fromEntries(Object.entries(value).map(([k, each]) => [k, planted(each, everywhere, k)]));
  }
  return typeof value === 'string' && (everywhere || FREE_TEXTS.has(key)) ? TEXT : value;
}

beforeAll(buildService);

describe('the log of the process', () => {
  let store: TestStore;
  let printed: string;
  let lines: Record<string, unknown>[];
  let exitCode: number | null;
  let sessionId: string;
  const statuses = new Set<number>();

  beforeAll(async () => {
    store = await newTestStore();
    const env = Object.assign(store.env, SECRETS, { PORT: 0 });
    const service = await startService(env, { LOG_LEVEL: 'debug', LOG_FORMAT: 'json' });
    try {
      await visit(service.url);
    } finally {
      exitCode = await service.terminate();
      printed = service.printed();
    }
    lines = printed
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as Record<string, unknown>);
  });
  afterAll(() => store.remove());

  /** Requests of every kind: good ones, bad ones, and without the right to what they ask for. */
  async function visit(url: string): Promise<void> {
    const json = { 'Content-Type': 'application/json' };
    const send = async (method: string, path: string, headers: object, body?: string | FormData) => {
      const response = await fetch(`${url}${path}`, { method, headers: { ...headers }, body });
      statuses.add(response.status);
      return response.text();
    };
    await send('POST', '/api/v2/agents', json, JSON.stringify({ agent_id: 'log-agent', description: TEXT }));
    const opened = await send('POST', '/api/v2/agents/log-agent/activate', { 'X-Request-Id': 'opening' });
    const { session_id, session_token } = JSON.parse(opened) as Record<string, string>;
    sessionId = session_id ?? '';
    secretToken = session_token ?? '';
    const session = { ...json, 'X-Session-Token': secretToken };
    await send(
      'POST',
      '/api/v2/agents/log-agent/remember',
      { ...session, 'X-Request-Id': 'remembering' },
      JSON.stringify({ content: TEXT }),
    );
    const form = new FormData();
    form.append('file', new Blob([TEXT]), `${MARK}.txt`);
    await send('POST', '/api/v2/agents/log-agent/upload-file', { 'X-Session-Token': secretToken }, form);
    await send('POST', '/api/v2/agents/log-agent/remember', session, `{"content": "${MARK}`);
    await send('GET', `/${MARK}/nowhere?token=${MARK}`, {});
    await send('GET', `/api/v2/agents/%E0${MARK}`, {});
    const strangers = [
      { 'X-Session-Token': `${MARK}.${MARK}.${MARK}` },
      { Cookie: `service_session_token=${MARK}` },
      { Authorization: `Bearer ${MARK}`, 'X-Api-Key': MARK, 'X-Forwarded-For': '10.0.0.1' },
    ];
    for (const { method, path, example } of operations()) {
      const target = `${path.replace('{agent_id}', 'log-agent').replace(/\{\w+\}/g, MARK)}?cursor=${MARK}&x=${MARK}&follow=false`;
      const bodies =
        example === null ? [undefined] : [false, true].map((all) => JSON.stringify(planted(example, all)));
      for (const stranger of strangers) await send(method, target, { ...json, ...stranger }, bodies[0]);
      for (const body of bodies) await send(method, target, session, body);
    }
  }
  let secretToken: string;

  it('is lines of JSON, down to the last when the process is asked to stop', () => {
    expect(exitCode).toBe(0);
    expect(lines.length).toBeGreaterThan(100);
    for (const line of lines) {
      expect(line).toMatchObject({ level: expect.any(String) as string, time: expect.any(String) as string });
    }
  });

  it('came of requests that went well, and of all that went wrong', () => {
    expect([...statuses]).toEqual(expect.arrayContaining([200, 201, 400, 401, 404, 422]));
  });

  it('holds no content, no key, no token, no name of a file, no path and no query', () => {
    expect(printed).not.toContain(MARK);
    expect(secretToken).toMatch(/^[\w-]+\.[\w-]+\.[\w-]+$/);
    for (const part of secretToken.split('.').slice(1)) expect(printed).not.toContain(part);
  });

  it('says of a request its id, route, status, agent, session and how long it took', () => {
    const of = (id: string) => lines.filter(({ request_id, msg }) => request_id === id && msg === 'request');
    const route = '/api/v2/agents/:agent_id';
    const facts = { method: 'POST', status: 200, agent_id: 'log-agent', level: 'info' };
    const duration_ms = expect.any(Number) as number;
    expect(of('opening')).toEqual([
      expect.objectContaining({ ...facts, route: `${route}/activate`, duration_ms }) as unknown,
    ]);
    expect(of('remembering')).toEqual([
      expect.objectContaining({
        ...facts,
        route: `${route}/remember`,
        session_id: sessionId,
        duration_ms,
      }) as unknown,
    ]);
  });

  it('names patterns of routes alone', () => {
    const routes = new Set(lines.filter(({ msg }) => msg === 'request').map(({ route }) => route));
    expect(routes.has('none')).toBe(true);
    expect(JSON.stringify([...routes])).not.toContain('log-agent');
    expect(routes.size).toBeLessThan(100);
  });
});
