// What finding links in the background costs a write, and how much slower recalls of another agent are meanwhile:
//   npm run bench -- finding [--database-url URL] [--memories 10000] [--writes 500] [--clients 4] [--seconds 30] [--no-fail]
// Without a URL (or BENCH_DATABASE_URL) it starts a PostgreSQL server of its own. Exits with 1 on a missed target.
import { namespaceOf } from '../src/agents/agent';
import { AgentClient } from './support/agent-client';
import {
  prepareBesideRecalls,
  RECALL_HEADER,
  recallFor,
  recallRow,
  recallUntil,
} from './support/beside-recalls';
import type { BesideRecalls } from './support/beside-recalls';
import type { Cleanup } from './support/cleanup';
import { commandLine } from './support/command-line';
import { runStatement } from './support/fresh-database';
import { count, databaseUrl, flag, readOptions } from './support/options';
import { percentiles } from './support/percentiles';
import { PROBE_FILE, ProcessProbe } from './support/process-probe';
import { seededRandom } from './support/random';
import { sentenceMaker } from './support/sentences';
import { startTemporaryPostgres } from './support/temporary-postgres';
import { textTable } from './support/text-table';

const FOUND = 'bench-found';
const PACED = 'bench-paced';
const SEED = 33;
const WARM_UP_S = 5;
/** Recalls of another agent may be this many times as slow at p99 while a backlog is worked off. */
const WANTED_RATIO = 1.2;
const POLL_MS = 100;
const LONGEST_S = 600;

const options = readOptions({
  databaseUrl,
  memories: count(10_000),
  writes: count(500),
  clients: count(4),
  seconds: count(30),
  noFail: flag,
});

export async function main(cleanup: Cleanup): Promise<number> {
  const server = options.databaseUrl ?? (await startTemporaryPostgres(cleanup));
  const { memories, clients, seconds } = options;
  const other = { agentId: FOUND, memories, clients, preload: [PROBE_FILE] };
  const prepared = await prepareBesideRecalls(server, other, cleanup);
  const probe = new ProcessProbe(prepared.service.child);
  console.log(`\n$ ${commandLine()}\n`);
  await recallFor(prepared, WARM_UP_S);
  await writesOf(prepared, probe, 'warm-up', 'link');
  const off = await writesOf(prepared, probe, 'written-off', 'off');
  const link = await writesOf(prepared, probe, 'written-link', 'link');
  console.log(textTable(['remember', 'p50 ms', 'p99 ms', 'processor ms each', 'with finding'], [off, link]));

  await pacedWrites(prepared);
  const quiet = await recallFor(prepared, seconds);
  await makeBacklog(prepared);
  const during = await recallFor(prepared, seconds);
  const left = await waiting(prepared);
  console.log(
    `\nBacklog of ${memories}: ${memories - left} compared in ${seconds} s beside recalls of ${clients} clients\n`,
  );
  console.log(textTable(RECALL_HEADER, [recallRow('before', quiet), recallRow('meanwhile', during)]));
  const ratio = percentiles(during).p99 / percentiles(quiet).p99;
  console.log(`\np99 meanwhile in that before: ${ratio.toFixed(2)} (wanted: at most ${WANTED_RATIO})`);
  await workOff(prepared, probe, left);
  return options.noFail || ratio <= WANTED_RATIO ? 0 : 1;
}

/** Writes of a new agent, one after the other, and then what is found of them. */
async function writesOf(
  { service, databaseUrl: url }: BesideRecalls,
  probe: ProcessProbe,
  agentId: string,
  supersession: 'off' | 'link',
): Promise<string[]> {
  const agent = await AgentClient.create(service.url, service.key, agentId);
  await runStatement(url, `UPDATE agents SET supersession = '${supersession}' WHERE agent_id = '${agentId}'`);
  const sentence = sentenceMaker(seededRandom(SEED));
  const times: number[] = [];
  await probe.reset();
  for (let n = 0; n < options.writes; n++) {
    const start = performance.now();
    await agent.remember({ content: sentence() });
    times.push(performance.now() - start);
  }
  const { cpuSeconds: writing } = await probe.read();
  await until(async () => (await waitingOf(url, agentId)) === 0);
  const { cpuSeconds: found } = await probe.read();
  const { p50, p99 } = percentiles(times);
  const each = (total: number) => ((total * 1_000) / options.writes).toFixed(2);
  return [`supersession ${supersession}`, p50.toFixed(1), p99.toFixed(1), each(writing), each(found)];
}

