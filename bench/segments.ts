// The first recall after a start with recall index segments (docs/adr/0046) and without them, by turns, on PostgreSQL:
//   npm run bench -- segments [--database-url URL] [--sizes 1000,10000,100000] [--rounds 5] [--agents 0] [--each 5000]
//     [--writes 10000]
// `--agents 200` measures as many agents one after another; `--writes 0` leaves out what segments cost writes. Without a
// URL (or BENCH_DATABASE_URL) it starts a PostgreSQL server of its own.
import { cpus, loadavg } from 'node:os';
import { namespaceOf } from '../src/agents/agent';
import { AgentClient } from './support/agent-client';
import { batchBodies, postBatches } from './support/batch-run';
import { Cleanup } from './support/cleanup';
import { commandLine } from './support/command-line';
import { createDatabase, runStatement, serverVersion } from './support/fresh-database';
import { fillMemories } from './support/memory-filler';
import { count, counts, databaseUrl, readOptions } from './support/options';
import { percentiles } from './support/percentiles';
import { pollUntil } from './support/polling';
import { seededRandom } from './support/random';
import { sentenceMaker } from './support/sentences';
import { startService, type ServiceProcess } from './support/service-process';
import { startTemporaryPostgres } from './support/temporary-postgres';
import { textTable } from './support/text-table';

const SEED = 20_261_123;
const INDEX_MEMORY_MB = 2_048;
const WRITTEN_LIMIT_MS = 900_000;
const SIDES = ['true', 'false'] as const;
/** Requests of 100 memories between two recalls. */
const BATCHES_A_RECALL = 5;
const WRITE_ROUNDS = 12;

type Side = (typeof SIDES)[number];

/** Starts a service for some work, and stops it. */
async function withService<T>(
  databaseUrl: string,
  side: Side,
  work: (service: ServiceProcess) => Promise<T>,
): Promise<T> {
  const cleanup = new Cleanup();
  const settings = { RECALL_SEGMENTS: side };
  try {
    return await work(await startService({ databaseUrl, settings, indexMemoryMb: INDEX_MEMORY_MB }, cleanup));
  } finally {
    await cleanup.run();
  }
}

async function secondsOf(work: () => Promise<unknown>): Promise<number> {
  const begun = performance.now();
  await work();
  return (performance.now() - begun) / 1000;
}

async function countOf(databaseUrl: string, table: string): Promise<number> {
  const [row] = await runStatement(databaseUrl, `SELECT count(*)::float8 AS count FROM ${table}`);
  return Number(row?.count);
}

/** Fills so many agents, and recalls from each until all have a segment. */
async function prepared(databaseUrl: string, agents: number, memories: number): Promise<AgentClient[]> {
  return withService(databaseUrl, 'true', async ({ url, key }) => {
    const clients: AgentClient[] = [];
    for (let n = 0; n < agents; n++) clients.push(await AgentClient.create(url, key, `segments-${n}`));
    const random = seededRandom(SEED);
    const fillings = clients.map(({ agentId }) => ({ namespace: namespaceOf(agentId), count: memories }));
    await fillMemories(databaseUrl, fillings, sentenceMaker(random), random);
    for (const client of clients) await client.recall('a question', 10);
    if (memories >= 1_000) {
      await pollUntil('All segments are written', WRITTEN_LIMIT_MS, async () => {
        return (await countOf(databaseUrl, 'recall_segments')) === agents;
      });
    }
    return clients;
  });
}

interface StartFigures {
  agents: number;
  memories: number;
  seconds: Record<Side, number>;
  /** Bytes of the segments in percent of those of the memories. */
  space: number;
}

