import { eventually } from './support/eventually';
import { KILL_PLACES, type KillPlace } from './support/kill-places';
import { SeededRandom } from './support/seeded-random';
import { buildService, startService, type ServiceProcess } from './support/service-process';

const NO_LIMIT = { RATE_LIMIT_PER_MINUTE: '0' };
const MAX_MEMORIES = 40;
const MAX_BYTES = 4_000;
/** Holds to the number, and to the bytes. */
const AGENTS = { many: { max_memories: MAX_MEMORIES }, long: { max_bytes: MAX_BYTES } };
const CLIENTS = 4;
const ROUNDS = 5;
/** Answers to writers before a kill, at most. Agents are full from the second round on. */
const MOST_BEFORE_KILL = 60;
const LONGEST_TEXT = 100;
const WITHIN_MS = 60_000;

const seed = Number(process.env.QUOTA_TEST_SEED ?? Date.now() % 1_000_000);

interface Stored {
  id: string;
  content: string;
  title: string;
  metadata: object;
}

type Used = Record<'max_memories' | 'max_bytes', { used: number }>;

describe.each(KILL_PLACES)(`quotas on %s (QUOTA_TEST_SEED=${seed})`, (_, open) => {
  const random = new SeededRandom(seed);
  const agents = Object.keys(AGENTS);
  const tokens = new Map<string, string>();
  /** Of acknowledged writes, less those that a client asked to delete. */
  const kept = new Map(agents.map((agent) => [agent, new Set<string>()]));
  const answers = { ok: 0, refused: 0 };
  let opened: KillPlace;
  let service: ServiceProcess;

  /** Null when a quota refuses it. Throws a TypeError when the connection breaks. */
  async function call(method: string, agent: string, path: string, body?: object) {
    const token = tokens.get(agent);
    const response = await fetch(`${service.url}/api/v2/agents${agent && `/${agent}`}${path}`, {
      method,
      headers: {
        'Content-Type': 'application/json',
        ...(token !== undefined && { 'X-Session-Token': token }),
      },
      ...(body && { body: JSON.stringify(body) }),
    });
    if (response.status === 413) return null;
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
    return (await response.json()) as Record<string, unknown>;
  }

  async function activateAll(): Promise<void> {
    tokens.clear();
    for (const agent of agents) {
      const answer = await call('POST', agent, '/activate', {});
      tokens.set(agent, String(answer?.session_token));
    }
  }

  async function stored(agent: string): Promise<Stored[]> {
    const found: Stored[] = [];
    let cursor: unknown = null;
    do {
      const query = { status: 'all', limit: 100, ...(cursor !== null && { cursor }) };
      const page = await call('POST', agent, '/recall/all', query);
      found.push(...(page?.memories as Stored[]));
      cursor = page?.next_cursor ?? null;
    } while (cursor !== null);
    return found;
  }

  async function used(agent: string): Promise<{ memories: number; bytes: number }> {
    const { max_memories, max_bytes } = (await call('GET', agent, ''))?.quotas as Used;
    return { memories: max_memories.used, bytes: max_bytes.used };
  }

  const text = () => 'x'.repeat(1 + random.below(LONGEST_TEXT));

  async function add(agent: string): Promise<boolean> {
    const memories = Array.from({ length: 1 + random.below(3) }, () => ({ content: text() }));
    const answer = await call('POST', agent, '/batch-remember', { memories });
    for (const { id } of (answer?.results as { id: string }[] | undefined) ?? []) kept.get(agent)?.add(id);
    return answer !== null;
  }

  async function remove(agent: string): Promise<boolean> {
    const own = kept.get(agent) ?? new Set();
    if (own.size === 0) return true;
    const id = random.pick([...own]);
    // Before the answer: it may be gone without one.
    own.delete(id);
    return (await call('DELETE', agent, `/memories/${id}`)) !== null;
  }

  /** Of one that no other client deletes meanwhile. */
  async function lengthen(agent: string): Promise<boolean> {
    const own = kept.get(agent) ?? new Set();
    if (own.size === 0) return true;
    const id = random.pick([...own]);
    own.delete(id);
    const answer = await call('PATCH', agent, `/memories/${id}`, { content: text() });
    own.add(id);
    return answer !== null;
  }

  const WAYS = [add, add, add, remove, lengthen];

  /** Ends with the first request that the kill cuts off. */
  async function write(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      const way = random.pick(WAYS);
      const isDone = await way(random.pick(agents)).catch((error: unknown) => {
        if (error instanceof TypeError) return null;
        throw error;
      });
      if (isDone === null) return;
      answers[isDone ? 'ok' : 'refused']++;
    }
  }

  async function killUnderWriters(): Promise<void> {
    const before = answers.ok + answers.refused;
    const wanted = MOST_BEFORE_KILL - random.below(MOST_BEFORE_KILL / 2);
    const stopped = new AbortController();
    const writers = Promise.all(Array.from({ length: CLIENTS }, () => write(stopped.signal)));
    const isDue = () => answers.ok + answers.refused - before >= wanted;
    await Promise.race([eventually(isDue, Boolean, WITHIN_MS), writers]);
    await service.kill();
    stopped.abort();
    await writers;
  }

  /** What is counted is what is stored, which has every acknowledged write and is within the quota. */
  async function check(agent: string): Promise<void> {
    const memories = await stored(agent);
    const bytes = memories.reduce(
      (sum, { content, title, metadata }) =>
        sum + Buffer.byteLength(content) + Buffer.byteLength(title) + JSON.stringify(metadata).length,
      0,
    );
    expect(await used(agent)).toEqual({ memories: memories.length, bytes });
    const ids = new Set(memories.map(({ id }) => id));
    expect([...(kept.get(agent) ?? [])].filter((id) => !ids.has(id))).toEqual([]);
    expect(agent === 'many' ? memories.length : bytes).toBeLessThanOrEqual(
      agent === 'many' ? MAX_MEMORIES : MAX_BYTES,
    );
  }

  /** With memories of one character, until none finds room. */
  async function fill(agent: string): Promise<void> {
    while ((await call('POST', agent, '/remember', { content: 'y' })) !== null);
  }

  beforeAll(async () => {
    buildService();
    opened = await open();
    service = await startService(opened.env, NO_LIMIT);
    for (const [agent_id, quota] of Object.entries(AGENTS))
      await call('POST', '', '', { agent_id, ...quota });
    await activateAll();
  });

  afterAll(async () => {
    await service.kill();
    await opened.close();
  });

  it('are kept exactly when the process is killed under its writers, and take and free no room', async () => {
    for (let round = 0; round < ROUNDS; round++) {
      await killUnderWriters();
      service = await startService(opened.env, NO_LIMIT);
      await activateAll();
      for (const agent of agents) await check(agent);
    }
    expect(answers.refused).toBeGreaterThan(0);
    for (const agent of agents) {
      await fill(agent);
      await check(agent);
    }
    // Full to the last place, and to less than what the smallest memory takes.
    expect((await used('many')).memories).toBe(MAX_MEMORIES);
    expect((await used('long')).bytes).toBeGreaterThan(MAX_BYTES - 'y'.length - 'y'.length - '{}'.length);
  });
});
