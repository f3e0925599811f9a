import fc from 'fast-check';
import { readApiDocument } from './support/api-document';
import { linkOf, newSession, plantedIds, receiptOf, type TestSession } from './support/agents';
import { BAD_BODIES } from './support/bad-values';
import { TEST_SECRET_KEY } from './support/database';
import { upload } from './support/files';
import { createKey } from './support/keys';
import { AnswerCheck, type Answer, type DocumentedOperation } from './support/openapi-answers';
import { valuesOf, type Schema, type Schemas } from './support/openapi-values';
import { useTestApp } from './support/test-app';
import { propertyCases } from './support/property-cases';

/** `npm run test:fuzz` goes deeper; this is what runs everywhere, and is the same in every run. */
const SEED = Number(process.env.FUZZ_SEED ?? 1);
const RUNS = propertyCases(15);
/** For all requests of an operation: fewer are sent on a slow machine. */
const LIMIT_MS = 4_000;
/** A longer URL is refused before any operation (431). */
const MAX_QUERY_TEXT = 1_500;
const ANSWER_LIMIT_MS = 60_000;
const NDJSON = 'application/x-ndjson';

interface Operation extends DocumentedOperation {
  method: string;
  path: string;
  parameters?: readonly { name: string; in: string; required?: boolean; schema: Schema }[];
  requestBody?: {
    content: Readonly<
      Record<string, { schema: Schema; example?: unknown; examples?: { lines?: { value: string } } }>
    >;
  };
}

/** `forwarded`: the own one, by way of a proxy. */
type Token = 'own' | 'other' | 'none' | 'nonsense' | 'forwarded';

interface Sent {
  /** Values of path parameters; the planted one in place of null. */
  path: Readonly<Record<string, string | null>>;
  query: Readonly<Record<string, unknown>>;
  headers: Readonly<Record<string, string>>;
  token: Token;
  /** JSON as it is sent, or lines of it, or the bytes of a file with its name. */
  body: string | { lines: string } | { name: string; bytes: string } | null;
}

const { paths, components } = readApiDocument<{
  paths: Record<string, Record<string, Omit<Operation, 'method' | 'path'>>>;
  components: { schemas: Schemas; responses: object };
}>();
const OPERATIONS: Operation[] = Object.entries(paths).flatMap(([path, item]) =>
  Object.entries(item).map(([method, operation]) => ({ ...operation, method: method.toUpperCase(), path })),
);
/** Last, since sessions that last for a millisecond keep all other requests out. */
const CHANGES_SETTINGS = 'changeSettings';
const ORDERED = [...OPERATIONS].sort((a, b) => rank(a) - rank(b));
/** Ids of other things, and of nothing. */
const STRANGERS = fc.oneof(
  fc.constantFrom('other-bot', '0190a1b2-0000-7000-8000-000000000000', 'x', '\u0000', '%', 'x'.repeat(300)),
  fc.string({ minLength: 1, maxLength: 40 }).filter((each) => each !== '.' && each !== '..'),
);
const REFERENCE = 'notes/#1';
const check = new AnswerCheck(components);

const app = useTestApp();
let other: TestSession;

beforeAll(async () => {
  other = await newSession(app, 'other-bot');
  // The other agent of examples with two.
  await newSession(app, 'team-handbook');
});

describe('every answer is as the OpenAPI document says', () => {
  it.each(ORDERED.map((operation) => [operation.operationId, operation] as const))(
    'of %s',
    async (name, operation) => {
      const planted = operation.path.includes('{')
        ? await plant(`fuzz-${name}`, operation.path)
        : NOTHING_PLANTED;
      const example = await exampleOf(operation);
      const statuses = new Set<number>();
      await fc.assert(
        fc.asyncProperty(requestsOf(operation), async (request) => {
          const answer = await send(operation, request, planted);
          statuses.add(answer.status);
          expect(check.faultOf(operation, answer)).toBeNull();
        }),
        {
          seed: SEED,
          numRuns: RUNS,
          interruptAfterTimeLimit: LIMIT_MS,
          examples: [[example]],
          endOnFailure: true,
        },
      );
      // Had all been refused, little would have been tried.
      expect([...statuses].filter((each) => each < 300)).toHaveLength(1);
    },
  );
});

