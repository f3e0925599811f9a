import type { OpenAPIObject } from '@nestjs/swagger';
import request, { type Test } from 'supertest';
import { withExamples } from './support/api-document';
import { activate, createAgent, linkOf, plantedIds, remember, type TestSession } from './support/agents';
import { createKey } from './support/keys';
import { ownPropertiesOf } from './support/openapi-values';
import { useTestApp } from './support/test-app';

type Operation = NonNullable<OpenAPIObject['paths'][string]['get']>;
type Method = 'get' | 'post' | 'put' | 'patch' | 'delete';

interface Route {
  name: string;
  method: Method;
  path: string;
  operation: Operation;
}

const METHODS: readonly Method[] = ['get', 'post', 'put', 'patch', 'delete'];
const LOGIN = 'post /api/v2/console/login';
const PUBLIC = ['get /', 'get /health', 'get /live', 'get /ready', 'post /api/v2/console/logout'];
const isLocal = ({ path }: Route): boolean => path.startsWith('/api/ui/');
const NDJSON = 'application/x-ndjson';
/** The agent of the examples. */
const AGENT = 'support-bot';

const app = useTestApp();
let document: OpenAPIObject;
let routes: Route[];

beforeAll(async () => {
  const { body } = await request(app.url).get('/openapi.json').expect(200);
  document = withExamples(body as OpenAPIObject);
  routes = Object.entries(document.paths).flatMap(([path, item]) =>
    METHODS.flatMap((method) => {
      const operation = item[method];
      return operation ? [{ name: `${method} ${path}`, method, path, operation }] : [];
    }),
  );
});

describe('the OpenAPI document', () => {
  const without = (claim: (route: Route) => boolean) =>
    routes.filter((route) => !claim(route)).map(({ name }) => name);

  it('holds the operations of the interface', () => {
    expect(routes.map(({ name }) => name)).toEqual(
      expect.arrayContaining([
        ...PUBLIC,
        'post /api/v2/agents',
        'post /api/v2/agents/{agent_id}/activate',
        'post /api/v2/agents/{agent_id}/remember',
        'post /api/v2/agents/{agent_id}/recall',
        'get /api/v2/status',
      ]),
    );
  });

  it('has a summary and a description for each operation, and an id of its own', () => {
    expect(without(({ operation }) => (operation.summary ?? '').length > 3)).toEqual([]);
    expect(without(({ operation }) => (operation.description ?? '').length > 3)).toEqual([]);
    const ids = routes.map(({ operation }) => operation.operationId);
    expect(new Set(ids).size).toBe(ids.length);
  });

  it('types the body of each request that has one, with an example', () => {
    const bodies = routes.filter(({ operation }) => operation.requestBody && !takesLines(operation));
    expect(bodies.length).toBeGreaterThan(5);
    for (const { name, operation } of bodies) {
      const media = mediaOf(operation.requestBody);
      expect([name, media?.schema]).toEqual([name, { $ref: expect.stringMatching(/./) as string }]);
      expect([name, exampleIn(media)]).toEqual([name, expect.any(Object)]);
    }
  });

  it('types the answer of each operation', () => {
    expect(without(({ operation }) => hasTypedSuccess(operation))).toEqual([]);
  });

  it('documents the failures of each operation that has any', () => {
    const lacking = routes
      .filter(({ name }) => !PUBLIC.includes(name))
      .flatMap((route) => {
        const { name, path, operation } = route;
        const expected = [
          isLocal(route) ? '403' : '401',
          '503',
          ...(path.includes('{') || operation.requestBody ? ['422'] : []),
          ...(operation.requestBody ? ['400'] : []),
        ];
        return expected.filter((status) => !errorIsTyped(operation, status)).map((each) => `${name} ${each}`);
      });
    expect(lacking).toEqual([]);
  });

  it('has a security scheme for each operation but the public and the local ones', () => {
    expect(
      routes
        .filter((route) => route.operation.security?.length === 0 && !isLocal(route))
        .map(({ name }) => name)
        .sort(),
    ).toEqual([...PUBLIC, LOGIN].sort());
    const used = routes.flatMap(({ operation }) =>
      (operation.security ?? []).flatMap((each) => Object.keys(each)),
    );
    expect([...new Set(used)].sort()).toEqual(Object.keys(document.components?.securitySchemes ?? {}).sort());
  });

  it('describes each parameter and gives an example, but of cursors and keys of the client', () => {
    const lacking = routes.flatMap(({ name, operation }) =>
      parametersOf(operation).flatMap((each) => {
        const exampled = exampleOf(each) !== undefined || ['cursor', 'Idempotency-Key'].includes(each.name);
        return each.description && exampled ? [] : [`${name} ${each.name}`];
      }),
    );
    expect(lacking).toEqual([]);
  });

  it('describes each property of each body, and gives an example', () => {
    const lacking = Object.entries(document.components?.schemas ?? {}).flatMap(([name, schema]) =>
      Object.entries(ownPropertiesOf(schema))
        .filter(([, property]) => !isDescribed(property))
        .map(([property]) => `${name}.${property}`),
    );
    expect(lacking).toEqual([]);
  });

  it('says what each list holds, and has null among the values of what may be null', () => {
    const faulty: unknown[] = [];
    JSON.stringify(document, (_key, value: Partial<Record<string, unknown>> | null) => {
      const types = [value?.type].flat();
      if (types.includes('array') && value?.items === undefined) faulty.push(value);
      if (types.includes('null') && Array.isArray(value?.enum) && !value.enum.includes(null))
        faulty.push(value);
      return value;
    });
    expect(faulty).toEqual([]);
  });

  it('refers to nothing that is not there', () => {
    const components = Object.entries(document.components ?? {}).flatMap(([kind, each]) =>
      Object.keys(each).map((name) => `#/components/${kind}/${name}`),
    );
    const references = [...JSON.stringify(document).matchAll(/"(#\/components\/[\w/-]+)"/g)];
    expect(components).toEqual(expect.arrayContaining([...new Set(references.map((each) => each[1]))]));
  });
});

