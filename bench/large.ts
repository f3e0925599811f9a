// Many memories of many agents (Zipf), on one PostgreSQL with default settings, and three replicas behind nginx:
//   npm run bench -- large [--memories 10000000] [--agents 10000] [--seconds 60] [--rate 100] [--index-mb 1024]
//     [--keep DIR] [--postgres-options '-c max_wal_size=8GB'] [--parts traffic,restart,edits,agent,night]
// `--parts=` only fills. `--keep`: the data directory of the server, which is filled once and used again. `--seconds`: of each phase of
// traffic, at `--rate` requests a second. Prints figures; docs/SCALING.md says what they mean. Needs nginx.
import { cpus, loadavg } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import { measureEdits } from './large/edits';
import { prepareDatabase } from './large/fill';
import { measureNight } from './large/nightly';
import { measureOneAgent } from './large/one-agent';
import { readLargeOptions, type LargeOptions } from './large/options';
import { Replicas, warmShare } from './large/replicas';
import { agentText, editText, loadText, nightText, sizeText, trafficText, type Phase } from './large/report';
import { measureSizes } from './large/sizes';
import { runTraffic, type Traffic } from './large/traffic';
import type { Cleanup } from './support/cleanup';
import { commandLine } from './support/command-line';
import { runStatement, serverVersion } from './support/fresh-database';
import { startPostgres, startTemporaryPostgres } from './support/temporary-postgres';

interface FilledAgent {
  agentId: string;
  memories: number;
}

async function startServer({ keep, postgresOptions }: LargeOptions, cleanup: Cleanup): Promise<string> {
  if (keep === null) return startTemporaryPostgres(cleanup, postgresOptions);
  const server = await startPostgres(keep, postgresOptions, cleanup);
  // The time to stop is limited, and a checkpoint of much data would exceed it.
  cleanup.add(async () => void (await runStatement(server, 'CHECKPOINT')));
  return server;
}

/** The largest first. */
async function filledAgents(databaseUrl: string): Promise<FilledAgent[]> {
  const rows = await runStatement(
    databaseUrl,
    `SELECT a.agent_id AS id, sum(c.memories)::float8 AS memories FROM agents a
     JOIN namespaces n ON n.name = a.namespace JOIN memory_counts c ON c.namespace_id = n.id
     GROUP BY a.agent_id ORDER BY 2 DESC, 1`,
  );
  return rows.map(({ id, memories }) => ({ agentId: String(id), memories: Number(memories) }));
}

/** For all agents. */
async function createKey({ url, key }: { url: string; key: string }): Promise<string> {
  const response = await fetch(`${url}/api/v2/keys`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${key}` },
    body: JSON.stringify({ name: 'bench', agents: ['*'], access: 'manage' }),
  });
  if (!response.ok) throw new Error(`POST keys: ${response.status} ${await response.text()}`);
  return ((await response.json()) as { key: string }).key;
}

async function measureTraffic(replicas: Replicas, traffic: Traffic): Promise<string> {
  const phases: Phase[] = [];
  const run = async (
    name: string,
    meanwhile: () => Promise<void> = () => Promise.resolve(),
  ): Promise<void> => {
    const change = pause((traffic.seconds * 1_000) / 3).then(meanwhile);
    const before = await replicas.searches();
    const [result] = await Promise.all([runTraffic(traffic, phases.length), change]);
    phases.push({ name, result, warm: warmShare(before, await replicas.searches()) });
    console.error(`${name}: done`);
  };
  await run('after the start');
  await run('later');
  await run('one replica killed', () => replicas.killOne());
  await run('one added', () => replicas.add());
  await run('after that');
  return trafficText(phases, replicas.memory, await replicas.metric('recall_indexes'));
}

async function measureRestart(replicas: Replicas, traffic: Traffic): Promise<string> {
  const seconds = await replicas.restart();
  const result = await runTraffic({ ...traffic, url: replicas.url }, 0);
  const warm = warmShare(new Map(), await replicas.searches());
  const phase = { name: 'after a restart', result, warm };
  const starts: string[] = [];
  for (const origin of ['loaded', 'built']) {
    const count = await replicas.metric(`recall_index_starts_total{origin="${origin}"}`);
    const took = await replicas.metric(`recall_index_start_seconds_total{origin="${origin}"}`);
    starts.push(`${origin} ${sumOf(count).toFixed(0)} in ${sumOf(took).toFixed(1)} s`);
  }
  return [
    `All replicas restarted, ready after ${seconds.toFixed(1)} s; indexes: ${starts.join(', ')}`,
    trafficText([phase], replicas.memory, await replicas.metric('recall_indexes')),
  ].join('\n\n');
}

function sumOf(numbers: readonly number[]): number {
  return numbers.reduce((sum, each) => sum + each, 0);
}

async function measureParts(
  databaseUrl: string,
  { parts, indexMb, rate, seconds }: LargeOptions,
  show: (text: string) => void,
  cleanup: Cleanup,
): Promise<void> {
  const replicas = await Replicas.start(databaseUrl, indexMb, cleanup);
  const service = { url: replicas.first.url, key: await createKey(replicas.first) };
  const agents = await filledAgents(databaseUrl);
  const ids = agents.map(({ agentId }) => agentId);
  const traffic = { ...service, url: replicas.url, agents: ids, rate, seconds };
  const measures: Record<LargeOptions['parts'][number], () => Promise<string>> = {
    traffic: () => measureTraffic(replicas, traffic),
    restart: () => measureRestart(replicas, traffic),
    edits: async () => editText(await measureEdits(databaseUrl)),
    // The tenth of the list: by Zipf's law it has a tenth of the memories of the largest.
    agent: async () => agentText(await measureOneAgent(databaseUrl, replicas.first, agents[9])),
    night: async () => nightText(await measureNight(databaseUrl, service, ids)),
  };
  for (const part of parts) show(await measures[part]());
}

export async function main(cleanup: Cleanup): Promise<number> {
  const loadBefore = loadavg()[0] ?? 0;
  const options = readLargeOptions();
  const server = await startServer(options, cleanup);
  const version = await serverVersion(server);
  console.log(
    `\n$ ${commandLine()}\nNode ${process.version}, ${version}, ${cpus().length} cores shared by all processes, load` +
      ` average before the start ${loadBefore.toFixed(1)}`,
  );
  const { databaseUrl, load } = await prepareDatabase(server, options);
  const show = (text: string): void => console.log(`\n${text}`);
  if (load !== null) show(loadText(load));
  show(sizeText(await measureSizes(databaseUrl)));
  if (options.parts.length > 0) await measureParts(databaseUrl, options, show, cleanup);
  return 0;
}
