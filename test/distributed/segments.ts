import assert from 'node:assert/strict';
import { eventually } from '../support/eventually';
import type { ServiceProcess } from '../support/service-process';
import type { CitusCluster } from './citus-cluster';
import { Agent } from './main-path';

/** The smallest index that is stored, and one more. */
const MEMORIES = 1_001;
const IN_A_REQUEST = 100;
const LIMIT_MS = 60_000;
const AGENTS = ['stored', 'stored-2', 'stored-3'];

/** Recall indexes are stored on the servers of their agents, read after a start, and removed with words of a deleted memory. */
export async function storesIndexes(
  cluster: CitusCluster,
  start: (name: string) => Promise<ServiceProcess>,
): Promise<void> {
  const first = await start('storing');
  const ids = [];
  for (const id of AGENTS) ids.push(await manyMemories(await Agent.open(first.url, id)));
  const stored = () =>
    cluster.query(`SELECT s.namespace_id FROM recall_segments s JOIN namespaces n ON n.id = s.namespace_id
      WHERE n.name = ANY('{${AGENTS.map((id) => `service_agent_${id}`).join(',')}}')`);
  await eventually(stored, (rows) => rows.length === AGENTS.length, LIMIT_MS);
  await first.terminate();
  const second = await start('loading');
  for (const id of AGENTS) {
    const agent = await Agent.open(second.url, id);
    await agent.remember('The heron stands in the reeds');
    assert.deepEqual(await agent.recall('Which heron stands there?'), ['The heron stands in the reeds']);
  }
  const { loaded, built, refused } = await startsOf(second.url);
  assert.deepEqual([loaded, built, refused], [AGENTS.length, 0, 0]);
  const [id = ''] = ids;
  const [agentId = ''] = AGENTS;
  await (await Agent.open(second.url, agentId)).send('DELETE', `memories/${id}`, undefined, [200, 204]);
  await second.terminate();
  const third = await start('tidying');
  await eventually(stored, (rows) => rows.length === AGENTS.length - 1, LIMIT_MS);
  await third.terminate();
}

/** The id of the first one. */
async function manyMemories(agent: Agent): Promise<string> {
  const contents = Array.from({ length: MEMORIES }, (_, at) => `Bird ${at} of the lake was counted`);
  const first = await agent.remember('The bittern booms');
  for (let at = 0; at < MEMORIES; at += IN_A_REQUEST)
    await agent.post('batch-remember', {
      memories: contents.slice(at, at + IN_A_REQUEST).map((content) => ({ content })),
    });
  assert.deepEqual(await agent.recall('bittern'), ['The bittern booms']);
  return first;
}

/** How recall indexes came to be since the start of a process, by its metrics. */
async function startsOf(service: string): Promise<{ loaded: number; built: number; refused: number }> {
  const text = await (await fetch(`${service}/metrics`)).text();
  const sum = (pattern: RegExp) =>
    [...text.matchAll(pattern)].reduce((total, [, value]) => total + Number(value), 0);
  return {
    loaded: sum(/^recall_index_starts_total\{origin="loaded"\} (\d+)$/gm),
    built: sum(/^recall_index_starts_total\{origin="built"\} (\d+)$/gm),
    refused: sum(/^recall_segment_refusals_total\{.*\} (\d+)$/gm),
  };
}