async function measureStarts(
  databaseUrl: string,
  agents: number,
  memories: number,
  rounds: number,
): Promise<StartFigures> {
  const clients = await prepared(databaseUrl, agents, memories);
  const seconds: Record<Side, number[]> = { true: [], false: [] };
  const question = sentenceMaker(seededRandom(SEED + 1))();
  for (let round = 0; round < rounds; round++) {
    for (const side of round % 2 === 0 ? SIDES : SIDES.toReversed()) {
      const taken = await withService(databaseUrl, side, ({ url }) =>
        secondsOf(async () => {
          for (const client of clients) await client.on(url).recall(question, 10);
        }),
      );
      seconds[side].push(taken);
    }
  }
  const [row] = await runStatement(
    databaseUrl,
    `SELECT 100 * (pg_total_relation_size('recall_segments') + pg_total_relation_size('recall_segment_chunks'))::float8
       / pg_total_relation_size('memories') AS share`,
  );
  const median = (side: Side) => percentiles(seconds[side]).p50;
  return {
    agents,
    memories,
    seconds: { true: median('true'), false: median('false') },
    space: Number(row?.share),
  };
}

/** The time of writes with segments in percent of that without, by pairs, and the segments that were written. */
async function measureWrites(
  databaseUrl: string,
  memories: number,
): Promise<{ pairs: number[]; written: number }> {
  return withService(databaseUrl, 'true', (on) =>
    withService(databaseUrl, 'false', async (off) => {
      const sides: { url: string; agent: AgentClient }[] = [];
      for (const [n, { url, key }] of [on, off].entries()) {
        sides.push({ url, agent: await AgentClient.create(url, key, `writes-${n}`) });
      }
      const sentence = sentenceMaker(seededRandom(SEED));
      const pairs: number[] = [];
      for (let round = 0; round < WRITE_ROUNDS; round++) {
        const bodies = batchBodies(Array.from({ length: memories / WRITE_ROUNDS }, sentence));
        const seconds: number[] = [];
        for (const at of round % 2 === 0 ? [0, 1] : [1, 0]) {
          const { url, agent } = sides[at]!;
          seconds[at] = await secondsOf(async () => {
            for (let from = 0; from < bodies.length; from += BATCHES_A_RECALL) {
              await postBatches(url, agent, bodies.slice(from, from + BATCHES_A_RECALL));
              await agent.recall(sentence(), 10);
            }
          });
        }
        pairs.push((100 * seconds[0]!) / seconds[1]!);
      }
      return { pairs, written: await countOf(databaseUrl, 'recall_segments') };
    }),
  );
}

function row({ agents, memories, seconds, space }: StartFigures): string[] {
  const ms = (each: number) => (each * 1000).toFixed(0);
  const share = memories < 1_000 ? '' : `${space.toFixed(0)} %`;
  return [`${agents} × ${memories}`, ms(seconds.false), ms(seconds.true), share];
}

export async function main(cleanup: Cleanup): Promise<number> {
  const loadBefore = loadavg()[0] ?? 0;
  const options = readOptions({
    databaseUrl,
    sizes: counts([1_000, 10_000, 100_000]),
    rounds: count(5),
    agents: count(0, 0),
    each: count(5_000),
    writes: count(12_000, 0),
  });
  const server = options.databaseUrl ?? (await startTemporaryPostgres(cleanup));
  // An index that hardly takes time shows what else a first recall takes.
  const sizes = [1, ...options.sizes].map((size) => [1, size] as const);
  const many = options.agents > 0 ? [[options.agents, options.each] as const] : [];
  const figures: StartFigures[] = [];
  for (const [agents, memories] of [...sizes, ...many]) {
    const databaseUrl = await createDatabase(server, cleanup);
    figures.push(await measureStarts(databaseUrl, agents, memories, options.rounds));
  }
  console.log(`\n$ ${commandLine()}`);
  console.log(
    `Node ${process.version}, ${cpus().length} cores, load average before the start ${loadBefore.toFixed(1)}, ` +
      `${await serverVersion(server)}\n`,
  );
  const header = ['agents × memories', 'without segments, ms', 'with segments, ms', 'space'];
  console.log(textTable(header, figures.map(row)));
  if (options.writes > 0) {
    const databaseUrl = await createDatabase(server, cleanup);
    const { pairs, written } = await measureWrites(databaseUrl, options.writes);
    const { p50 } = percentiles(pairs);
    console.log(
      `\nWrites and recalls take ${p50.toFixed(1)} % of the time without segments (median of ${pairs.length} pairs, ` +
        `${Math.min(...pairs).toFixed(0)} to ${Math.max(...pairs).toFixed(0)} %; segments written: ${written})`,
    );
  }
  return 0;
}
