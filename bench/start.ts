// How long the service takes from its start to ready on a database that has memories, from SIGTERM to its end, and its
// memory at rest:
//   npm run bench -- start [--database-url URL] [--memories 100000] [--starts 5] [--rest 30] [--no-fail]
// Each start beside one of a bare Express server. Without a URL (or BENCH_DATABASE_URL) it starts a PostgreSQL server
// of its own. Exits with 1 when a start takes 2 s or more, or when 200 MB or more are in use after --rest seconds.

import { mkdtemp, rm } from 'node:fs/promises';
import { cpus, loadavg, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { AgentClient } from './support/agent-client';
import { batchBodies, postBatches } from './support/batch-run';
import { Child } from './support/child-process';
import type { Cleanup } from './support/cleanup';
import { commandLine } from './support/command-line';
import { freePort } from '../test/support/free-port';
import { createDatabase, serverVersion } from './support/fresh-database';
import { nodeFlags, startVariables } from './support/node-flags';
import { count, databaseUrl, flag, readOptions } from './support/options';
import { percentiles } from './support/percentiles';
import { seededRandom } from './support/random';
import { sentenceMaker } from './support/sentences';
import { build } from './support/service-process';
import { startTemporaryPostgres } from './support/temporary-postgres';
import { proportionalMegabytes } from './support/resident-memory';
import { textTable } from './support/text-table';

const ROOT = resolve(__dirname, '..');
const SEED = 20_261_122;
const WANTED_MS = 2_000;
const WANTED_MB = 200;
/** V8 needs some seconds without work until it collects what the start left. */
const REST_S = 30;
const EARLY_S = 5;
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
  /** MB soon after the start, and at rest. */
  memory: { early: number; atRest: number };
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
  // Comparing so many memories takes half an hour, and then nothing is at rest.
  await agent.findNoLinks();
  const sentence = sentenceMaker(seededRandom(SEED));
  await postBatches(url, agent, batchBodies(Array.from({ length: memories }, sentence)));
  await child.stop();
}

/** By turns, so that all of them have the same share of the machine's noise. */
async function measure(programs: readonly Program[], starts: number): Promise<Figures[]> {
  const figures = programs.map(({ name }): Figures => ({
    name,
    ready: [],
    stopped: [],
    memory: { early: 0, atRest: 0 },
  }));
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

async function measureMemory(program: Program, restS: number): Promise<Figures['memory']> {
  const { child } = await start(program);
  await pause(EARLY_S * 1_000);
  const early = proportionalMegabytes(child.pid);
  await pause((restS - EARLY_S) * 1_000);
  const atRest = proportionalMegabytes(child.pid);
  await child.stop();
  return { early, atRest };
}

/** The program of npm, which runs this benchmark. */
function npm(): string {
  if (process.env.npm_execpath === undefined)
    throw new Error('Run the benchmark with npm run bench -- start');
  return process.env.npm_execpath;
}

async function programs(url: string | null, cleanup: Cleanup): Promise<Program[]> {
  const server = url ?? (await startTemporaryPostgres(cleanup));
  const dataDir = await mkdtemp(join(tmpdir(), 'memory-bench-'));
  cleanup.add(() => rm(dataDir, { recursive: true, force: true }));
  const env = {
    PATH: process.env.PATH,
    ...startVariables(),
    NODE_ENV: 'production',
    DATA_DIR: dataDir,
    SERVICE_SECRET_KEY: KEY,
  };
  const main = [...nodeFlags(), join(ROOT, 'dist/main.js')];
  const version = await serverVersion(server);
  const onServer = { ...env, DATABASE_URL: await createDatabase(server, cleanup) };
  return [
    { name: 'npm start, embedded database', args: [npm(), '--prefix', ROOT, 'start'], env },
    { name: 'node dist/main.js, embedded database', args: main, env },
    { name: `node dist/main.js, ${version}`, args: main, env: onServer },
    { name: 'a bare Express server', args: [...nodeFlags(), '-e', BARE], env },
  ];
}

const median = (values: readonly number[]) => percentiles(values).p50;

export async function main(cleanup: Cleanup): Promise<number> {
  const loadBefore = loadavg()[0] ?? 0;
  const options = readOptions({
    databaseUrl,
    memories: count(100_000),
    rest: count(REST_S),
    starts: count(5),
    noFail: flag,
  });
  build();
  const measured = await programs(options.databaseUrl, cleanup);
  const services = measured.slice(0, 3);
  for (const program of services.slice(1)) await fill(program, options.memories);
  const figures = await measure(measured, options.starts);
  for (const [i, program] of services.entries()) {
    const memory = await measureMemory(program, options.rest);
    Object.assign(figures[i] ?? {}, { memory });
  }
  console.log(`\n$ ${commandLine()}`);
  console.log(
    `Node ${process.version}, ${cpus().length} cores, load average before the start ${loadBefore.toFixed(1)};` +
      ` ${options.memories} memories\n`,
  );
  const rows = figures.map(({ name, ready, stopped, memory }) => [
    name,
    ...[median(ready), Math.max(...ready), median(stopped), memory.early, memory.atRest].map((each) =>
      each.toFixed(0),
    ),
  ]);
  console.log(
    textTable(
      [
        '',
        'ready, median ms',
        'ready, most ms',
        'stopped, median ms',
        `MB after ${EARLY_S} s`,
        `after ${options.rest}`,
      ],
      rows,
    ),
  );
  const ofServices = figures.slice(0, services.length);
  const isQuick = ofServices.every(({ ready }) => median(ready) < WANTED_MS);
  const isSmall = ofServices.every(({ memory }) => memory.atRest < WANTED_MB);
  console.log(`\nready within ${WANTED_MS} ms: ${isQuick ? 'yes' : 'NO'}`);
  console.log(`less than ${WANTED_MB} MB at rest: ${isSmall ? 'yes' : 'NO'}`);
  return (isQuick && isSmall) || options.noFail ? 0 : 1;
}
