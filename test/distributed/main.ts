import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Env } from '../../src/config/env';
import { TEST_SECRET_KEY } from '../support/database';
import { eventually } from '../support/eventually';
import { buildService, spawnService, startService, type ServiceProcess } from '../support/service-process';
import { CitusCluster } from './citus-cluster';
import { servesClients } from './clients';
import { consoleCounts } from './console';
import { embedsMemories } from './embeddings';
import { findsLinks } from './found-links';
import { feedUnderLoad, killsWorker, movesShards } from './faults';
import { forgetsEverywhere } from './forgetting';
import { importsAgents } from './import';
import { Agent, mainPath, otherOperations } from './main-path';
import { otherFeatures } from './other-features';
import { storesIndexes } from './segments';

// `npm run test:distributed`: the service on a Citus coordinator with two workers, beginning with tables that hold memories.

const SKIPPED = 75;

async function run(): Promise<void> {
  const why = await CitusCluster.whyNot();
  if (why !== null) {
    console.log(`Distributed database: SKIPPED: ${why}`);
    process.exit(SKIPPED);
  }
  buildService();
  const folder = await mkdtemp(join(tmpdir(), 'ams-'));
  const cluster = await CitusCluster.start();
  const services: ServiceProcess[] = [];
  const env = (name: string) =>
    Object.assign(new Env(), {
      DATA_DIR: join(folder, name),
      DATABASE_URL: cluster.url,
      PORT: 0,
      SERVICE_SECRET_KEY: TEST_SECRET_KEY,
    });
  const start = async (name: string, variables: Record<string, string> = {}) => {
    const service = await startService(env(name), {
      RATE_LIMIT_PER_MINUTE: '0',
      WEBHOOK_PRIVATE_NETWORKS: 'true',
      // Given by none, so that it may be changed.
      RECALL_LIMIT: undefined,
      ...variables,
    });
    services.push(service);
    return service;
  };
  try {
    const before = await start('before');
    await mainPath(before.url, 'early');
    await before.terminate();
    await distributes(env('command'), cluster);
    const replicas = [await start('one'), await start('two')];
    await keepsMemories(cluster, replicas);
    for (const agent of ['first', 'second', 'third']) await mainPath(replicas[0]?.url ?? '', agent);
    console.log('main path: as on one server, for 3 agents');
    await deletesAgent(cluster, replicas[1]?.url ?? '');
    await otherFeatures(replicas[0]?.url ?? '', 'linked');
    console.log('links, conflicts and files: as on one server');
    await findsLinks(start, replicas[0] ?? { url: '' }, 'compared');
    console.log('links found by the service: of texts that a killed replica wrote, and their gauges');
    await consoleCounts(replicas[0]?.url ?? '', 'counted');
    console.log('counts of the console: as on one server');
    const urls = replicas.map(({ url }) => url);
    await forgetsEverywhere(cluster, urls, 'forgetful');
    console.log('forgetting: older indexes of all replicas are built again');
    await embedsMemories(cluster, start, 'early');
    console.log('embeddings: of memories from before, of new ones, and of another model');
    await storesIndexes(cluster, start);
    console.log('recall indexes: stored, read after a start, and removed after a deletion');
    await servesClients(replicas, 'served');
    console.log('webhooks, tools of MCP and a change of a setting: as on one server');
    await importsAgents(cluster, replicas[1]?.url ?? '', ['first', 'second']);
    await feedUnderLoad(urls);
    await movesShards(cluster, urls);
    await killsWorker(cluster, urls, () => start('during'));
  } finally {
    for (const service of services) await service.kill();
    if (process.env.SHOW_LOGS) for (const service of services) console.log(service.printed());
    await cluster.remove();
    await rm(folder, { recursive: true, force: true });
  }
}

/** The command says what it would do, does it, and has nothing left to do. */
async function distributes(env: Env, cluster: CitusCluster): Promise<void> {
  const command = async (...options: string[]) => {
    const program = spawnService(env, {}, 'database-run', ['distribute', ...options]);
    const code = await program.ended;
    assert.equal(code, 0, program.printed());
    return program.printed();
  };
  const spread = () => cluster.query('SELECT FROM pg_dist_partition');
  const planned = await command('--dry-run');
  assert.match(planned, /^SELECT create_distributed_table\('memories', 'namespace_id'/m);
  assert.equal((await spread()).length, 0);
  const done = await command();
  assert.match(done, /^Spread tables by namespace: done$/m);
  assert.ok((await spread()).length > 10);
  assert.equal(await command(), 'The tables are distributed already\n');
  console.log(done.trimEnd());
}

async function keepsMemories(cluster: CitusCluster, [service]: readonly ServiceProcess[]): Promise<void> {
  const agent = await Agent.open(service?.url ?? '', 'early');
  assert.equal((await agent.recent()).length, 3);
  assert.deepEqual(await agent.recall('Lisbon'), ['The office is in Lisbon']);
  const [counts] = await cluster.query<{ counted: string; stored: string }>(`
    SELECT (SELECT sum(memories) FROM memory_counts) AS counted, (SELECT count(*) FROM memories) AS stored`);
  assert.equal(counts?.counted, counts?.stored);
  console.log('memories from before: kept and found');
}

/** At the end, nothing of it is left on any server. */
async function deletesAgent(cluster: CitusCluster, service: string): Promise<void> {
  const id = 'leaving';
  const age = async () => {
    await cluster.query(`
      UPDATE memories SET expired_at = (expired_at AT TIME ZONE 'UTC' - interval '2 minutes') AT TIME ZONE 'UTC',
        updated_at = (updated_at AT TIME ZONE 'UTC' - interval '2 minutes') AT TIME ZONE 'UTC'
      WHERE namespace_id = namespace_id('service_agent_${id}')`);
  };
  const namespaces = async () =>
    (await cluster.query<{ id: string }>('SELECT id::text FROM namespaces')).map((each) => each.id);
  const before = await namespaces();
  await otherOperations(service, id, age);
  await eventually(namespaces, (left) => left.length === before.length);
  const tables = await cluster.query<{ name: string }>(`
    SELECT p.logicalrelid::text AS name FROM pg_dist_partition p WHERE p.partmethod = 'h'`);
  assert.ok(tables.length > 5);
  for (const { name } of tables) {
    const rows = await cluster.query<{ id: string }>(`SELECT DISTINCT namespace_id::text AS id FROM ${name}`);
    assert.deepEqual(
      rows.filter(({ id: each }) => !before.includes(each)),
      [],
      name,
    );
  }
  console.log(
    'listings, answers, purge, sweep and its undo, forgetting, export, and the deletion of an agent: as on one server',
  );
}

run().then(
  () => process.exit(0),
  (error: unknown) => {
    console.error(error);
    process.exit(1);
  },
);
