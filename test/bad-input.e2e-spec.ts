import * as fc from 'fast-check';
import { newSession, type TestSession } from './support/agents';
import { BAD, BAD_BODIES, type Kind } from './support/bad-values';
import { refusalFault, type RawAnswer } from './support/refusals';
import { useTestApp } from './support/test-app';
import { propertyCases } from './support/property-cases';

interface Endpoint {
  method: 'POST' | 'PATCH';
  path: string;
  /** A body that would be taken, but for the field under test. */
  valid: Record<string, unknown>;
  fields: Record<string, Kind>;
  /** Fields that must not be null either. */
  required: readonly string[];
}

const MEMORY: Record<string, Kind> = {
  content: 'text',
  title: 'title',
  type: 'choice',
  confidence: 'confidence',
  tags: 'tags',
  source: 'label',
  source_ref: 'sourceRef',
  provenance: 'choice',
};
const { provenance: _, ...EDITABLE } = MEMORY;
const FILTERS: Record<string, Kind> = { type: 'choices', tags: 'tags', source: 'labels' };
const DATED: Record<string, Kind> = { created_after: 'instant', created_before: 'instant' };

const ENDPOINTS: Endpoint[] = [
  { method: 'POST', path: 'remember', valid: { content: 'x' }, fields: MEMORY, required: ['content'] },
  {
    method: 'POST',
    path: 'batch-remember',
    valid: { memories: [{ content: 'x' }] },
    fields: { dedupe: 'flag' },
    required: ['memories'],
  },
  { method: 'PATCH', path: 'memories/{id}', valid: { confidence: 0.5 }, fields: EDITABLE, required: [] },
  { method: 'POST', path: 'memories/{id}/expire', valid: {}, fields: { reason: 'label' }, required: [] },
  {
    method: 'POST',
    path: 'recall',
    valid: { query: 'x' },
    fields: {
      ...FILTERS,
      ...DATED,
      query: 'text',
      limit: 'limit',
      min_similarity: 'confidence',
      status: 'choice',
      explain: 'flag',
    },
    required: ['query'],
  },
  {
    method: 'POST',
    path: 'recall/recent',
    valid: {},
    fields: { ...FILTERS, ...DATED, limit: 'limit', status: 'choice' },
    required: [],
  },
  {
    method: 'POST',
    path: 'recall/as-of',
    valid: { as_of: '2026-05-01' },
    fields: { ...FILTERS, as_of: 'instant', limit: 'limit' },
    required: ['as_of'],
  },
  {
    method: 'POST',
    path: 'recall/changed-since',
    valid: { since: '2026-05-01' },
    fields: { ...FILTERS, since: 'instant', limit: 'limit', status: 'choice' },
    required: ['since'],
  },
  {
    method: 'POST',
    path: 'recall/all',
    valid: {},
    fields: { ...FILTERS, limit: 'pageLimit', cursor: 'cursor', status: 'choice' },
    required: [],
  },
];

const FIELDS = ENDPOINTS.flatMap((endpoint) =>
  Object.entries(endpoint.fields).map(([field, kind]) => ({ endpoint, field, kind, path: endpoint.path })),
);

const app = useTestApp();
let session: TestSession;
let memoryId: string;

beforeAll(async () => {
  session = await newSession(app, 'victim');
  const { body } = await session.call('post', 'remember').send({ content: 'The only memory' }).expect(200);
  memoryId = body.memory_id;
});

/** Nothing that was refused has left a trace. */
afterEach(async () => {
  const { body } = await session.call('post', 'recall/recent').send({}).expect(200);
  expect(body.memories).toMatchObject([
    { id: memoryId, content: 'The only memory', status: 'active', confidence: 0.8 },
  ]);
});

async function send(
  { method, path }: Pick<Endpoint, 'method' | 'path'>,
  body: string | Buffer,
  headers: Record<string, string> = {},
  by = session,
): Promise<RawAnswer> {
  const url = `${app.url}/api/v2/agents/${by.agentId}/${path.replace('{id}', memoryId)}`;
  const given = { 'X-Session-Token': by.token, 'Content-Type': 'application/json', ...headers };
  const response = await fetch(url, { method, body: body as never, headers: given });
  return { status: response.status, text: await response.text() };
}

/** The body with one field as raw JSON. */
function withField(valid: object, field: string, raw: string): string {
  const rest = JSON.stringify({ ...valid, [field]: undefined });
  return rest === '{}' ? `{"${field}":${raw}}` : `${rest.slice(0, -1)},"${field}":${raw}}`;
}

async function faultsOf<T>(cases: readonly T[], answer: (each: T) => Promise<RawAnswer>): Promise<unknown[]> {
  const faults: unknown[] = [];
  for (const each of cases) {
    const fault = refusalFault(await answer(each));
    if (fault !== null) faults.push([String(each).slice(0, 60), fault]);
  }
  return faults;
}