describe('each operation', () => {
  it('answers 401 to a stranger without credential, 403 where it is local, but for the public few', async () => {
    const open: string[] = [];
    for (const route of routes) {
      const call = send(route, {});
      const { status } = await call.set('X-Forwarded-For', '203.0.113.7');
      if (status !== (isLocal(route) ? 403 : 401)) open.push(route.name);
    }
    expect(open.sort()).toEqual(PUBLIC);
  });

  it('accepts the examples of its document', async () => {
    await createAgent(app, 'team-handbook');
    // Creation first, since the others need the agent that its example names.
    const creation = routes.find(({ name }) => name === 'post /api/v2/agents');
    expect(creation && (await send(creation, {})).status).toBe(201);
    for (const route of routes) {
      // Their examples are no credential and no receipt of this service.
      if (route === creation || [LOGIN, 'post /api/v2/receipts'].includes(route.name)) continue;
      const { status, text } = await sendPrepared(route);
      expect([route.name, status < 300 ? 'accepted' : text]).toEqual([route.name, 'accepted']);
    }
  });
});

/** Sends an operation's examples with a fresh session, about whatever its path names. */
async function sendPrepared(route: Route): Promise<{ status: number; text: string }> {
  const known = await request(app.url).get(`/api/v2/agents/${AGENT}`);
  if (known.status === 404) await createAgent(app, AGENT);
  const session = await activate(app, AGENT);
  const ids: Record<string, string> = { session_id: session.sessionId };
  ids.memory_id = await remember(session, { content: 'The user likes tea.' });
  if (route.path.includes('/conflicts')) await detectConflict(session);
  if (route.path.includes('{sweep_id}')) ids.sweep_id = await sweep(session);
  if (route.path.includes('{source_ref}')) {
    const named = { source_ref: 'chat-42', scope: 'user:dana@example.com' };
    await remember(session, { content: `Of ${route.name}`, ...named });
  }
  if (route.path.includes('{key_id}')) ids.key_id = (await createKey(app)).keyId;
  if (route.path.includes('{link_id}')) ids.link_id = await linkOf(session, ids.memory_id);
  Object.assign(ids, await plantedIds(app, route.path, session));
  if (route.path.includes('{file_id}')) ids.file_id = await uploadNotes(session, `Before ${route.name}`);
  return send(route, ids).set('X-Session-Token', session.token);
}

