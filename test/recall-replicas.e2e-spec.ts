import { newTestStore, type TestStore } from './support/database';
import { activateAgent, openAgent, ReplicaPool, SoleTarget, type Target } from './support/replica-pool';
import { FILLER } from './support/replica-check';
import { SeededRandom } from './support/seeded-random';
import { AgentTraffic, MOST_MEMORIES, STATUSES, WORDS } from './support/replica-traffic';
import { buildService } from './support/service-process';
import { startTestApp, type TestApp } from './support/test-app';
import { describeEmbedded } from './support/kind-of-run';

const AGENT = 'shared';
const WRITERS = 10;
const READERS = 6;
/** Writes acknowledged in each round, or its time when that is over before; half-way a process is killed. */
const WRITES_A_ROUND = 400;
const ROUNDS = 3;
const ROUND_MS = 6_000;

const seed = Number(process.env.RECALL_TEST_SEED ?? Date.now() % 1_000_000);
const onServer = process.env.TEST_DATABASE_URL ? describeEmbedded : describe.skip;

onServer('recall through two processes on one database (PostgreSQL server only)', () => {
  let store: TestStore;
  let random: SeededRandom;
  let replicas: ReplicaPool;
  let traffic: AgentTraffic;

  beforeAll(async () => {
    buildService();
    store = await newTestStore();
    random = new SeededRandom(seed);
    replicas = new ReplicaPool(store.env, random);
    await replicas.start(2);
    traffic = new AgentTraffic(replicas, random, AGENT, await openAgent(replicas, AGENT));
  });

  afterAll(async () => {
    await replicas.killAll();
    await store.remove();
  });

  /** Writes and recalls side by side until enough is written; one process dies half-way and comes back. */
  async function round(): Promise<void> {
    const from = traffic.acknowledged;
    const begun = performance.now();
    const progress = { failed: false, restart: null as Promise<void> | null };
    const part = () => {
      return Math.max((traffic.acknowledged - from) / WRITES_A_ROUND, (performance.now() - begun) / ROUND_MS);
    };
    const isOver = () => progress.failed || part() >= 1;
    const loop = async (act: () => Promise<void>) => {
      while (!isOver()) {
        await act().catch((error: unknown) => {
          progress.failed = true;
          throw error;
        });
        if (part() >= 0.5) progress.restart ??= killAndRestart();
      }
    };
    await together([
      ...Array.from({ length: WRITERS }, () => loop(() => traffic.writeAndLook())),
      ...Array.from({ length: READERS }, () => loop(() => traffic.recall())),
    ]).finally(() => progress.restart);
  }

  async function killAndRestart(): Promise<void> {
    await replicas.killOne();
    await replicas.start(1);
  }

  it.each(Array.from({ length: ROUNDS }, (_, i) => i + 1))(
    'reflects every acknowledged write of many writers, while a process is killed (round %d)',
    async () => {
      await round();
      await together([traffic.askAll()]);
      // Neighbours are neighbours within a session only, so there are several.
      traffic.token = await activateAgent(replicas, AGENT);
    },
  );

  it('was under fire: writes and recalls, and requests that were never answered', () => {
    expect(traffic.acknowledged).toBeGreaterThan(100);
    expect(traffic.recalls).toBeGreaterThan(100);
    expect(traffic.unknown).toBeGreaterThan(0);
  });

  it('gives the same memories, order and scores in processes of different histories', async () => {
    await replicas.start(1);
    const answers = await Promise.all(replicas.urls.map((url) => fullAnswers(url, traffic.token)));
    expect(answers).toHaveLength(3);
    expect(answers[0]?.some((answer) => answer.memories.length > 1)).toBe(true);
    for (const answer of answers) expect(answer).toEqual(answers[0]);
  });
});

interface FullAnswer {
  question: object;
  /** Best first. */
  memories: { id: string; score: number }[];
}

/** The answers of one process to many questions. */
async function fullAnswers(url: string, token: string): Promise<FullAnswer[]> {
  const answers: FullAnswer[] = [];
  for (const question of questions()) {
    const response = await fetch(`${url}/api/v2/agents/${AGENT}/recall`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'X-Session-Token': token },
      body: JSON.stringify(question),
    });
    const { memories } = (await response.json()) as FullAnswer;
    answers.push({ question, memories: memories.map(({ id, score }) => ({ id, score })) });
  }
  return answers;
}

