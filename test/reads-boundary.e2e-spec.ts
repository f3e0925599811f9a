import request, { type Response } from 'supertest';
import { readApiDocument } from './support/api-document';
import { newSession, remember, type TestSession } from './support/agents';
import { endingPath } from './support/ending-path';
import { eventually } from './support/eventually';
import { createKey, type TestKey } from './support/keys';
import { callTool, NEEDLE, PLANTED, quarantineOf } from './support/quarantine';
import { uniqueId } from './support/sessions';
import { useTestApp } from './support/test-app';

/** In memories of the handbook only, and in no request. */
const SECRET = 'quartz';
const QUERY = 'When does the vault open?';
/** Bodies that reach the memories of the handbook; other operations get their examples. */
const BODIES: Readonly<Record<string, object>> = {
  recall: { query: QUERY, explain: true },
  answer: { question: QUERY },
  recallRecent: { status: 'all' },
  extract: { messages: [{ role: 'user', content: 'I prefer dark themes.' }], dry_run: true },
};
/** They end what the others need. */
const ENDS = ['deleteAgent', 'activate', 'deactivate', 'setAgentReads'];
/** Who manages an agent sees which agents it reads. Its records have one more, and events name places among these. */
const SHOWS_LIST = /reads$|export$|audit|events$/;

interface Operation {
  operationId: string;
  requestBody?: { content: Record<string, { example?: object }> };
}

const { paths } = readApiDocument<{ paths: Record<string, Record<string, Operation>> }>();
const ROUTES = Object.entries(paths).flatMap(([path, item]) =>
  Object.entries(item)
    .filter(([, { operationId }]) => !ENDS.includes(operationId))
    .map(([method, operation]) => ({ method: method as 'get' | 'post', path, operation })),
);
const READING = ROUTES.filter(
  ({ method, path }) =>
    path.includes('{agent_id}') &&
    !SHOWS_LIST.test(path) &&
    (method === 'get' || /recall|\/answer$|daily-summary|remember\/extract/.test(path)),
);

// Other processes show a trace a second later.
const app = useTestApp({ alone: true, env: { MCP_TOOLS: 'full' } });
let reader: TestSession;
/** An agent with the same memories that reads no other. */
let lone: TestSession;
let handbook: TestSession;

beforeEach(async () => {
  app.clock.set(new Date('2026-05-01T12:00:00.000Z'));
  [reader, lone] = [
    await newSession(app, `reader-${uniqueId()}`),
    await newSession(app, `lonely-${uniqueId()}`),
  ];
  handbook = await newSession(app, `book-${uniqueId()}`);
  for (const each of [reader, lone])
    await remember(each, { content: 'The vault is in the cellar.', scope: 'team' });
  await remember(handbook, {
    content: `The vault opens at noon with the ${SECRET} key.`,
    title: `The ${SECRET} vault`,
    tags: [SECRET],
    scope: 'board',
  });
  await request(app.url)
    .put(`/api/v2/agents/${reader.agentId}/reads`)
    .send({ agents: [handbook.agentId] })
    .expect(200);
});

function send(
  { method, path, operation }: (typeof ROUTES)[number],
  agentId: string,
  { key, id }: { key: TestKey; id: string },
) {
  const address = path.replace('{agent_id}', agentId).replace(/\{[a-z_]+\}/g, id);
  const sent = request(app.url)[method](endingPath(address)).set('Authorization', `Bearer ${key.key}`);
  const { operationId, requestBody } = operation;
  const body = BODIES[operationId] ?? requestBody?.content['application/json']?.example ?? {};
  return method === 'get' || (method as string) === 'delete' ? sent : sent.send(body);
}

const said = ({ text, headers }: Response) => `${text}${JSON.stringify(headers)}`;

/** The session finds the memory of the handbook; the id of the trace, and those of the memories. */
async function recalled(session: TestSession): Promise<{ traceId: string; ids: string[]; text: string }> {
  const { text, body } = await session.call('post', 'recall').send({ query: QUERY }).expect(200);
  const { traces } = await eventually(
    async () => (await session.call('get', 'traces').expect(200)).body as { traces: { trace_id: string }[] },
    (answer) => answer.traces.length > 0,
  );
  const ids = (body as { memories: { id: string }[] }).memories.map(({ id }) => id);
  return { traceId: traces[0]!.trace_id, ids, text };
}

