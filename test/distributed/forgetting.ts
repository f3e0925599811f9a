import assert from 'node:assert/strict';
import type { CitusCluster } from './citus-cluster';
import { Agent } from './main-path';

interface Transactions {
  /** That wrote the memory. */
  written: number;
  /** Up to which indexes must be built again. */
  pruned: number | null;
  /** The next one. */
  next: number;
}

/** What was forgotten is in no index of a replica: all that are older are built again, by the transactions of their server. */
export async function forgetsEverywhere(
  cluster: CitusCluster,
  [first = '', second = '']: readonly string[],
  id: string,
): Promise<void> {
  const agent = await Agent.open(first, id);
  const agents = [agent, agent.at(second)];
  await agent.remember('Henrik sold the sloop');
  await agent.remember('The sloop was blue');
  for (const each of agents) assert.equal((await each.recall('sloop')).length, 2);
  const { written } = await transactionsOf(cluster, id);
  await agent.post('forget', { about: 'Henrik', dry_run: false });
  const { pruned, next } = await transactionsOf(cluster, id);
  assert.ok(pruned !== null && pruned > written && pruned < next, `${written} ${pruned} ${next}`);
  for (const each of agents) assert.deepEqual(await each.recall('sloop'), ['The sloop was blue']);
}

/** On the server of the agent. */
async function transactionsOf(cluster: CitusCluster, id: string): Promise<Transactions> {
  const namespace = `namespace_id('service_agent_${id}')`;
  const [row] = await cluster.query<Transactions>(`
    SELECT w.written, n.pruned_xid::text::int AS pruned, pg_snapshot_xmax(pg_current_snapshot())::text::int AS next
    FROM (SELECT max(m.xid::text::int) AS written FROM memories m WHERE m.namespace_id = ${namespace}) AS w
    JOIN namespaces n ON n.id = ${namespace}`);
  assert.ok(row);
  return row;
}