function rank({ operationId }: Operation): number {
  return operationId === CHANGES_SETTINGS ? 1 : 0;
}

interface Planted {
  session: TestSession | null;
  /** By the names of path parameters. */
  ids: Readonly<Record<string, string>>;
}

/** For operations that are about no agent. */
const NOTHING_PLANTED: Planted = { session: null, ids: {} };

/** An agent with memories and what the path is about, so that ids lead somewhere. */
async function plant(agentId: string, path: string): Promise<Planted> {
  const session = await newSession(app, agentId);
  const memories: string[] = [];
  for (const content of ['The user lives in Berlin.', 'The user lives in Munich.']) {
    const fields = { content, source_ref: REFERENCE };
    const { body } = await session.call('post', 'remember').send(fields).expect(200);
    memories.push((body as { memory_id: string }).memory_id);
  }
  const ids: Record<string, string> = {
    agent_id: agentId,
    memory_id: memories[0] ?? '',
    source_ref: REFERENCE,
    session_id: session.sessionId,
    name: 'balanced',
  };
  if (/conflict|export/.test(path)) await session.call('post', 'conflicts/generate').expect(200);
  if (/policy|export/.test(path)) {
    const { body } = await session.call('post', 'policy/apply').expect(200);
    ids.sweep_id = (body as { sweep_id: string }).sweep_id;
  }
  if (/file|export/.test(path)) {
    ids.file_id = await upload({ url: app.url, agentId, token: session.token }, 'notes.txt', `Of ${agentId}`);
  }
  if (/link|export/.test(path)) ids.link_id = await linkOf(session, ids.memory_id ?? '');
  Object.assign(ids, await plantedIds(app, path, session));
  if (path.includes('keys')) ids.key_id = (await createKey(app)).keyId;
  return { session, ids };
}

/** The document's own example, about what is planted. */
async function exampleOf({ requestBody, operationId }: Operation): Promise<Sent> {
  const plain = { path: {}, query: {}, headers: {}, token: 'own' } as const;
  if (requestBody === undefined) return { ...plain, body: null };
  const lines = linesIn(requestBody);
  if (lines !== undefined) return { ...plain, body: { lines } };
  const json = jsonOf(requestBody);
  if (json === undefined) return { ...plain, body: { name: 'a.md', bytes: '# Title' } };
  // On the day of the examples nothing happened, and their agent is not there.
  const { date: _, ...rest } = json.example as Record<string, unknown>;
  if (operationId === 'login') return { ...plain, body: JSON.stringify({ credential: TEST_SECRET_KEY }) };
  if (operationId === 'applyReceipt') {
    return { ...plain, body: JSON.stringify({ receipt: await receiptOf(other) }) };
  }
  const agent = { agent_id: operationId === 'createAgent' ? 'third-bot' : other.agentId };
  return { ...plain, body: JSON.stringify('agent_id' in rest ? { ...rest, ...agent } : rest) };
}

function jsonOf(body: Operation['requestBody']) {
  return body?.content['application/json'];
}

/** The example of a body of lines. */
function linesIn(body: Operation['requestBody']): string | undefined {
  return body?.content[NDJSON]?.examples?.lines?.value;
}

function requestsOf(operation: Operation): fc.Arbitrary<Sent> {
  const names = [...operation.path.matchAll(/\{(\w+)\}/g)].map((each) => each[1] ?? '');
  return fc.record({
    path: fc.record(Object.fromEntries(names.map((name) => [name, seldom(null, STRANGERS)]))),
    query: queriesOf(operation),
    headers: headersOf(operation),
    token: seldom<Token>('own', fc.constantFrom('other', 'none', 'nonsense', 'forwarded')),
    body: bodiesOf(operation.requestBody),
  });
}

function seldom<T>(usual: T, others: fc.Arbitrary<T>): fc.Arbitrary<T> {
  return fc.oneof({ weight: 12, arbitrary: fc.constant(usual) }, { weight: 1, arbitrary: others });
}

