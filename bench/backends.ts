// How fast listings and writes are with an external backend, beside the embedded one, by turns and one at a time:
//   npm run bench -- backends [--memories 4000] [--requests 50] [--no-fail]
// The external backend is the backend server of this repository. All three processes have embedded databases. Exits with
// 1 on a missed target.
import { cpus, loadavg } from 'node:os';
import { AgentClient } from './support/agent-client';
import type { Cleanup } from './support/cleanup';
import { commandLine } from './support/command-line';
import { count, flag, readOptions } from './support/options';
import { percentiles } from './support/percentiles';
import { startService } from './support/service-process';
import { textTable } from './support/text-table';

const BATCH = 100;
const REFERENCES = 20;

const options = readOptions({ memories: count(4_000), requests: count(50), noFail: flag });

interface Kind {
  name: string;
  path: string;
  /** Of the request with this number. */
  body: (at: number) => object;
  /** Milliseconds at p50 with the external backend. */
  wanted: number;
}

const KINDS: readonly Kind[] = [
  { name: 'recent, limit 10', path: 'recall/recent', body: () => ({ limit: 10 }), wanted: 60 },
  {
    name: 'changed-since of the last ten',
    path: 'recall/changed-since',
    body: () => ({ since: new Date(Date.now() - 3_600_000).toISOString(), limit: 10 }),
    wanted: 60,
  },
  {
    name: 'upsert',
    path: 'remember',
    body: (at) => ({
      content: `Upserted text number ${at}`,
      source_ref: `reference-${at % REFERENCES}`,
      upsert: true,
    }),
    wanted: 100,
  },
  { name: 'remember', path: 'remember', body: (at) => ({ content: `New memory number ${at}` }), wanted: 100 },
];

/** Milliseconds to the last byte. Throws if the request fails. */
async function timeOf(agent: AgentClient, url: string, { path, body }: Kind, at: number): Promise<number> {
  const start = performance.now();
  const response = await fetch(`${url}${agent.path}/${path}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'X-Session-Token': agent.sessionToken },
    body: JSON.stringify(body(at)),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${path}: ${response.status} ${text.slice(0, 300)}`);
  return performance.now() - start;
}

interface Side {
  name: string;
  url: string;
  agent: AgentClient;
  /** By the name of the kind. */
  times: Map<string, number[]>;
}

async function plant(name: string, url: string): Promise<Side> {
  const agent = await AgentClient.create(url, null, 'bench-backends');
  for (let at = 0; at < options.memories; at += BATCH) {
    const length = Math.min(BATCH, options.memories - at);
    await agent.rememberBatch(Array.from({ length }, (_, n) => `Memory number ${at + n} says what it says`));
  }
  return { name, url, agent, times: new Map() };
}

/** The times of each kind on each side, and of the first listing. */
async function measure(sides: readonly Side[]): Promise<void> {
  for (const side of sides)
    side.times.set('first', [await timeOf(side.agent, side.url, KINDS[0] as Kind, 0)]);
  for (const kind of KINDS) {
    for (const side of sides) side.times.set(kind.name, []);
    for (let at = 0; at < options.requests; at++) {
      for (const { agent, url, times } of sides) {
        times.get(kind.name)?.push(await timeOf(agent, url, kind, at));
      }
    }
  }
}

async function startBoth(cleanup: Cleanup): Promise<Side[]> {
  const embedded = await startService({ databaseUrl: null }, cleanup);
  const server = await startService({ databaseUrl: null, program: 'backend-main' }, cleanup);
  const settings = { BACKEND_MODE: 'on-prem', BACKEND_URL: server.url };
  const external = await startService({ databaseUrl: null, settings }, cleanup);
  return [await plant('embedded', embedded.url), await plant('on-prem', external.url)];
}

export async function main(cleanup: Cleanup): Promise<number> {
  const loadBefore = loadavg()[0] ?? 0;
  const sides = await startBoth(cleanup);
  await measure(sides);
  console.log(`\n$ ${commandLine()}`);
  console.log(
    `Node ${process.version}, ${cpus().length} cores shared by all processes, load average before the start` +
      ` ${loadBefore.toFixed(1)}; ${options.memories} memories, ${options.requests} requests each, milliseconds\n`,
  );
  let isMet = true;
  const rows = KINDS.map(({ name, wanted }) => {
    const [embedded, external] = sides.map(({ times }) => percentiles(times.get(name) ?? []));
    const meets = (external?.p50 ?? Infinity) < wanted;
    isMet = isMet && meets;
    const figures = [embedded?.p50, embedded?.p95, external?.p50, external?.p95];
    return [name, ...figures.map((each) => (each ?? NaN).toFixed(1)), `${wanted}`, meets ? 'yes' : 'NO'];
  });
  const first = sides.map(({ times }) => (times.get('first')?.[0] ?? NaN).toFixed(0));
  rows.unshift(['the first listing', first[0] ?? '', '', first[1] ?? '', '', '', '']);
  const header = ['what', 'embedded p50', 'p95', 'on-prem p50', 'p95', 'wanted p50', 'met'];
  console.log(textTable(header, rows));
  return options.noFail || isMet ? 0 : 1;
}
