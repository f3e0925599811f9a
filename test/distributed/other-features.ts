import assert from 'node:assert/strict';
import { settled, upload } from '../support/files';
import { Agent } from './main-path';

/** Links, reports of conflicts and files of one agent. Throws at the first request that is not answered as on any other database. */
export async function otherFeatures(service: string, id: string): Promise<void> {
  const agent = await Agent.open(service, id);
  await links(agent);
  await conflicts(agent);
  await files(service, id, agent);
}

/** A memory replaces another; the link is rejected, and applied again. */
async function links(agent: Agent): Promise<void> {
  const older = await agent.remember('Releases happen on Fridays');
  const newer = await agent.remember('Releases happen on Mondays', { supersedes: [older] });
  const { links: found } = await agent.send('GET', `links?memory_id=${newer}`);
  const [link] = found as { link_id: string; state: string; older_id: string }[];
  assert.ok(link);
  assert.deepEqual([link.state, link.older_id], ['applied', older]);
  assert.deepEqual(await agent.recall('Releases'), ['Releases happen on Mondays']);
  assert.equal((await agent.post(`links/${link.link_id}/reject`, {})).state, 'rejected');
  assert.equal((await agent.recall('Releases')).length, 2);
  assert.equal((await agent.post(`links/${link.link_id}/apply`, {})).state, 'applied');
  assert.deepEqual(await agent.recall('Releases'), ['Releases happen on Mondays']);
}

/** A report names two memories, and one of them stays. */
async function conflicts(agent: Agent): Promise<void> {
  const older = await agent.remember("Alice's favourite colour is blue");
  const newer = await agent.remember("Alice's favourite colour is green");
  const { conflicts: made } = await agent.post('conflicts/generate', {});
  assert.equal((made as { conflict_count: number }).conflict_count, 1);
  const { conflicts: rows } = await agent.send('GET', 'conflicts');
  const [row] = rows as { conflict_id: string; old_memory_id: string; new_memory_id: string }[];
  assert.ok(row);
  assert.deepEqual([row.old_memory_id, row.new_memory_id], [older, newer]);
  await agent.post('conflicts/resolve', { conflict_id: row.conflict_id, action: 'keep_new' });
  assert.deepEqual(await agent.recall('favourite colour'), ["Alice's favourite colour is green"]);
}

/** Its chunks are found, and are gone with it. */
async function files(service: string, id: string, agent: Agent): Promise<void> {
  const client = { url: service, agentId: id, token: agent.token };
  const file = await upload(client, 'harbour.txt', 'The lighthouse keeper of Skagen owns nine cats.');
  const { status, chunks } = await settled(client, file);
  assert.deepEqual([status, chunks], ['indexed', 1]);
  assert.match((await agent.recall('lighthouse')).join(), /nine cats/);
  await agent.send('DELETE', `files/${file}`, undefined, [200, 204]);
  assert.deepEqual(await agent.recall('lighthouse'), []);
}
