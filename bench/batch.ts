// How fast batch-remember stores over HTTP, on a PostgreSQL server and on the embedded database:
//   npm run bench -- batch [--database-url URL] [--memories 100000] [--only server|embedded] [--no-fail] [--profile]
// One connection, 100 memories a request, one request after another. Without a URL (or BENCH_DATABASE_URL) it
// starts a PostgreSQL server of its own. Exits with 1 on a missed target.
import { readFile } from 'node:fs/promises';
import { cpus, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { namespaceOf } from '../src/agents/agent';
import { AgentClient } from './support/agent-client';
import { readBatchOptions, type BatchDatabase, type BatchOptions } from './support/batch-options';
import { batchBodies, insertBatches, postBatches, type BatchFigures } from './support/batch-run';
import type { Cleanup } from './support/cleanup';
import { commandLine } from './support/command-line';
import { selfTimes, type CpuProfile } from './support/cpu-profile';
import { createDatabase, serverVersion } from './support/fresh-database';
import { percentiles } from './support/percentiles';
import { ProcessProbe, PROBE_FILE } from './support/process-probe';
import { seededRandom } from './support/random';
import { sentenceMaker } from './support/sentences';
import { startService } from './support/service-process';
import { startTemporaryPostgres } from './support/temporary-postgres';
import { textTable } from './support/text-table';

const WARM_UP = 5_000;
const SEED = 20_261_121;
const PROFILED_FUNCTIONS = 40;
/** Memories a second that have to be reached. */
const WANTED: Readonly<Record<BatchDatabase, number>> = { server: 6_000, embedded: 3_000 };

interface Measured extends BatchFigures {
  name: string;
  /** Null: nothing is wanted of it. */
  wanted: number | null;
}

async function measureServer(options: BatchOptions, cleanup: Cleanup): Promise<Measured[]> {
  const server = options.databaseUrl ?? (await startTemporaryPostgres(cleanup));
  const databaseUrl = await createDatabase(server, cleanup);
  const name = await serverVersion(server);
  const figures = await measureService(options, databaseUrl, cleanup);
  const bare = await AgentClient.create(figures.url, figures.key, 'bench-bare');
  const sentence = sentenceMaker(seededRandom(SEED + 1));
  const sentences = Array.from({ length: options.memories }, sentence);
  const inserts = await insertBatches(databaseUrl, namespaceOf(bare.agentId), sentences);
  return [
    { name: `batch-remember, ${name}`, wanted: WANTED.server, ...figures },
    { name: `the bare INSERT through pg, ${name}`, wanted: null, ...inserts },
  ];
}

async function measureEmbedded(options: BatchOptions, cleanup: Cleanup): Promise<Measured[]> {
  const figures = await measureService(options, null, cleanup);
  return [{ name: 'batch-remember, embedded (PGlite)', wanted: WANTED.embedded, ...figures }];
}

async function measureService(
  options: BatchOptions,
  databaseUrl: string | null,
  cleanup: Cleanup,
): Promise<BatchFigures & { url: string; key: string }> {
  const sentence = sentenceMaker(seededRandom(SEED));
  const { url, key, child } = await startService({ databaseUrl, preload: [PROBE_FILE] }, cleanup);
  const warm = await AgentClient.create(url, key, 'bench-warm-up');
  await postBatches(url, warm, batchBodies(Array.from({ length: WARM_UP }, sentence)));
  const agent = await AgentClient.create(url, key, 'bench-batch');
  const bodies = batchBodies(Array.from({ length: options.memories }, sentence));
  const probe = new ProcessProbe(child);
  if (options.profile) await probe.startProfile();
  const figures = await postBatches(url, agent, bodies);
  if (options.profile) await printProfile(probe, databaseUrl === null ? 'embedded' : 'server');
  return { ...figures, url, key };
}

async function printProfile(probe: ProcessProbe, database: BatchDatabase): Promise<void> {
  const file = join(tmpdir(), `memory-bench-batch-${database}-${process.pid}.cpuprofile`);
  await probe.stopProfile(file);
  const profile = JSON.parse(await readFile(file, 'utf8')) as CpuProfile;
  const times = selfTimes(profile, PROFILED_FUNCTIONS);
  const rows = times.map(({ name, share }) => [name, `${(share * 100).toFixed(1)} %`]);
  console.log(`\n${textTable(['self time', 'share'], rows)}\n\nThe whole profile: ${file}`);
}

function row({ name, rate, times, wanted }: Measured): string[] {
  const { p50, p99 } = percentiles(times);
  const judged = wanted === null ? ['', ''] : [`at least ${wanted}`, rate >= wanted ? 'yes' : 'NO'];
  return [name, rate.toFixed(0), p50.toFixed(1), p99.toFixed(1), ...judged];
}

export async function main(cleanup: Cleanup): Promise<number> {
  const loadBefore = loadavg()[0] ?? 0;
  const options = readBatchOptions();
  const measured: Measured[] = [];
  if (options.only !== 'embedded') measured.push(...(await measureServer(options, cleanup)));
  if (options.only !== 'server') measured.push(...(await measureEmbedded(options, cleanup)));
  const header = ['what', 'memories/s', 'p50 ms', 'p99 ms', 'wanted', 'met'];
  console.log(`\n$ ${commandLine()}`);
  console.log(
    `Node ${process.version}, ${cpus().length} cores shared by all processes, load average before the start` +
      ` ${loadBefore.toFixed(1)}; ${options.memories} memories in requests of 100, one connection, one at a time\n`,
  );
  console.log(textTable(header, measured.map(row)));
  const isMet = measured.every(({ rate, wanted }) => wanted === null || rate >= wanted);
  return options.noFail || options.profile || isMet ? 0 : 1;
}