function queriesOf({ parameters = [] }: Operation): fc.Arbitrary<Record<string, unknown>> {
  const query = parameters.filter((each) => each.in === 'query');
  const values = query.map(({ name, schema }) => [name, valuesOf(schema, components.schemas)] as const);
  return fc.record(Object.fromEntries(values), { requiredKeys: [] });
}

function headersOf({ responses }: Operation): fc.Arbitrary<Record<string, string>> {
  const success = responses['200'];
  const mediaTypes = success && 'content' in success ? Object.keys(success.content ?? {}) : [];
  return fc.record(
    {
      Accept: fc.constantFrom('*/*', ...mediaTypes),
      'Idempotency-Key': fc.constantFrom('a', 'b', 'x'.repeat(300)),
    },
    { requiredKeys: [] },
  );
}

function bodiesOf(body: Operation['requestBody']): fc.Arbitrary<Sent['body']> {
  if (body === undefined) return fc.constant(null);
  const lines = linesIn(body);
  if (lines !== undefined) {
    const damaged = fc.nat(lines.length).map((at) => lines.slice(0, at));
    return fc.oneof(damaged, fc.constantFrom(lines, ...BAD_BODIES)).map((each) => ({ lines: each }));
  }
  const schema = jsonOf(body)?.schema;
  if (schema === undefined) {
    const name = fc.constantFrom('a.txt', 'a.json', 'a.pdf', 'a.docx', 'a.exe', 'a', '../a.csv', 'ä\n.md');
    return fc.record({ name, bytes: fc.string({ unit: 'binary', maxLength: 200 }) });
  }
  return fc.oneof(
    { weight: 12, arbitrary: valuesOf(schema, components.schemas).map((value) => JSON.stringify(value)) },
    { weight: 1, arbitrary: fc.constantFrom(null, ...BAD_BODIES) },
  );
}

async function send(
  { method, path, requestBody }: Operation,
  request: Sent,
  { session, ids }: Planted,
): Promise<Answer> {
  const filled = path.replace(/\{(\w+)\}/g, (_all, name: string) =>
    encodeURIComponent(request.path[name] ?? ids[name] ?? ''),
  );
  const url = new URL(filled, app.url);
  for (const [name, value] of Object.entries(request.query)) {
    for (const each of Array.isArray(value) ? value : [value]) {
      url.searchParams.append(name, String(each).slice(0, MAX_QUERY_TEXT));
    }
  }
  // A stream that goes on would not be answered in time.
  if (/\/events(\/traces)?$/.test(path)) url.searchParams.set('follow', 'false');
  const answer = await fetch(url, {
    method,
    headers: { ...request.headers, ...tokenHeader(request.token, session ?? other), ...typeOf(request.body) },
    body: requestBody === undefined ? null : sentBody(request.body),
    signal: AbortSignal.timeout(ANSWER_LIMIT_MS),
  });
  const contentType = answer.headers.get('content-type') ?? '';
  return { status: answer.status, contentType, text: await answer.text() };
}

function tokenHeader(token: Token, session: TestSession): Record<string, string> {
  switch (token) {
    case 'own':
      return { 'X-Session-Token': session.token };
    case 'other':
      return { 'X-Session-Token': other.token };
    case 'nonsense':
      return { 'X-Session-Token': 'nonsense' };
    case 'forwarded':
      return { 'X-Session-Token': session.token, 'X-Forwarded-For': '203.0.113.7' };
    case 'none':
      return {};
  }
}

function typeOf(body: Sent['body']): Record<string, string> {
  if (body !== null && typeof body === 'object' && 'lines' in body) return { 'Content-Type': NDJSON };
  return typeof body === 'string' ? { 'Content-Type': 'application/json' } : {};
}

function sentBody(body: Sent['body']): string | FormData | null {
  if (body === null || typeof body === 'string') return body;
  if ('lines' in body) return body.lines;
  const form = new FormData();
  form.append('file', new Blob([body.bytes]), body.name);
  return form;
}
