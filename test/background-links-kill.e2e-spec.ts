import { newTestStore, type TestStore } from './support/database';
import { eventually } from './support/eventually';
import { buildService, startService, type ServiceProcess } from './support/service-process';
import { shownMetric } from './support/shown-metric';

const AGENT = 'survivor';
const PAIRS = 60;
/** How many pairs are linked when the service is killed: before anything was found, and in the middle. */
const KILLED_AT = [0, 3];
/** Longer than a dead process holds a namespace. */
const FOUND_WITHIN_MS = 40_000;

const FIRST_NAMES = ['Maria', 'Anna', 'Tom', 'Ben', 'Laura', 'Peter'];
const LAST_NAMES = ['Lopez', 'Reed', 'Holt', 'Kern', 'Moss', 'Vale', 'Dorn', 'Hale', 'Lund', 'Park'];

let store: TestStore;
let service: ServiceProcess;
let token: string;

async function call<T>(method: string, path: string, body?: object): Promise<T> {
  const response = await fetch(`${service.url}/api/v2/agents${path}`, {
    method,
    headers: { 'Content-Type': 'application/json', 'X-Session-Token': token },
    ...(body && { body: JSON.stringify(body) }),
  });
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status}`);
  return (await response.json()) as T;
}

async function start(): Promise<void> {
  service = await startService(store.env);
  token = '';
  const { session_token } = await call<{ session_token: string }>('POST', `/${AGENT}/activate`, {});
  token = session_token;
}

/** An old and a new statement about one person, all stored in one batch. */
async function storePairs(from: number, to: number): Promise<void> {
  const memories = [];
  for (let n = from; n < to; n++) {
    const name = `${FIRST_NAMES[n % FIRST_NAMES.length]} ${LAST_NAMES[Math.floor(n / FIRST_NAMES.length)]}`;
    memories.push({ content: `${name} works as a nurse at the city hospital.` });
    memories.push({ content: `${name} now works as a teacher at the city school.` });
  }
  await call('POST', `/${AGENT}/batch-remember`, { memories });
}

interface Link {
  newer_id: string;
  older_id: string;
}

async function allLinks(): Promise<Link[]> {
  const found: Link[] = [];
  let cursor: string | undefined;
  do {
    const query = `limit=100${cursor === undefined ? '' : `&cursor=${encodeURIComponent(cursor)}`}`;
    const page: { links: Link[]; next_cursor?: string | null } = await call(
      'GET',
      `/${AGENT}/links?${query}`,
    );
    found.push(...page.links);
    cursor = page.next_cursor ?? undefined;
  } while (cursor !== undefined);
  return found;
}

const waiting = (): Promise<number> => shownMetric(service.url, 'link_backlog_memories');

beforeAll(async () => {
  buildService();
  store = await newTestStore();
  service = await startService(store.env);
  token = '';
  await call('POST', '', { agent_id: AGENT });
  await service.kill();
});

afterAll(async () => {
  await service.kill();
  await store.remove();
});

it.each(KILLED_AT.map((linked, round) => [linked, round] as const))(
  'a service that is killed when %d pairs are linked forgets no pair, and links none twice',
  async (linked, round) => {
    await start();
    const half = PAIRS / KILLED_AT.length;
    const before = (await allLinks()).length;
    await storePairs(round * half, (round + 1) * half);
    await eventually(allLinks, ({ length }) => length >= before + linked);
    await service.kill();
    await start();
    expect(Number.isNaN(await waiting())).toBe(false);
    await eventually(waiting, (left) => left === 0, FOUND_WITHIN_MS);
    const links = await allLinks();
    const pairs = links.map(({ newer_id, older_id }) => [newer_id, older_id].sort().join(' '));
    expect(new Set(pairs).size).toBe(pairs.length);
    expect(links.length).toBeGreaterThanOrEqual((round + 1) * half);
    await service.kill();
  },
);