describe('every bad value of a field is refused in a form of the interface', () => {
  it.each(FIELDS)('$path: $field', async ({ endpoint, field, kind }) => {
    const values: string[] = endpoint.required.includes(field) ? [...BAD[kind], 'null'] : [...BAD[kind]];
    expect(await faultsOf(values, (raw) => send(endpoint, withField(endpoint.valid, field, raw)))).toEqual(
      [],
    );
  });

  it.each(Object.entries(MEMORY))('batch-remember: memories[1].%s', async (field, kind) => {
    const batch = (raw: string) =>
      `{"memories":[{"content":"x"},${withField({ content: 'y' }, field, raw)}]}`;
    expect(await faultsOf(BAD[kind], (raw) => send(ENDPOINTS[1]!, batch(raw)))).toEqual([]);
  });

  it('batch-remember: memories', async () => {
    const values = [
      'null',
      '5',
      '"x"',
      '{}',
      '[]',
      '[null]',
      '[5]',
      '["x"]',
      '[[]]',
      '[{}]',
      '{"0":{"content":"x"},"length":1}',
    ];
    expect(await faultsOf(values, (raw) => send(ENDPOINTS[1]!, `{"memories":${raw}}`))).toEqual([]);
  });
});

describe('every bad body is refused in a form of the interface', () => {
  it.each(ENDPOINTS)('by $method $path', async (endpoint) => {
    expect(await faultsOf(BAD_BODIES, (body) => send(endpoint, body))).toEqual([]);
  });

  it.each(ENDPOINTS.filter((endpoint) => endpoint.required.length > 0))(
    'by $path also when it is empty',
    async (endpoint) => {
      expect(await faultsOf(['', '{}', 'null'], (body) => send(endpoint, body))).toEqual([]);
    },
  );

  it('as json_invalid when it is no JSON', async () => {
    const { status, text } = await send(ENDPOINTS[0]!, '{"content":');
    expect(status).toBe(422);
    expect(JSON.parse(text).detail[0].type).toBe('json_invalid');
  });

  it('with 413 and the limit when it is over 8 MiB', async () => {
    const body = JSON.stringify({ content: 'x'.repeat(8 * 1024 * 1024) });
    const { status, text } = await send(ENDPOINTS[0]!, body);
    expect(status).toBe(413);
    expect(JSON.parse(text).detail).toMatchObject({ error: 'body_too_large', max_bytes: 8_388_608 });
  });

  it('when its content type is another than JSON', async () => {
    const types = [
      'text/plain',
      'application/x-www-form-urlencoded',
      'multipart/form-data; boundary=x',
      'image/png',
    ];
    const faults = await faultsOf(types, (type) =>
      send(ENDPOINTS[0]!, '{"content":"x"}', { 'Content-Type': type }),
    );
    expect(faults).toEqual([]);
  });

  it('when it is not in the encoding that it names', async () => {
    const headers = [
      { 'Content-Encoding': 'gzip' },
      { 'Content-Encoding': 'nonsense' },
      { 'Content-Type': 'application/json; charset=nonsense' },
    ];
    expect(await faultsOf(headers, (each) => send(ENDPOINTS[0]!, '{"content":"x"}', each as never))).toEqual(
      [],
    );
  });

  it('when its bytes are no UTF-8', async () => {
    const { status } = await send(ENDPOINTS[0]!, Buffer.from([0x7b, 0xff, 0xfe, 0x7d]));
    expect(status).toBe(400);
  });
});

describe('what a refusal says', () => {
  it('shows at most 200 characters of the value', async () => {
    const { text } = await send(ENDPOINTS[0]!, JSON.stringify({ content: 'x', tags: ['t'.repeat(20_000)] }));
    expect(JSON.parse(text).detail[0].input).toHaveLength(200);
    expect(text.length).toBeLessThan(1_000);
  });

  it('names every field at fault', async () => {
    const { text } = await send(ENDPOINTS[0]!, '{"type":"x","confidence":2}');
    const { detail } = JSON.parse(text) as { detail: { loc: unknown[] }[] };
    expect(detail.map((issue) => issue.loc.join('.')).sort()).toEqual([
      'body.confidence',
      'body.content',
      'body.type',
    ]);
  });
});

describe('a body with fields named like the inside of JavaScript', () => {
  it.each(['__proto__', 'constructor', 'prototype', 'hasOwnProperty', 'toString'])(
    '%s changes nothing',
    async (name) => {
      const body = `{"${name}":{"limit":1,"polluted":true},"limit":5}`;
      const { status } = await send({ method: 'POST', path: 'recall/recent' }, body);
      expect(status).toBe(200);
      expect(({} as Record<string, unknown>).polluted).toBeUndefined();
    },
  );
});

describe('any JSON at all', () => {
  const json = fc.jsonValue({ maxDepth: 4, stringUnit: 'binary' }).map((value) => JSON.stringify(value));

  it.each(ENDPOINTS)('to $method $path is never answered by a 5xx', async (endpoint) => {
    const random = await newSession(app, `random-${ENDPOINTS.indexOf(endpoint)}`);
    const fieldNames = [...Object.keys(endpoint.fields), ...endpoint.required];
    const bodies = fc.oneof(
      json,
      fc
        .tuple(fc.constantFrom(...fieldNames), json)
        .map(([field, raw]) => withField(endpoint.valid, field, raw)),
      fc
        .dictionary(fc.constantFrom(...fieldNames), fc.jsonValue({ maxDepth: 2 }))
        .map((value) => JSON.stringify(value)),
    );
    await fc.assert(
      fc.asyncProperty(bodies, async (body) => {
        expect((await send(endpoint, body, {}, random)).status).toBeLessThan(500);
      }),
      { numRuns: propertyCases(40) },
    );
  });
});