/** Ten writes a second beside recalls: how old the oldest memory is that was not compared, ten times a second. */
async function pacedWrites(prepared: BesideRecalls): Promise<void> {
  const agent = await AgentClient.create(prepared.service.url, prepared.service.key, PACED);
  const sentence = sentenceMaker(seededRandom(SEED));
  let isOver = false;
  const recalls = recallUntil(prepared, () => isOver);
  const ages: number[] = [];
  for (let n = 0; n < options.seconds * 10; n++) {
    const next = new Promise((resolve) => setTimeout(resolve, POLL_MS));
    await agent.remember({ content: sentence() });
    ages.push(await oldestMs(prepared.databaseUrl, PACED));
    await next;
  }
  isOver = true;
  const { p50, p99 } = percentiles(ages);
  const row = ['until it is compared', ages.length.toFixed(0), p50.toFixed(0), p99.toFixed(0)];
  console.log(`\n${textTable(['ten writes a second beside recalls', 'writes', 'p50 ms', 'p99 ms'], [row])}`);
  console.log(`(${(await recalls).length} recalls)`);
}

async function makeBacklog({ databaseUrl: url, other }: BesideRecalls): Promise<void> {
  await runStatement(url, `DELETE FROM link_cursors WHERE namespace = '${namespaceOf(FOUND)}'`);
  await other.remember({ content: 'The backlog begins.' });
}

async function workOff(prepared: BesideRecalls, probe: ProcessProbe, left: number): Promise<void> {
  const start = performance.now();
  await probe.reset();
  const deadline = start + LONGEST_S * 1_000;
  let now = left;
  while (now > 0 && performance.now() < deadline) {
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
    now = await waiting(prepared);
  }
  const ms = performance.now() - start;
  const { cpuSeconds, delays } = await probe.read();
  const done = left - now;
  console.log(
    `\nAlone: ${done} in ${(ms / 1_000).toFixed(1)} s, ${((done * 1_000) / ms).toFixed(0)} a second, ` +
      `${((cpuSeconds * 1_000) / done).toFixed(2)} ms of the processor each; event loop late at p99 ${delays.p99.toFixed(1)} ms`,
  );
}

const waiting = ({ databaseUrl: url }: BesideRecalls): Promise<number> => waitingOf(url, FOUND);

async function waitingOf(url: string, agentId: string): Promise<number> {
  const [row] = await runStatement(url, `SELECT count(*)::float8 AS left ${unread(agentId)}`);
  return Number(row?.left);
}

async function oldestMs(url: string, agentId: string): Promise<number> {
  const age = 'coalesce(extract(epoch FROM clock_timestamp() - min(m.created_at)), 0)::float8 * 1000';
  const [row] = await runStatement(url, `SELECT ${age} AS age ${unread(agentId)}`);
  return Number(row?.age);
}

function unread(agentId: string): string {
  return `FROM agents a JOIN namespaces n ON n.name = a.namespace
     JOIN memories m ON m.namespace_id = n.id LEFT JOIN link_cursors c ON c.namespace = a.namespace
     WHERE a.agent_id = '${agentId}' AND a.supersession <> 'off'
       AND (m.text_xid, m.id::text COLLATE "C") > (coalesce(c.xid, '0'::xid8), coalesce(c.memory_id, ''))`;
}

async function until(isDone: () => Promise<boolean>): Promise<void> {
  const deadline = performance.now() + LONGEST_S * 1_000;
  while (!(await isDone())) {
    if (performance.now() > deadline) throw new Error('The backlog is not worked off in time');
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
}
