import { newDatabaseStore, type TestStore } from './support/database-store';
import { eventually } from './support/eventually';
import { buildService, spawnService, type SpawnedService } from './support/service-process';

/** A request to store contents; `id` once it was answered. */
interface Write {
  key: string;
  body: { content: string; source_ref?: string; upsert?: boolean };
  id: string | null;
}

const AGENT = 'survivor';
const WRITERS = 4;
/** Answers after which a process is killed, while others are under way. */
const KILL_AFTER = 25;
/** Longer than a dead process holds a lease. */
const RESENT_WITHIN_MS = 40_000;

let store: TestStore;
let backendStore: TestStore;
let backend: SpawnedService;
let service: SpawnedService;
let backendPort = 0;
let url = '';
let token = '';
const writes: Write[] = [];
const deleted = new Set<string>();
/** Memories whose deletion was sent and not answered: done or not. */
const interrupted = new Set<string>();

async function startBackend(): Promise<void> {
  const variables = { BACKEND_SERVER_PORT: String(backendPort), HOST: '127.0.0.1' };
  backend = spawnService(backendStore.env, variables, 'backend-main');
  backendPort = Number(new URL(await backend.listening).port);
}

async function startService(): Promise<void> {
  const settings = { BACKEND_MODE: 'on-prem', BACKEND_URL: `http://127.0.0.1:${backendPort}` } as const;
  service = spawnService({ ...store.env, ...settings });
  url = await service.listening;
  if (token === '') await send('POST', '', { agent_id: AGENT });
  const session = await send('POST', `/${AGENT}/activate`, {});
  token = ((await session.json()) as { session_token: string }).session_token;
}

function send(method: string, path: string, body?: object, key?: string): Promise<Response> {
  return fetch(`${url}/api/v2/agents${path}`, {
    method,
    headers: {
      'Content-Type': 'application/json',
      'X-Session-Token': token,
      ...(key !== undefined && { 'Idempotency-Key': key }),
    },
    ...(body && { body: JSON.stringify(body) }),
  });
}

/** Every third write upserts the memory of its reference. */
function newWrite(writer: number): Write {
  const number = writes.length;
  const content = `memory number${number}`;
  const upsert = number % 3 === 0 ? { source_ref: `reference-${writer}`, upsert: true } : {};
  const write = { key: `key-${number}`, body: { content, ...upsert }, id: null };
  writes.push(write);
  return write;
}

async function remember(write: Write): Promise<boolean> {
  const response = await send('POST', `/${AGENT}/remember`, write.body, write.key);
  if (response.status !== 200) return false;
  write.id = ((await response.json()) as { memory_id: string }).memory_id;
  return true;
}

async function remove(id: string): Promise<void> {
  interrupted.add(id);
  const response = await send('DELETE', `/${AGENT}/memories/${id}`);
  if (response.ok) deleted.add(id);
  if (response.ok || response.status < 500) interrupted.delete(id);
}

const answered = () => writes.filter(({ id }) => id !== null);

/** Writes, lists and deletes on several connections, and kills the process in the middle. */
async function workUntilKilled(victim: SpawnedService): Promise<void> {
  const enough = answered().length + KILL_AFTER;
  const kill: { under: Promise<void> | null } = { under: null };
  const work = async (writer: number) => {
    while (kill.under === null) {
      const write = newWrite(writer);
      await remember(write).catch(() => false);
      await send('POST', `/${AGENT}/recall/recent`, { limit: 5 }).catch(() => null);
      if (write.id !== null && writes.length % 5 === 1 && !write.body.upsert) {
        await remove(write.id).catch(() => null);
      }
      if (answered().length >= enough) kill.under ??= victim.kill();
    }
  };
  await Promise.all(Array.from({ length: WRITERS }, (_, writer) => work(writer)));
  await kill.under;
}

async function resendUnanswered(): Promise<void> {
  for (const write of writes.filter(({ id }) => id === null)) {
    await eventually(
      () => remember(write).catch(() => false),
      (isStored) => isStored,
      RESENT_WITHIN_MS,
    );
  }
}

const BACK_WITHIN_MS = 20_000;

interface Listed {
  memories: { id: string; content: string; source_ref: string | null }[];
  total_available: number;
}

async function list(listing: 'all' | 'recent'): Promise<Listed> {
  const limit = listing === 'all' ? 5_000 : 100;
  // A service that met failures does not ask the backend again for some seconds.
  const response = await eventually(
    () => send('POST', `/${AGENT}/recall/${listing}`, { limit }),
    ({ status }) => status === 200,
    BACK_WITHIN_MS,
  );
  return (await response.json()) as Listed;
}

async function expectWhole(): Promise<void> {
  const { memories, total_available: total } = await list('all');
  expect(total).toBe(memories.length);
  expect((await list('recent')).total_available).toBe(total);
  const plain = writes.filter(({ body, id }) => !body.upsert && id !== null && !deleted.has(id));
  const stored = memories.filter(({ source_ref: reference }) => reference === null);
  expect(new Set(stored.map(({ content }) => content)).size).toBe(stored.length);
  const ids = new Set(memories.map(({ id }) => id));
  const lost = plain.filter(({ id }) => !ids.has(id ?? ''));
  expect(lost.filter(({ id }) => !interrupted.has(id ?? ''))).toEqual([]);
  expect([...deleted].filter((id) => ids.has(id))).toEqual([]);
  const references = memories.flatMap(({ source_ref: reference }) => reference ?? []);
  expect(references.toSorted()).toEqual([...new Set(references)].toSorted());
}

beforeAll(async () => {
  buildService();
  [store, backendStore] = await Promise.all([newDatabaseStore(), newDatabaseStore()]);
  await startBackend();
  await startService();
}, 60_000);

afterAll(async () => {
  await service.kill();
  await backend.kill();
  await Promise.all([store.remove(), backendStore.remove()]);
});

describe('a service whose memories are in an external backend', () => {
  it('loses nothing and has nothing twice when it is killed while it writes', async () => {
    await workUntilKilled(service);
    await startService();
    await resendUnanswered();
    await expectWhole();
  }, 120_000);

  it('answers 503 while the backend is killed, and loses nothing', async () => {
    await workUntilKilled(backend);
    const [listing, write] = await Promise.all([
      send('POST', `/${AGENT}/recall/recent`, { limit: 5 }),
      send('POST', `/${AGENT}/remember`, { content: 'never stored' }),
    ]);
    expect([listing.status, write.status]).toEqual([503, 503]);
    await startBackend();
    await resendUnanswered();
    await expectWhole();
  }, 120_000);

  it('finds within ten seconds what another program puts into the backend', async () => {
    const namespaces = `http://127.0.0.1:${backendPort}/namespaces`;
    const listed = (await (await fetch(namespaces)).json()) as { namespaces: { namespace_name: string }[] };
    const documents = [{ id: 'foreign', text: 'From elsewhere', memory_type: 'fact' }];
    await fetch(`${namespaces}/${listed.namespaces[0]?.namespace_name}/documents`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ documents }),
    });
    const hasForeign = ({ memories }: Listed) => memories.some(({ id }) => id === 'foreign');
    await eventually(() => list('all'), hasForeign, 10_000);
  }, 30_000);
});
