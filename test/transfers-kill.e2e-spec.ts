import { eventually } from './support/eventually';
import { KILL_PLACES, type KillPlace } from './support/kill-places';
import { ON_PREM } from './support/kind-of-run';
import { SeededRandom } from './support/seeded-random';
import { buildService, startService, type ServiceProcess } from './support/service-process';

const NO_LIMIT = { RATE_LIMIT_PER_MINUTE: '0' };
const MEMORIES = 300;
/** Of them copied, not moved. */
const COPIED = 60;
const BATCH = 100;
const CLIENTS = 6;
const ROUNDS = 5;
/** Transfers that are acknowledged before a kill, at most. */
const MOST_BEFORE_KILL = 40;
const WITHIN_MS = 30_000;

const seed = Number(process.env.TRANSFER_TEST_SEED ?? Date.now() % 1_000_000);

describe.each(KILL_PLACES)(`transfers on %s (TRANSFER_TEST_SEED=${seed})`, (_, open) => {
  const random = new SeededRandom(seed);
  const shuffled = (ids: readonly string[]) => random.sample(ids, ids.length);
  const tokens = new Map<string, string>();
  const done = new Set<string>();
  let opened: KillPlace;
  let service: ServiceProcess;
  let moved: string[];
  let copied: string[];

  async function call(method: string, agent: string, path: string, body?: object, key?: string) {
    const token = tokens.get(agent);
    const response = await fetch(`${service.url}/api/v2/agents${agent && `/${agent}`}${path}`, {
      method,
      headers: {
        'Content-Type': 'application/json',
        ...(token !== undefined && { 'X-Session-Token': token }),
        ...(key !== undefined && { 'Idempotency-Key': key }),
      },
      ...(body && { body: JSON.stringify(body) }),
    });
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
    return (await response.json()) as Record<string, unknown>;
  }

  async function activateBoth(): Promise<void> {
    tokens.clear();
    for (const agent of ['from', 'to']) {
      const { session_token: token } = await call('POST', agent, '/activate', {});
      tokens.set(agent, String(token));
    }
  }

  async function idsOf(agent: string): Promise<string[]> {
    const found: string[] = [];
    let cursor: unknown = null;
    do {
      const page = await call('POST', agent, '/recall/all', {
        limit: 100,
        ...(cursor !== null && { cursor }),
      });
      found.push(...(page.memories as { id: string }[]).map(({ id }) => id));
      cursor = page.next_cursor;
    } while (cursor !== null);
    return found;
  }

  /** A copy has its memory's id as its key, so that it is made once. */
  const transfer = (id: string) =>
    copied.includes(id)
      ? call('POST', 'from', `/memories/${id}/copy`, { to: 'to' }, id)
      : call('POST', 'from', `/memories/${id}/move`, { to: 'to' });

  /** Of some memories, until the kill cuts a request off. */
  async function work(queue: string[], mayFail: boolean): Promise<void> {
    for (let id = queue.pop(); id !== undefined; id = queue.pop()) {
      const answer = await transfer(id).catch((error: unknown) => {
        if (!mayFail || !isCutOff(error)) throw error;
        return null;
      });
      if (answer === null) return;
      done.add(id);
    }
  }

  const together = (queue: string[], mayFail: boolean) =>
    Promise.all(Array.from({ length: CLIENTS }, () => work(queue, mayFail)));

  async function killUnderClients(): Promise<void> {
    const before = done.size;
    const wanted = 1 + random.below(MOST_BEFORE_KILL);
    const queue = shuffled([...moved, ...copied].filter((id) => !done.has(id)));
    const clients = together(queue, true);
    const isDue = () => done.size - before >= wanted || queue.length === 0;
    await eventually(isDue, Boolean, WITHIN_MS);
    await service.kill();
    await clients;
  }

  /** Each memory is somewhere, and those of acknowledged moves are there only. */
  async function check(): Promise<void> {
    const [from, to] = [await idsOf('from'), await idsOf('to')];
    expect([new Set(from).size, new Set(to).size]).toEqual([from.length, to.length]);
    const [here, there] = [new Set(from), new Set(to)];
    expect(moved.filter((id) => !here.has(id) && !there.has(id))).toEqual([]);
    expect(moved.filter((id) => done.has(id) && (here.has(id) || !there.has(id)))).toEqual([]);
    // An external backend has no transactions: the same move again takes it away.
    if (!ON_PREM) expect(moved.filter((id) => here.has(id) && there.has(id))).toEqual([]);
    expect(copied.filter((id) => !here.has(id))).toEqual([]);
  }

  beforeAll(async () => {
    buildService();
    opened = await open();
    service = await startService(opened.env, NO_LIMIT);
    for (const agent_id of ['from', 'to']) await call('POST', '', '', { agent_id });
    await activateBoth();
    for (let at = 0; at < MEMORIES; at += BATCH) {
      const memories = Array.from({ length: BATCH }, (_each, n) => ({ content: `Fact number ${at + n}` }));
      await call('POST', 'from', '/batch-remember', { memories });
    }
    const ids = shuffled(await idsOf('from'));
    [copied, moved] = [ids.slice(0, COPIED), ids.slice(COPIED)];
    for (const id of moved.slice(0, 20)) await call('PATCH', 'from', `/memories/${id}`, { title: 'Edited' });
  });

  afterAll(async () => {
    await service.kill();
    await opened.close();
  });

  it('that a kill breaks off lose no memory and double none', async () => {
    for (let round = 0; round < ROUNDS; round++) {
      await killUnderClients();
      service = await startService(opened.env, NO_LIMIT);
      await activateBoth();
      await check();
    }
    // As clients without an answer do, also those whose answers came.
    await together([...moved, ...copied], false);
    await check();
    const [from, to] = [await idsOf('from'), await idsOf('to')];
    expect(from.sort()).toEqual([...copied].sort());
    expect(to).toHaveLength(MEMORIES);
    for (const id of moved.slice(0, 20)) {
      const { entries } = (await call('GET', 'to', `/memories/${id}/history`)) as {
        entries: { event: string }[];
      };
      const events = entries.map(({ event }) => event);
      expect(events).toEqual(ON_PREM ? ['created'] : ['edited', 'edited', 'created']);
    }
  });
});

/** The connection broke, or the service was not there. */
function isCutOff(error: unknown): boolean {
  return error instanceof TypeError;
}
