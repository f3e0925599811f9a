import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import request, { type Response, type Test } from 'supertest';
import { readApiDocument } from './support/api-document';
import { ACCESS_LEVELS, type Access } from '../src/access/grant';
import { newSession, type TestSession } from './support/agents';
import { consoleCookie } from './support/console';
import { TEST_SECRET_KEY } from './support/database';
import { endingPath } from './support/ending-path';
import { createKey, revokeKey } from './support/keys';
import { useTestApp } from './support/test-app';

/** A row of the table in docs/SECURITY.md. */
interface Row {
  method: string;
  path: string;
  dryRun: boolean;
  needs: string;
  key: string;
  /** Whether a key counts only by a login to the console. */
  isLogin: boolean;
  /** Whether keys that are limited to scopes are admitted. */
  scoped: boolean;
}

interface Operation {
  operationId: string;
  requestBody?: { content: Record<string, { example?: object }> };
}

const { paths } = readApiDocument<{ paths: Record<string, Record<string, Operation>> }>();
const OPERATIONS = Object.entries(paths).flatMap(([path, item]) =>
  Object.entries(item).map(([method, operation]) => ({ name: `${method.toUpperCase()} ${path}`, operation })),
);
const ROW =
  /^\| `([A-Z]+) ([^`]+)`( with `dry_run`)? *\| ([a-z ]+?) *\| (?:(login )?`([a-z]+)`(, scopes)?|(never|—)) *\|$/;
const ROWS = read('docs/SECURITY.md').split('\n').flatMap(rowsOf);

type Headers = Record<string, string>;

/** They end the session of their agent, so each request gets an agent of its own. */
const ENDS_SESSION = ['activate', 'deactivate', 'deleteAgent'];

const app = useTestApp();
let agent: TestSession;
let serial = 0;
/** The headers of each identity, for a session. */
const identities = new Map<string, (session: TestSession) => Headers | Promise<Headers>>();
/** Of logins, by their keys; a logout ends them. */
const cookies = new Map<string, string>();

beforeAll(async () => {
  agent = await newSession(app, 'walk-agent');
  const other = await newSession(app, 'other-agent');
  // From another machine, as far as the service can tell; the keys come from this one, which must not help them.
  const elsewhere = { 'X-Forwarded-For': '203.0.113.9' };
  identities.set('nobody', () => elsewhere);
  identities.set('this machine', () => ({}));
  identities.set('management credential', () => ({ ...elsewhere, 'X-Api-Key': TEST_SECRET_KEY }));
  identities.set('session', ({ token }) => ({ ...elsewhere, 'X-Session-Token': token }));
  identities.set('cookie', ({ token }) => ({ ...elsewhere, Cookie: `service_session_token=${token}` }));
  identities.set('foreign session', () => ({ ...elsewhere, 'X-Session-Token': other.token }));
  for (const access of ACCESS_LEVELS) {
    identities.set(`${access} key`, await keyHeaders({ agents: ['walk-*'], access }));
    identities.set(`${access} login with a key`, await loginHeaders({ agents: ['walk-*'], access }));
  }
  // Also that of the examples.
  const scopes = ['user:dana*'];
  for (const access of ['read', 'write', 'create'] as const) {
    identities.set(`${access} scoped key`, await keyHeaders({ agents: ['walk-*'], access, scopes }));
    const login = await loginHeaders({ agents: ['walk-*'], access, scopes });
    identities.set(`${access} scoped login with a key`, login);
  }
  identities.set('foreign key', await keyHeaders({ agents: ['other-*'], access: 'manage' }));
  identities.set('foreign login with a key', await loginHeaders({ agents: ['other-*'], access: 'manage' }));
  const revoked = await createKey(app, { access: 'manage' });
  await revokeKey(app, revoked).expect(200);
  identities.set('revoked key', () => ({ 'X-Api-Key': revoked.key }));
  const soon = new Date(app.clock.now().getTime() + 1).toISOString();
  identities.set('expired key', await keyHeaders({ access: 'manage', expires_at: soon }));
  app.clock.advance({ ms: 1 });
  identities.set('malformed key', () => ({ Authorization: 'Bearer amk_nonsense' }));
});

/** Of a page of the console in a browser elsewhere. */
async function loginHeaders(fields: Parameters<typeof createKey>[1]): Promise<() => Promise<Headers>> {
  const { key } = await createKey(app, fields);
  return async () => {
    const cookie = cookies.get(key) ?? (await consoleCookie(app, key));
    cookies.set(key, cookie);
    return { Cookie: cookie, Origin: app.url, 'X-Forwarded-For': '203.0.113.9' };
  };
}

async function keyHeaders(fields: Parameters<typeof createKey>[1]): Promise<() => Headers> {
  const { key } = await createKey(app, fields);
  return () => ({ Authorization: `Bearer ${key}` });
}

describe('the table of docs/SECURITY.md', () => {
  it('has a row for every operation of openapi.json, and no other', () => {
    const listed = new Set(ROWS.map(({ method, path }) => `${method} ${path}`));
    const documented = new Set(OPERATIONS.map(({ name }) => name));
    const withoutRow = [...documented].filter((name) => !listed.has(name));
    const withoutOperation = [...listed].filter((name) => !documented.has(name));

    expect({ withoutRow, withoutOperation }).toEqual({ withoutRow: [], withoutOperation: [] });
  });

  it.each(ROWS.map((row) => [nameOf(row), row] as const))(
    'lets only the listed callers call %s',
    async (_, row) => {
      const answers: Record<string, string> = {};
      const expected: Record<string, string> = {};
      for (const [identity, headersFor] of identities) {
        const session = await sessionFor(row);
        answers[identity] = outcomeOf(await call(row, session).set(await headersFor(session)));
        if (row.path.endsWith('/logout')) cookies.clear();
        expected[identity] = expectedOf(row, identity);
      }

      expect(answers).toEqual(expected);
    },
  );
});

function operationOf({ method, path }: Row): Operation | undefined {
  return paths[path]?.[method.toLowerCase()];
}

async function sessionFor(row: Row): Promise<TestSession> {
  const ends = ENDS_SESSION.includes(operationOf(row)?.operationId ?? '');
  return ends ? newSession(app, `walk-${++serial}`) : agent;
}

function call(row: Row, { agentId }: TestSession): Test {
  const path = row.path
    .replace('{agent_id}', agentId)
    .replace(/\{[a-z_]+\}/g, '0190a1b2-0000-7000-8000-000000000000');
  const method = row.method.toLowerCase() as 'get' | 'post';
  const sent = request(app.url)[method](endingPath(path));
  return row.method === 'GET' || row.method === 'DELETE' ? sent : sent.send(bodyOf(row));
}

/** Complete where the access depends on it: what is not valid is refused before that. */
function bodyOf(row: Row): object {
  if (row.path === '/api/v2/agents') return { agent_id: `walk-${++serial}` };
  if (!ROWS.some((each) => each.dryRun && each.path === row.path)) return {};
  const example = operationOf(row)?.requestBody?.content['application/json']?.example;
  return { ...example, dry_run: row.dryRun };
}

/** `admitted`, or the reason of a refusal. */
function outcomeOf({ status, body }: Response): string {
  const { detail } = body as { detail?: string | { error?: string; message?: string } };
  if (typeof detail === 'string') {
    if (status === 401) return detail.startsWith('Management') ? 'management needed' : 'session needed';
    return status === 403 ? 'this machine needed' : 'admitted';
  }
  const error = detail?.error ?? '';
  if (error === 'InternalServerError' && detail?.message === 'The session belongs to another agent')
    return 'foreign';
  if ([401, 403, 429].includes(status) || status >= 500) return error || String(status);
  return 'admitted';
}

function expectedOf(row: Row, identity: string): string {
  if (row.needs === 'nothing') return 'admitted';
  if (/^(revoked|expired|malformed) key$/.test(identity)) return 'InvalidApiKey';
  return identity.endsWith(' key') ? expectedOfKey(row, identity) : expectedOfOther(row.needs, identity);
}

function expectedOfKey(row: Row, identity: string): string {
  const { key, path, scoped, isLogin } = row;
  if (isLogin && !identity.includes('login')) return 'KeyNotAllowed';
  if (identity.startsWith('foreign ')) {
    if (key === 'never') return 'KeyNotAllowed';
    const namesAgent = path.includes('{agent_id}') || operationOf(row)?.operationId === 'createAgent';
    return namesAgent ? 'KeyNotForAgent' : 'admitted';
  }
  const held = ACCESS_LEVELS.indexOf(identity.split(' ')[0] as Access);
  const needed = ACCESS_LEVELS.indexOf(key as Access);
  const isOpen = scoped || !identity.includes('scoped');
  return needed !== -1 && held >= needed && isOpen ? 'admitted' : 'KeyNotAllowed';
}

function expectedOfOther(needs: string, identity: string): string {
  const isManager = ['this machine', 'management credential'].includes(identity);
  if (needs === 'this machine') return identity === needs ? 'admitted' : 'this machine needed';
  if (needs.includes('management') && !isManager) return 'management needed';
  if (!needs.includes('session')) return 'admitted';
  if (identity === 'foreign session') return 'foreign';
  return ['session', 'cookie'].includes(identity) ? 'admitted' : 'session needed';
}

function rowsOf(line: string): Row[] {
  const [, method = '', path = '', dryRun, needs = '', login, level, scopes, never = ''] =
    ROW.exec(line) ?? [];
  if (method === '') return [];
  const isSet = (part: string | undefined) => part !== undefined;
  const flags = { dryRun: isSet(dryRun), isLogin: isSet(login), scoped: isSet(scopes) };
  return [{ method, path, needs, key: level ?? never, ...flags }];
}

function nameOf({ method, path, dryRun }: Row): string {
  return `${method} ${path}${dryRun ? ' with dry_run' : ''}`;
}

function read(file: string): string {
  return readFileSync(join(__dirname, '..', file), 'utf8');
}