async function detectConflict(session: TestSession): Promise<void> {
  for (const city of ['Berlin', 'Munich']) {
    await remember(session, { content: `The user lives in ${city}.` });
  }
  await session.call('post', 'conflicts/generate').expect(200);
}

async function sweep(session: TestSession): Promise<string> {
  const { body } = await session.call('post', 'policy/apply').expect(200);
  return (body as { sweep_id: string }).sweep_id;
}

async function uploadNotes(session: TestSession, notes: string): Promise<string> {
  const sent = session.call('post', 'upload-file').attach('file', Buffer.from(notes), 'before.txt');
  return ((await sent.expect(200)).body as { file_id: string }).file_id;
}

/** With the ids given, and else with the examples of the document. */
function send({ method, path, operation }: Route, ids: Readonly<Record<string, string>>): Test {
  const filled = path.replace(/\{(\w+)\}/g, (_all, name: string) => {
    const known = ids[name];
    if (known !== undefined) return known;
    const parameter = parametersOf(operation).find((each) => each.name === name);
    return String(parameter && exampleOf(parameter));
  });
  const query = parametersOf(operation).filter(
    (each) => each.in === 'query' && exampleOf(each) !== undefined,
  );
  const values = Object.fromEntries(query.map((each) => [each.name, exampleOf(each)]));
  const agent = request(app.url);
  const call = agent[method](filled).query(values);
  const content = (operation.requestBody as Content | undefined)?.content ?? {};
  if ('multipart/form-data' in content)
    return call.attach('file', Buffer.from(`Notes of ${path}`), 'notes.txt');
  const example = exampleIn(mediaOf(operation.requestBody));
  if (takesLines(operation)) call.set('Content-Type', NDJSON);
  return example === undefined ? call : call.send(example as object);
}

interface Parameter {
  name: string;
  in: string;
  description?: string;
  example?: unknown;
  schema?: { example?: unknown };
}

function parametersOf(operation: Operation): Parameter[] {
  const shared = document.components?.parameters ?? {};
  const own = (operation.parameters ?? []).map((each) =>
    '$ref' in each ? shared[each.$ref.slice('#/components/parameters/'.length)] : each,
  );
  return own as Parameter[];
}

function exampleOf(parameter: Parameter): unknown {
  return parameter.example ?? parameter.schema?.example;
}

interface Content {
  content?: Record<string, { schema?: object; example?: unknown; examples?: object } | undefined>;
}

function mediaOf(holder: unknown) {
  const content = (holder as Content | undefined)?.content;
  return content?.['application/json'] ?? content?.['multipart/form-data'] ?? content?.[NDJSON];
}

function takesLines({ requestBody }: Operation): boolean {
  return NDJSON in ((requestBody as Content | undefined)?.content ?? {});
}

function exampleIn(media: ReturnType<typeof mediaOf>): unknown {
  const [first] = Object.values(media?.examples ?? {}) as { value?: unknown }[];
  return media?.example ?? first?.value;
}

/** Errors are components that operations share. */
function responseOf({ responses }: Operation, status: string) {
  const response = responses[status];
  if (response === undefined || !('$ref' in response)) return response;
  const shared = document.components?.responses?.[response.$ref.split('/').at(-1) ?? ''];
  return shared as Exclude<typeof response, { $ref: string }>;
}

function hasTypedSuccess(operation: Operation): boolean {
  const successes = Object.keys(operation.responses).filter((status) => status.startsWith('2'));
  return (
    successes.length === 1 &&
    successes.every((status) => status === '204' || hasSchema(responseOf(operation, status)))
  );
}

function errorIsTyped(operation: Operation, status: string): boolean {
  const media = mediaOf(responseOf(operation, status));
  return media?.schema !== undefined && Object.keys(media.examples ?? {}).length > 0;
}

/** A reference is described where it stands, beside `allOf`. */
function isDescribed(property: object): boolean {
  return '$ref' in property || ('description' in property && 'example' in property);
}

/** Of whatever media type: an answer may be a stream of events and nothing else. */
function hasSchema(response: unknown): boolean {
  return Object.values((response as Content).content ?? {}).some((media) => media?.schema !== undefined);
}
