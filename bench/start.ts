// How long the service takes from its start to ready on a database that has memories, and from SIGTERM to its end:
//   npm run bench:start -- [--database-url URL] [--memories 100000] [--starts 5] [--no-fail]
// Each start beside one of a bare Express server. Without a URL (or BENCH_DATABASE_URL) it starts a PostgreSQL server
// of its own. Exits with 1 when a start takes 2 s or more.
import { mkdtemp, rm } from 'node:fs/promises';
import { cpus, loadavg, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { AgentClient } from './support/agent-client';
import { batchBodies, postBatches } from './support/batch-run';
import { Child } from './support/child-process';
import { runBenchmark, type Cleanup } from './support/cleanup';
import { commandLine } from './support/command-line';
import { freePort } from './support/free-port';
import { createDatabase, serverVersion } from './support/fresh-database';
import { nodeFlags } from './support/node-flags';
import { percentiles } from './support/percentiles';
import { seededRandom } from './support/random';
import { sentenceMaker } from './support/sentences';
import { build } from './support/service-process';
import { startTemporaryPostgres } from './support/temporary-postgres';
import { textTable } from './support/text-table';

const ROOT = resolve(__dirname, '..');
const SEED = 20_261_122;
const WANTED_MS = 2_000;
const LIMIT_MS = 60_000;
const KEY = 'benchmark-management-credential';
const BARE = `
const express = require(${JSON.stringify(require.resolve('express'))});
require(${JSON.stringify(require.resolve('pg'))});
express().get('/ready', (_request, response) => response.json({})).listen(process.env.PORT, '127.0.0.1');
process.on('SIGTERM', () => process.exit(0));
`;

interface Program {
  name: string;
  args: readonly string[];
  env: NodeJS.ProcessEnv;
}

interface Figures {
  name: string;
  ready: number[];
  stopped: number[];
}

async function start({
  name,
  args,
  env,
}: Program): Promise<{ child: Child; url: string; milliseconds: number }> {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const begun = performance.now();
  const child = Child.start(name, process.execPath, args, {
    cwd: tmpdir(),
    env: { ...env, PORT: String(port) },
  });
  while (!(await isReady(url))) {
    child.assertRunning();
    if (performance.now() - begun > LIMIT_MS)
      throw new Error(`${name} is not ready within ${LIMIT_MS / 1000} s`);
  }
  return { child, url, milliseconds: performance.now() - begun };
}

/** One connection a try: asking costs the process that starts next to nothing, and waits for it to listen. */
async function isReady(url: string): Promise<boolean> {
  const response = await fetch(`${url}/ready`, { headers: { Connection: 'close' } }).catch(() => null);
  await response?.arrayBuffer();
  if (response?.ok === true) return true;
  await new Promise((resolve) => setTimeout(resolve, 5));
  return false;
}

async function fill(program: Program, memories: number): Promise<void> {
  const { child, url } = await start(program);
  const agent = await AgentClient.create(url, KEY, 'bench-start');
  const sentence = sentenceMaker(seededRandom(SEED));
  await postBatches(url, agent, batchBodies(Array.from({ length: memories }, sentence)));
  await child.stop();
}

/** By turns, so that all of them have the same share of the machine's noise. */
async function measure(programs: readonly Program[], starts: number): Promise<Figures[]> {
  const figures = programs.map(({ name }): Figures => ({ name, ready: [], stopped: [] }));
  for (let round = 0; round < starts; round++) {
    for (const [i, program] of programs.entries()) {
      const { child, milliseconds } = await start(program);
      const begun = performance.now();
      await child.stop();
      figures[i]?.ready.push(milliseconds);
      figures[i]?.stopped.push(performance.now() - begun);
    }
  }
  return figures;
}

async function programs(url: string | undefined, cleanup: Cleanup): Promise<Program[]> {
  const server = url ?? (await startTemporaryPostgres(cleanup));
  const dataDir = await mkdtemp(join(tmpdir(), 'memory-bench-'));
  cleanup.add(() => rm(dataDir, { recursive: true, force: true }));
  const env = { PATH: process.env.PATH, NODE_ENV: 'production', DATA_DIR: dataDir, SERVICE_SECRET_KEY: KEY };
  const main = [...nodeFlags(), join(ROOT, 'dist/main.js')];
  const version = await serverVersion(server);
  const onServer = { ...env, DATABASE_URL: await createDatabase(server, cleanup) };
  return [
    { name: 'the service, embedded database', args: main, env },
    { name: `the service, ${version}`, args: main, env: onServer },
    { name: 'a bare Express server', args: [...nodeFlags(), '-e', BARE], env },
  ];
}

const median = (values: readonly number[]) => percentiles(values).p50;

async function main(cleanup: Cleanup): Promise<number> {
  const loadBefore = loadavg()[0] ?? 0;
  const { values } = parseArgs({
    options: {
      'database-url': { type: 'string', default: process.env.BENCH_DATABASE_URL },
      memories: { type: 'string', default: '100000' },
      starts: { type: 'string', default: '5' },
      'no-fail': { type: 'boolean', default: false },
    },
  });
  build();
  const measured = await programs(values['database-url'], cleanup);
  const services = measured.slice(0, 2);
  for (const program of services) await fill(program, Number(values.memories));
  const figures = await measure(measured, Number(values.starts));
  console.log(`\n$ ${commandLine()}`);
  console.log(
    `Node ${process.version}, ${cpus().length} cores, load average before the start ${loadBefore.toFixed(1)};` +
      ` ${values.memories} memories\n`,
  );
  const rows = figures.map(({ name, ready, stopped }) => [
    name,
    ...[median(ready), Math.max(...ready), median(stopped)].map((each) => each.toFixed(0)),
  ]);
  console.log(textTable(['', 'ready, median ms', 'ready, most ms', 'stopped, median ms'], rows));
  const isMet = figures.slice(0, services.length).every(({ ready }) => median(ready) < WANTED_MS);
  console.log(`\nready within ${WANTED_MS} ms: ${isMet ? 'yes' : 'NO'}`);
  return isMet || values['no-fail'] ? 0 : 1;
}

void runBenchmark(main);
