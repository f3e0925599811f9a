import assert from 'node:assert/strict';
import { Agent } from './main-path';

interface Counts {
  first: string | null;
  groups: { name: string; count: number; memories: unknown[] | null }[];
}

/** What the pages of the console count, of one agent and of all. Throws where the numbers are not those on any other database. */
export async function consoleCounts(service: string, id: string): Promise<void> {
  const agent = await Agent.open(service, id);
  const spruce = await agent.remember('Spruces grow in the north', {
    tags: ['tree', 'cold'],
    source: 'walk',
  });
  await agent.remember('Lindens grow in the south', { tags: ['tree'], type: 'preference' });
  await agent.send('PATCH', `memories/${spruce}`, { content: 'Spruces grow in the mountains' });
  const count = async (query: string) => (await read(service, query)).groups;
  const numbers = async (query: string) =>
    Object.fromEntries((await count(query)).map((group) => [group.name, group.count]));
  const own = `agent_id=${id}`;
  assert.notEqual((await read(service, `by=type&${own}`)).first, null);
  assert.deepEqual(await numbers(`by=type&${own}`), { fact: 1, preference: 1 });
  assert.deepEqual(await numbers(`by=type&${own}&until=2001-01-01`), {});
  assert.deepEqual(await numbers(`by=tag&${own}`), { tree: 2, cold: 1 });
  assert.deepEqual(await numbers(`by=source&${own}&part=WAL`), { walk: 1 });
  assert.deepEqual(await numbers('by=tag&part=tre'), { tree: 2 });
  assert.equal((await numbers('by=agent'))[id], 2);
  const [learned] = await count(`by=change&${own}&since=2001-01-01`);
  assert.deepEqual([learned?.name, learned?.count, learned?.memories?.length], ['learned', 2, 2]);
  for (const by of ['client', 'certainty']) await count(`by=${by}`);
}

async function read(service: string, query: string): Promise<Counts> {
  const response = await fetch(`${service}/api/ui/counts?${query}`);
  const text = await response.text();
  assert.equal(response.status, 200, `${query}: ${text}`);
  return JSON.parse(text) as Counts;
}
