import assert from 'node:assert/strict';
import { Load } from '../failover/load';
import { eventually } from '../support/eventually';
import type { CitusCluster } from './citus-cluster';
import { Agent } from './main-path';

/** Acknowledged writes for each agent. */
const WRITES = 25;
const AGENTS = ['north', 'south', 'east', 'west'];
const LIMIT_MS = 120_000;
/** By their ids, so many agents are not on one of two workers. */
const MOST_AGENTS = 20;

/** Clients write to two replicas, and look for each memory at once on the other one. */
export async function feedUnderLoad(urls: readonly string[]): Promise<void> {
  const loads = await begin(urls, '');
  await moreWrites(loads);
  await end('feed under load', loads, false);
}

/** Each shard of memories moves to the other worker while clients write. */
export async function movesShards(cluster: CitusCluster, urls: readonly string[]): Promise<void> {
  const loads = await begin(urls, '-moved');
  await moreWrites(loads);
  const shards = await cluster.query<{ id: string; host: string; port: number; other: number }>(`
    SELECT s.shardid::text AS id, s.nodename AS host, s.nodeport AS port, n.nodeport AS other FROM citus_shards s
    JOIN pg_dist_node n ON n.nodeport <> s.nodeport AND n.groupid > 0
    WHERE s.table_name = 'memories'::regclass ORDER BY s.shardid`);
  assert.ok(shards.length > 1);
  for (const { id, host, port, other } of shards)
    await cluster.query(`
      SELECT citus_move_shard_placement(${id}, '${host}', ${port}, '${host}', ${other}, 'force_logical')`);
  await moreWrites(loads);
  await end(`${shards.length} shards moved`, loads, true);
}

/** One worker ends as by a crash: agents of the other one go on, also at a replica that starts; its own are refused until it is back. */
export async function killsWorker(
  cluster: CitusCluster,
  urls: readonly string[],
  start: () => Promise<{ url: string }>,
): Promise<void> {
  const [worker] = cluster.workers;
  assert.ok(worker);
  const loads: Load[] = [];
  const places: number[] = [];
  while (new Set(places).size < 2) {
    const load = await Load.begin(urls, `killed-${loads.length}`);
    loads.push(load);
    places.push(await cluster.portOf(load.agent));
    assert.ok(loads.length < MOST_AGENTS, `The agents are on one worker: ${places.join()}`);
  }
  await moreWrites(loads);
  const port = Number(new URL(worker.url).port);
  const survivor = await agentBeside(cluster, urls, port);
  const memory = await survivor.remember('Salt is on the shelf');
  await worker.stop('immediate');
  const others = loads.filter((_, at) => places[at] !== port);
  await moreWrites(others);
  await changesMemories(survivor, memory);
  await changesMemories(survivor.at((await start()).url), memory);
  await worker.resume();
  await moreWrites(loads);
  await end('a worker killed', loads, true);
}

/** Whose memories are not on the server with this port. */
async function agentBeside(
  cluster: CitusCluster,
  [service = '']: readonly string[],
  port: number,
): Promise<Agent> {
  for (let at = 0; at < MOST_AGENTS; at++) {
    const agent = await Agent.open(service, `survivor-${at}`);
    if ((await cluster.portOf(`survivor-${at}`)) !== port) return agent;
  }
  throw new Error(`All agents are on the server with port ${port}`);
}

/**
 * Changes of single memories need no other server than theirs, and none of these writes has a key. A request may be refused
 * while connections are made again.
 */
async function changesMemories(agent: Agent, id: string): Promise<void> {
  const accepted = (method: string, path: string, body: object) =>
    eventually(
      () => agent.send(method, path, { ...body }).catch(() => null),
      (answer) => answer !== null,
      LIMIT_MS / 4,
    );
  const recalled = (query: string, content: string | undefined) =>
    eventually(
      () => agent.recall(query).catch(() => ['refused']),
      ([found]) => found === content,
      LIMIT_MS / 4,
    );
  await accepted('PATCH', `memories/${id}`, { content: 'Pepper is on the shelf' });
  await recalled('pepper', 'Pepper is on the shelf');
  await accepted('POST', `memories/${id}/expire`, {});
  await recalled('pepper', undefined);
  await accepted('POST', 'batch-status', { memory_ids: [id], status: 'active' });
  await recalled('pepper', 'Pepper is on the shelf');
  await accepted('POST', 'batch-remember', { memories: [{ content: 'Cumin is in the jar' }] });
  await recalled('cumin', 'Cumin is in the jar');
  const soon = new Date(Date.now() + 1_500).toISOString();
  await accepted('POST', 'remember', { content: 'Basil is on the sill', expires_at: soon });
  await recalled('basil', undefined);
}

function begin(urls: readonly string[], suffix: string): Promise<Load[]> {
  return Promise.all(AGENTS.map((agent) => Load.begin(urls, `${agent}${suffix}`)));
}

async function moreWrites(loads: readonly Load[]): Promise<void> {
  const before = loads.map(({ count }) => count);
  await eventually(
    () => Math.min(...loads.map(({ count }, at) => count - (before[at] ?? 0))),
    (more) => more >= WRITES,
    LIMIT_MS,
  );
}

/** `mayRefuse`: for a while. Nothing is lost, stored twice or not found. */
async function end(what: string, loads: readonly Load[], mayRefuse: boolean): Promise<void> {
  for (const tally of await Promise.all(loads.map((load) => load.end()))) {
    console.log(what, JSON.stringify(tally));
    assert.deepEqual([tally.lost, tally.twice, tally.wrongRecalls], [0, 0, 0]);
    if (!mayRefuse) assert.deepEqual([tally.refusedWrites, tally.refusedRecalls], [0, 0]);
  }
}
