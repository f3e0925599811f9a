import { setTimeout as pause } from 'node:timers/promises';
import { AgentClient } from '../../bench/support/agent-client';
import { eventually } from '../support/eventually';
import { buildService, startService, type ServiceProcess } from '../support/service-process';
import { shownMetric } from '../support/shown-metric';
import { describeDatabases, newHome, type Home } from './load/home';
import { between, chosenRounds, chosenSeed, seeded } from './load/random';

const ROUNDS = Math.min(6, chosenRounds(6));
/** Enough for a segment. */
const MEMORIES = 1_500;
const BATCH = 100;
/** A segment is written 1 s after the index is built; this is around its writing. */
const KILL_MS = [900, 1_400] as const;

describeDatabases('a service that is killed while it writes recall index segments', (kind) => {
  const random = seeded(chosenSeed(`segments, ${kind}`));
  let home: Home;
  let service: ServiceProcess;
  let agent: AgentClient;
  let stored = 0;

  beforeAll(async () => {
    buildService();
    home = await newHome(kind);
    service = await startService(home.env);
    agent = await AgentClient.create(service.url, home.env.SERVICE_SECRET_KEY, 'kept');
  }, 120_000);

  afterAll(async () => {
    await service.kill();
    await home.remove();
  });

  async function store(count: number): Promise<string[]> {
    const ids: string[] = [];
    for (let left = count; left > 0; left -= BATCH) {
      const contents = Array.from(
        { length: Math.min(BATCH, left) },
        () => `memory with word${stored++} in it`,
      );
      ids.push(...(await agent.rememberBatch(contents)));
    }
    return ids;
  }

  async function restart(): Promise<void> {
    await service.kill();
    service = await startService(home.env);
    agent = agent.on(service.url);
  }

  const metric = (name: string): Promise<number> => shownMetric(service.url, name);

  const loaded = () => metric('recall_index_starts_total{origin="loaded"}');

  it.each(Array.from({ length: ROUNDS }, (_, i) => i + 1))(
    'finds all memories after the next start (round %d)',
    async () => {
      const ids = await store(MEMORIES);
      await agent.recall('memory', 10);
      await pause(between(random, ...KILL_MS));
      await restart();
      for (const at of [0, ids.length >> 1, ids.length - 1]) {
        const [best] = await agent.recall(`word${stored - ids.length + at}`, 1);
        expect(best).toBe(ids[at]);
      }
    },
    120_000,
  );

  it('loads the segment of a killed process, and finds no memory that was deleted since', async () => {
    const [gone = '', ...others] = await store(MEMORIES);
    const first = `word${stored - MEMORIES}`;
    // The round before may have left the index as it is: one built now is written.
    await eventually(
      async () => {
        await agent.recall('memory', 10);
        return metric('recall_segments_total{outcome="written"}');
      },
      (written) => written > 0,
    );
    await restart();
    expect(await agent.recall(first, 1)).toEqual([gone]);
    expect(await loaded()).toBe(1);
    await agent.delete(gone);
    await restart();
    expect(await agent.recall(first, 10)).not.toContain(gone);
    expect(await agent.recall(`word${stored - 1}`, 1)).toEqual([others.at(-1)]);
  }, 240_000);
});
