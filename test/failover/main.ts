import { rm, mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { Env } from '../../src/config/env';
import { TEST_SECRET_KEY } from '../support/database';
import { eventually } from '../support/eventually';
import { buildService, startService, type ServiceProcess } from '../support/service-process';
import { TcpProxy } from '../support/tcp-proxy';
import { Load, type Tally } from './load';
import { PatroniCluster, type Node, type Programs } from './patroni-cluster';

// Started by scripts/failover.mjs, which names the programs. Each case breaks a cluster of two nodes under load, and counts.

/** Acknowledged writes before, and after, a fault. */
const SOME = 100;
const WITHOUT_WRITES_S = 10;
/** Patroni waits for its `ttl`, which is at least 20 s, before it gives up a node that vanished. */
const WITHOUT_NODE_S = 30;
const PROXY_PAUSE_MS = 250;

interface Setup {
  cluster: PatroniCluster;
  load: Load;
  replicas: readonly ServiceProcess[];
}

interface Case {
  name: string;
  limitS: number;
  /** Breaks something; what it returns repairs it. */
  fault(setup: Setup): Promise<() => Promise<void>>;
}

const NOTHING = () => Promise.resolve();

const CASES: readonly Case[] = [
  { name: 'server killed', limitS: WITHOUT_WRITES_S, fault: killServer },
  { name: 'switchover', limitS: WITHOUT_WRITES_S, fault: switchOver },
  { name: 'standby away', limitS: WITHOUT_WRITES_S, fault: takeStandbyAway },
  { name: 'standby lagging', limitS: WITHOUT_WRITES_S, fault: letStandbyLag },
  { name: 'node vanished', limitS: WITHOUT_NODE_S, fault: freezeNode },
];

async function killServer({ cluster }: Setup) {
  await (await primaryOf(cluster)).killServer();
  return NOTHING;
}

async function switchOver({ cluster }: Setup) {
  await cluster.switchOver();
  return NOTHING;
}

async function takeStandbyAway({ cluster }: Setup) {
  const standby = await cluster.standby();
  await standby.kill();
  return () => Promise.resolve(standby.start());
}

/** The standby has what it confirmed, but has not applied it when it must take over. */
async function letStandbyLag(setup: Setup) {
  const { cluster, load, replicas } = setup;
  const standby = await cluster.standby();
  await settle(cluster, standby, `ALTER SYSTEM SET recovery_min_apply_delay = '10s'`);
  await more(load);
  for (const { url } of replicas) {
    await eventually(
      () => lagOf(url),
      (bytes) => bytes > 0,
      15_000,
    );
  }
  await killServer(setup);
  return () => settle(cluster, standby, 'ALTER SYSTEM RESET recovery_min_apply_delay');
}

async function settle(cluster: PatroniCluster, node: Node, statement: string): Promise<void> {
  const client = new Client({ connectionString: cluster.urlOf(node) });
  client.on('error', () => undefined);
  await client.connect();
  await client.query(statement);
  await client.query('SELECT pg_reload_conf()');
  await client.end();
}

/** Connections hang without an end, and the former primary comes back and still takes itself for it. */
async function freezeNode({ cluster }: Setup) {
  const primary = await primaryOf(cluster);
  const begin = performance.now();
  await primary.freeze();
  await eventually(
    () => cluster.primary(),
    (found) => found !== null && found !== primary,
    60_000,
  );
  console.log(`Another primary after ${((performance.now() - begin) / 1_000).toFixed(1)} s`);
  return () => primary.thaw();
}

async function primaryOf(cluster: PatroniCluster): Promise<Node> {
  const primary = await cluster.primary();
  if (primary === null) throw new Error('The cluster has no primary');
  return primary;
}

async function lagOf(url: string): Promise<number> {
  const response = await fetch(`${url}/health`);
  const { details } = (await response.json()) as { details: Record<string, { lag_bytes?: number }> };
  return details.replication?.lag_bytes ?? 0;
}

async function more(load: Load, limitMs = 60_000): Promise<void> {
  const before = load.count;
  await eventually(
    () => load.count - before,
    (count) => count >= SOME,
    limitMs,
  );
}

/** Leads to the server that Patroni calls the primary, as a load balancer does that asks `/primary`. */
async function proxyTo(cluster: PatroniCluster): Promise<{ url: string; close(): Promise<void> }> {
  let current = await primaryOf(cluster);
  const proxy = await TcpProxy.before(cluster.urlOf(current));
  const timer = setInterval(() => {
    void cluster.primary().then((found) => {
      if (found === null || found === current) return;
      current = found;
      proxy.turnTo(cluster.urlOf(found));
    });
  }, PROXY_PAUSE_MS);
  const close = () => {
    clearInterval(timer);
    return proxy.close();
  };
  return { url: proxy.urlOf(cluster.urlOf(current)), close };
}

async function runCase(
  each: Case,
  cluster: PatroniCluster,
  replicas: readonly ServiceProcess[],
): Promise<Tally> {
  await cluster.whole();
  const load = await Load.begin(replicas.map(({ url }) => url));
  await more(load);
  const repair = await each.fault({ cluster, load, replicas });
  await more(load);
  await repair();
  await cluster.whole();
  await more(load);
  return load.end();
}

function problemsOf({ name, limitS }: Case, tally: Tally): string[] {
  const { lost, twice, wrongRecalls, secondsWithoutWrites, slowestRecallMs } = tally;
  const problems = [
    ...(lost > 0 ? [`${lost} lost`] : []),
    ...(twice > 0 ? [`${twice} twice`] : []),
    ...(wrongRecalls > 0 ? [`${wrongRecalls} wrong recalls`] : []),
    ...(secondsWithoutWrites > limitS
      ? [`${secondsWithoutWrites} s without writes, more than ${limitS}`]
      : []),
    ...(slowestRecallMs > limitS * 1_000 ? [`a recall of ${slowestRecallMs} ms`] : []),
  ];
  return problems.map((problem) => `${name}: ${problem}`);
}

async function run(): Promise<string[]> {
  const programs = JSON.parse(process.env.FAILOVER_PROGRAMS ?? '{}') as Programs;
  const only = process.argv[2] ?? '';
  buildService();
  const dataDir = await mkdtemp(join(tmpdir(), 'ams-'));
  const cluster = await PatroniCluster.start(programs);
  const proxy = await proxyTo(cluster);
  const replicas: ServiceProcess[] = [];
  const problems: string[] = [];
  try {
    for (const [index, url] of [proxy.url, cluster.url].entries()) {
      const settings = { DATA_DIR: join(dataDir, String(index)), DATABASE_URL: url, PORT: 0 };
      const env = Object.assign(new Env(), { ...settings, SERVICE_SECRET_KEY: TEST_SECRET_KEY });
      replicas.push(await startService(env, { RATE_LIMIT_PER_MINUTE: '0' }));
    }
    for (const each of CASES.filter(({ name }) => name.startsWith(only))) {
      const tally = await runCase(each, cluster, replicas);
      console.log(each.name, JSON.stringify(tally));
      problems.push(...problemsOf(each, tally));
    }
  } finally {
    for (const replica of replicas) await replica.kill();
    await proxy.close();
    await cluster.remove();
    await rm(dataDir, { recursive: true, force: true });
  }
  return problems;
}

run().then(
  (problems) => {
    for (const problem of problems) console.error(`FAILED: ${problem}`);
    process.exit(problems.length > 0 ? 1 : 0);
  },
  (error: unknown) => {
    console.error(error);
    process.exit(1);
  },
);
