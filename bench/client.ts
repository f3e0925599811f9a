// What the TypeScript client costs: a recall through it beside the same recall by `fetch` alone, and the heap of a
// process that lists an agent with `agent.all()`:
//   npm run bench -- client [--database-url URL] [--recalls 1500] [--memories 100000] [--no-fail]
// Both recalls run one at a time, by turns, with the same key. Without a URL (or BENCH_DATABASE_URL) it starts a PostgreSQL
// server of its own. Exits with 1 on a missed target.
import { execFileSync } from 'node:child_process';
import { createRequire } from 'node:module';
import { cpus, loadavg } from 'node:os';
import { join, resolve } from 'node:path';
import { AgentClient } from './support/agent-client';
import type { Cleanup } from './support/cleanup';
import { commandLine } from './support/command-line';
import { createDatabase, runStatement, serverVersion } from './support/fresh-database';
import { count, databaseUrl, flag, readOptions } from './support/options';
import { percentiles } from './support/percentiles';
import { plantMemories } from './support/planted-memories';
import { startService } from './support/service-process';
import { startTemporaryPostgres } from './support/temporary-postgres';
import { textTable } from './support/text-table';

const RECALLED = 'bench-client-recall';
const RECALLED_MEMORIES = 1_000;
const LISTED = 'bench-client-list';
const LIMIT = 10;
/** Milliseconds. */
const WANTED_MORE = 0.3;
/** MB. */
const WANTED_HEAP = 30;

const options = readOptions({ databaseUrl, recalls: count(1500), memories: count(100_000), noFail: flag });
const recalls = options.recalls;
const memories = options.memories;

const packageFolder = resolve(__dirname, '../packages/client');
const CLIENT = join(packageFolder, 'dist/cjs/agent-memory.js');

/** The part of the package that is used here. */
interface ClientPackage {
  AgentMemory: new (options: { baseUrl: string; apiKey: string }) => {
    agent(id: string): { recall(query: string, options: { limit: number }): Promise<{ count: number }> };
  };
}

interface Target {
  url: string;
  key: string;
}

/** The package as it is installed. */
function buildPackage(): ClientPackage {
  execFileSync(process.execPath, [join(packageFolder, 'scripts/build.mjs')], { stdio: 'inherit' });
  return createRequire(__filename)(CLIENT) as ClientPackage;
}

type Recall = (query: string) => Promise<{ count: number }>;

function throughFetch({ url, key }: Target): Recall {
  const headers = { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' };
  return async (query) => {
    const body = JSON.stringify({ query, limit: LIMIT });
    const response = await fetch(`${url}/api/v2/agents/${RECALLED}/recall`, {
      method: 'POST',
      headers,
      body,
    });
    return (await response.json()) as { count: number };
  };
}

function throughClient({ AgentMemory }: ClientPackage, { url, key }: Target): Recall {
  const agent = new AgentMemory({ baseUrl: url, apiKey: key }).agent(RECALLED);
  return (query) => agent.recall(query, { limit: LIMIT });
}

/** Milliseconds. */
async function timeOf(recall: Recall, query: string): Promise<number> {
  const start = performance.now();
  const { count } = await recall(query);
  const milliseconds = performance.now() - start;
  if (count !== LIMIT) throw new Error(`A recall found ${count} memories`);
  return milliseconds;
}

/** By turns, so that what else the machine does hits both; the first third warms up. */
async function measureRecalls(
  fetched: Recall,
  client: Recall,
): Promise<{ fetch: number[]; client: number[] }> {
  const times = { fetch: [] as number[], client: [] as number[] };
  for (let i = -Math.ceil(recalls / 2); i < recalls; i++) {
    const query = `memory number ${Math.abs(i) % RECALLED_MEMORIES}`;
    const fetchTime = await timeOf(fetched, query);
    const clientTime = await timeOf(client, query);
    if (i < 0) continue;
    times.fetch.push(fetchTime);
    times.client.push(clientTime);
  }
  return times;
}

/** The highest heap in use of a process that lists all memories, in MB (10^6 bytes). */
function measureListing({ url, key }: Target): { count: number; heap: number } {
  const program = join(__dirname, 'support/listing-process.cjs');
  const printed = execFileSync(process.execPath, [program, CLIENT, url, key, LISTED], { encoding: 'utf8' });
  return JSON.parse(printed) as { count: number; heap: number };
}

async function prepare(server: string, cleanup: Cleanup): Promise<Target> {
  const databaseUrl = await createDatabase(server, cleanup);
  const { url, key: management } = await startService({ databaseUrl }, cleanup);
  const agent = await AgentClient.create(url, management, RECALLED);
  await AgentClient.create(url, management, LISTED);
  await plantMemories(databaseUrl, RECALLED, RECALLED_MEMORIES);
  await plantMemories(databaseUrl, LISTED, memories);
  await runStatement(databaseUrl, 'VACUUM (ANALYZE) memories');
  return { url, key: await agent.createKey([RECALLED, LISTED]) };
}

export async function main(cleanup: Cleanup): Promise<number> {
  const loadBefore = loadavg()[0] ?? 0;
  const clientPackage = buildPackage();
  const server = options.databaseUrl ?? (await startTemporaryPostgres(cleanup));
  const target = await prepare(server, cleanup);
  const times = await measureRecalls(throughFetch(target), throughClient(clientPackage, target));
  const [fetched, client] = [percentiles(times.fetch), percentiles(times.client)];
  const more = percentiles(times.client.map((time, i) => time - (times.fetch[i] ?? 0))).p50;
  const { count, heap } = measureListing(target);
  if (count !== memories) throw new Error(`${count} of ${memories} memories were listed`);

  console.log(`\n$ ${commandLine()}`);
  console.log(
    `Node ${process.version}, ${await serverVersion(server)}, ${cpus().length} cores shared by all processes, load` +
      ` average before the start ${loadBefore.toFixed(1)}; ${recalls} recalls each, by turns\n`,
  );
  const isMet = more < WANTED_MORE && heap < WANTED_HEAP;
  const rows = [
    ['recall by fetch, median (p95)', `${fetched.p50.toFixed(2)} (${fetched.p95.toFixed(2)}) ms`, ''],
    ['recall by the client, median (p95)', `${client.p50.toFixed(2)} (${client.p95.toFixed(2)}) ms`, ''],
    ['client more than fetch, median of pairs', `${more.toFixed(2)} ms`, `under ${WANTED_MORE} ms`],
    [
      `heap of agent.all() over ${count} memories, highest`,
      `${heap.toFixed(1)} MB`,
      `under ${WANTED_HEAP} MB`,
    ],
  ];
  console.log(textTable(['what', 'figure', 'wanted'], rows));
  return isMet || options.noFail ? 0 : 1;
}