/** What differs between two agents of the same memories in any case. */
function plain(text: string, agentId: string): string {
  return text
    .replaceAll(agentId, 'AGENT')
    .replaceAll(/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g, 'ID')
    .replaceAll(/sess_[0-9a-f]+/g, 'SESSION')
    .replaceAll(/"duration_ms":[\d.e-]+/g, '"duration_ms":0')
    .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'TIME');
}

describe.each(['read', 'write', 'create', 'manage'] as const)(
  'a key with %s access to the reader',
  (access) => {
    let key: TestKey;
    beforeEach(async () => {
      key = await createKey(app, { agents: ['reader-*', 'lonely-*'], access });
    });

    it('gets what an agent that reads no other answers, counts and traces too', async () => {
      const [first, second] = [await recalled(reader), await recalled(lone)];
      expect(first.text).toContain(SECRET);
      for (const route of READING) {
        for (const at of ['memory', 'trace'] as const) {
          const id = (of: typeof first) => (at === 'trace' ? of.traceId : of.ids.at(-1)!);
          const one = await send(route, reader.agentId, { key, id: id(first) });
          const other = await send(route, lone.agentId, { key, id: id(second) });
          expect([route.path, one.status, plain(one.text, reader.agentId)]).toEqual([
            route.path,
            other.status,
            plain(other.text, lone.agentId),
          ]);
        }
      }
    });

    it('learns nothing of the memories of the handbook by any route', async () => {
      const { traceId, ids } = await recalled(reader);
      for (const route of ROUTES) {
        for (const id of [...ids, traceId]) {
          const answer = await send(route, reader.agentId, { key, id });
          expect([route.path, said(answer)]).toEqual([route.path, expect.not.stringContaining(SECRET)]);
        }
      }
      expect((await recalled(reader)).text).toContain(SECRET);
    });
  },
);

it('a key for both agents that is limited to a scope learns nothing of other scopes by any route', async () => {
  const agents = [reader.agentId, handbook.agentId];
  const key = await createKey(app, { agents, access: 'create', scopes: ['team'] });
  const { traceId, ids } = await recalled(reader);
  for (const route of ROUTES) {
    for (const id of [...ids, traceId]) {
      const answer = await send(route, reader.agentId, { key, id });
      expect([route.path, said(answer)]).toEqual([route.path, expect.not.stringContaining(SECRET)]);
    }
  }
});

describe('a quarantined memory of an agent that is read', () => {
  let id: string;
  const where = { query: 'Where did the user move to?' };
  const reads = async (session = reader) =>
    Promise.all([
      session.call('post', 'recall').send({ ...where, cut: 'none', explain: true, explain_ids: [id] }),
      session.call('post', 'answer').send({ question: where.query }),
      session.call('post', 'daily-summary').send({ date: '2026-05-01' }),
      session.call('get', 'traces'),
    ]).then((answers) => answers.map(said));
  const tools = () =>
    Promise.all([
      callTool(app, reader, 'recall', { ...where, full: true }),
      callTool(app, reader, 'answer', { question: where.query }),
      callTool(app, reader, 'get', { memory_id: id }),
    ]);

  beforeEach(async () => {
    id = await remember(handbook, { content: PLANTED, source_ref: 'chat#1' });
  });

  it('is not given to the reader, neither over HTTP nor by a tool', async () => {
    for (const text of [...(await reads()), ...(await tools())]) expect(text).not.toContain(NEEDLE);
  });

  it.each(['copy', 'move'])('is quarantined there after a %s', async (how) => {
    const { body } = await request(app.url)
      .post(`/api/v2/agents/${handbook.agentId}/memories/${id}/${how}`)
      .send({ to: reader.agentId })
      .expect(200);
    const there = (body as { memory_id: string }).memory_id;
    expect((await quarantineOf(app, reader)).memories).toMatchObject([
      { id: there, trust: 'quarantined', trust_reasons: ['addresses_model'] },
    ]);
    expect((await quarantineOf(app, handbook)).total_available).toBe(how === 'copy' ? 1 : 0);
    for (const text of [...(await reads()), ...(await tools())]) expect(text).not.toContain(NEEDLE);
  });
});