function questions(): object[] {
  const texts = [...WORDS, ...WORDS.map((word, i) => `${word} ${WORDS[(i + 1) % WORDS.length]}`)];
  return texts.flatMap((query) =>
    STATUSES.flatMap((status) => [1, 7, 100].map((limit) => ({ query, status, limit }))),
  );
}

const AGENTS = 5;
/** Three of the indexes fit into the budget of 1 MB, not all five: they are evicted and made again all the time. */
const FILLERS = 900;
const LARGE = 2_000;
const CLIENTS = 4;
const STEPS = 5;

describeEmbedded('recall with less memory than the indexes need', () => {
  const target = new SoleTarget(() => app.url);
  let store: TestStore;
  let app: TestApp;
  let crowd: AgentTraffic[];

  beforeAll(async () => {
    store = await newTestStore({ RECALL_INDEX_MEMORY_MB: 1 });
    // Of the memory of one process.
    app = await startTestApp({ store, alone: true });
    crowd = [];
    for (let i = 0; i < AGENTS; i++) crowd.push(await filledAgent(target, `crowd${i}`, FILLERS));
  });

  afterAll(async () => {
    await app.close();
    await store.remove();
  });

  it('stays exact while indexes are evicted and made again beside writes', async () => {
    await Promise.all(crowd.map((traffic) => clientsOf(traffic)));
    for (const traffic of crowd) await together([traffic.askAll()]);
    for (const traffic of crowd) expect(traffic.recalls).toBeGreaterThan(STEPS);
  });

  it('sees everything in the first recalls after activation, while others recall and write', async () => {
    const { memories } = await filledAgent(target, 'large', LARGE);
    expect(memories.size).toBe(0);
    await app.close();
    app = await startTestApp({ store, alone: true, env: { RECALL_INDEX_MEMORY_MB: 16 } });
    const token = await activateAgent(target, 'large');
    const traffic = new AgentTraffic(target, new SeededRandom(seed), 'large', token);
    const beside = [clientsOf(crowd[0]!), clientsOf(traffic)];
    const firsts = await Promise.all(Array.from({ length: 8 }, () => fillersFound(target, 'large', token)));
    // Memories of the traffic can be found beside them, through a neighbour.
    expect(firsts.filter((found) => found < LARGE || found > LARGE + MOST_MEMORIES)).toEqual([]);
    await Promise.all(beside);
  });
});

/** An agent with memories that no recall of the traffic asks for; its index has not been made yet. */
async function filledAgent(target: Target, agentId: string, count: number): Promise<AgentTraffic> {
  const token = await openAgent(target, agentId);
  const random = new SeededRandom(seed);
  for (let from = 0; from < count; from += 100) {
    const memories = Array.from({ length: 100 }, () => ({ content: filler(random) }));
    const answer = await target.request('POST', `/${agentId}/batch-remember`, token, { memories });
    expect(answer?.status).toBe(200);
  }
  return new AgentTraffic(target, random, agentId, token);
}

function filler(random: SeededRandom): string {
  const words = Array.from({ length: 10 }, () => `word${random.below(300)}`);
  return [FILLER, ...words].join(' ');
}

async function fillersFound(target: Target, agentId: string, token: string): Promise<number> {
  const query = { query: FILLER, limit: 1, explain: true };
  const answer = await target.request('POST', `/${agentId}/recall`, token, query);
  return (answer?.body as { explain: { candidates: number } }).explain.candidates;
}

/** Clients side by side, each with writes and recalls in turn. */
async function clientsOf(traffic: AgentTraffic): Promise<void> {
  const client = async () => {
    for (let step = 0; step < STEPS; step++) {
      await traffic.write();
      await traffic.recall();
    }
  };
  await together(Array.from({ length: CLIENTS }, client));
}

/** Waits for the end of all, so that none runs on into the next test; the first failure is reported with the seed. */
async function together(work: readonly Promise<void>[]): Promise<void> {
  const failed = (await Promise.allSettled(work)).find((end) => end.status === 'rejected');
  if (failed) throw new Error(`Seed ${seed}: ${String(failed.reason)}`);
}
