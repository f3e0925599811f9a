import assert from 'node:assert/strict';
import { eventually } from '../support/eventually';

type Body = Record<string, unknown>;
interface StoredMemory {
  id: string;
  content: string;
}

/** One agent's requests, by HTTP. */
export class Agent {
  private constructor(
    private readonly url: string,
    readonly token: string,
  ) {}

  static async open(service: string, id: string): Promise<Agent> {
    await call('POST', `${service}/api/v2/agents`, { agent_id: id }, {}, [201, 409]);
    const url = `${service}/api/v2/agents/${id}`;
    const { session_token: token } = await call('POST', `${url}/activate`, {}, {}, [200, 201]);
    return new Agent(url, String(token));
  }

  /** The same session at another replica. */
  at(service: string): Agent {
    return new Agent(`${service}${new URL(this.url).pathname}`, this.token);
  }

  post(path: string, body: Body): Promise<Body> {
    return this.send('POST', path, body);
  }

  send(method: string, path: string, body?: Body, statuses = [200, 201, 202]): Promise<Body> {
    return call(method, `${this.url}/${path}`, body, { 'X-Session-Token': this.token }, statuses);
  }

  async remember(content: string, more: Body = {}): Promise<string> {
    const { memory_id: id } = await this.post('remember', { content, ...more });
    return String(id);
  }

  /** The contents of all memories that are found. */
  async recall(query: string): Promise<string[]> {
    return contentsOf(await this.post('recall', { query, limit: 10 }));
  }

  async recent(): Promise<string[]> {
    return contentsOf(await this.post('recall/recent', { limit: 50 }));
  }
}

/** Throws at the first request that is not answered as on any other database. */
export async function mainPath(service: string, id: string): Promise<void> {
  const agent = await Agent.open(service, id);
  const tea = await agent.remember('Alice likes jasmine tea');
  assert.deepEqual(await agent.recall('jasmine'), ['Alice likes jasmine tea']);
  await agent.post('batch-remember', {
    memories: [{ content: 'The office is in Lisbon' }, { content: 'Standup is at nine' }],
  });
  assert.equal((await agent.recent()).length, 3);
  await agent.remember('Price is 10', { source_ref: 'price', upsert: true });
  await agent.remember('Price is 12', { source_ref: 'price', upsert: true });
  assert.deepEqual(await agent.recall('price'), ['Price is 12']);
  await agent.send('PATCH', `memories/${tea}`, { content: 'Alice likes oolong tea' });
  assert.deepEqual(await agent.recall('oolong'), ['Alice likes oolong tea']);
  assert.deepEqual(await agent.recall('jasmine'), []);
  await agent.post(`memories/${tea}/expire`, { reason: 'outdated' });
  assert.deepEqual(await agent.recall('oolong'), []);
  await agent.post(`memories/${tea}/restore`, {});
  assert.deepEqual(await agent.recall('oolong'), ['Alice likes oolong tea']);
  const { entries } = await agent.send('GET', `memories/${tea}/history`);
  assert.deepEqual(
    (entries as { event: string }[]).map(({ event }) => event),
    ['restored', 'expired', 'edited', 'created'],
  );
  const visit = await agent.remember('Bob visits Porto', {
    expires_at: new Date(Date.now() + 1_500).toISOString(),
  });
  assert.deepEqual(await agent.recall('Porto'), ['Bob visits Porto']);
  await eventually(
    () => agent.recall('Porto'),
    (found) => found.length === 0,
  );
  await agent.send('DELETE', `memories/${visit}`, undefined, [200, 204]);
  await agent.send('DELETE', `memories/${tea}`, undefined, [200, 204]);
  assert.deepEqual(await agent.recall('oolong'), []);
  await agent.send('GET', `memories/${tea}`, undefined, [404]);
  assert.deepEqual((await agent.recent()).sort(), [
    'Price is 12',
    'Standup is at nine',
    'The office is in Lisbon',
  ]);
}

/**
 * What else an agent does, up to its deletion. `age`: makes all memories two minutes older. Throws at the first request that is not answered as on any other database.
 */
export async function otherOperations(service: string, id: string, age: () => Promise<void>): Promise<void> {
  const agent = await Agent.open(service, id);
  const started = new Date().toISOString();
  const rye = await agent.remember('Rye is baked on Fridays');
  const oats = await agent.remember('Oats come from Galway');
  const listed = async (path: string, body: Body) =>
    contentsOf(await agent.post(`recall/${path}`, body)).length;
  assert.equal(await listed('as-of', { as_of: new Date(Date.now() + 1_000).toISOString() }), 2);
  assert.equal(await listed('changed-since', { since: started }), 2);
  assert.equal(await listed('all', {}), 2);
  assert.match(JSON.stringify(await agent.post('answer', { question: 'When is rye baked?' })), /on Fridays/);
  for (const status of ['expired', 'active'])
    assert.deepEqual((await agent.post('batch-status', { memory_ids: [oats], status })).changed, [oats]);
  await agent.post('batch-status', { memory_ids: [rye], status: 'expired' });
  await agent.send('PUT', 'policy', { purge_expired_after: '1m' });
  await age();
  assert.equal((await agent.post('policy/purge', { dry_run: false })).purged, 1);
  await agent.send('GET', `memories/${rye}`, undefined, [404]);
  await sweepAndUndo(agent, age);
  await transfers(service, agent, `${id}-2`);
  const exported = await fetch(`${service}/api/v2/agents/${id}/export`);
  assert.match(await exported.text(), /Oats come from Galway/);
  await agent.post('forget', { ids: [oats], dry_run: false });
  assert.deepEqual(await agent.recent(), []);
  await agent.remember('The last one');
  await call('DELETE', `${service}/api/v2/agents/${id}?delete-backup-too=true`, undefined, {}, [200]);
}

/** What a policy expires at once, and takes back. */
async function sweepAndUndo(agent: Agent, age: () => Promise<void>): Promise<void> {
  const before = await agent.recent();
  const barley = await agent.remember('Barley is for soup', { source: 'sweeper', type: 'event' });
  await agent.send('PUT', 'policy', {
    rules: [{ name: 'soup', match: { source: ['sweeper'] }, expire_after: '1m' }],
  });
  await age();
  const preview = await agent.post('policy/apply', { dry_run: true });
  assert.deepEqual([preview.matched, preview.expired], [1, 0]);
  const sweep = await agent.post('policy/apply', { dry_run: false });
  assert.deepEqual([sweep.matched, sweep.expired, sweep.errors], [1, 1, []]);
  assert.deepEqual(await agent.recall('barley'), []);
  const undone = await agent.post(`policy/sweeps/${String(sweep.sweep_id)}/undo`, {});
  assert.deepEqual([undone.restored, undone.skipped], [1, 0]);
  assert.deepEqual(await agent.recall('barley'), ['Barley is for soup']);
  await agent.send('DELETE', `memories/${barley}`, undefined, [200, 204]);
  assert.deepEqual(await agent.recent(), before);
}

/** A copy and a move to another agent, whose memories are in another shard. */
async function transfers(service: string, agent: Agent, to: string): Promise<void> {
  const other = await Agent.open(service, to);
  const id = await agent.remember('Sorghum grows in Sudan');
  await agent.send('PATCH', `memories/${id}`, { content: 'Sorghum grows in Chad' });
  const { memory_id: copy } = await agent.post(`memories/${id}/copy`, { to });
  assert.deepEqual(await other.recall('sorghum'), ['Sorghum grows in Chad']);
  const { entries } = await other.send('GET', `memories/${String(copy)}/history`);
  assert.deepEqual(
    (entries as { event: string }[]).map(({ event }) => event),
    ['edited', 'edited', 'created'],
  );
  await other.send('DELETE', `memories/${String(copy)}`, undefined, [200, 204]);
  assert.equal((await agent.post(`memories/${id}/move`, { to })).memory_id, id);
  assert.deepEqual(await agent.recall('sorghum'), []);
  assert.deepEqual(await other.recall('sorghum'), ['Sorghum grows in Chad']);
  await call('DELETE', `${service}/api/v2/agents/${to}?delete-backup-too=true`, undefined, {}, [200]);
}

function contentsOf(body: Body): string[] {
  const found = (body.memories ?? body.results) as (StoredMemory | { memory: StoredMemory })[];
  return found.map((each) => ('memory' in each ? each.memory : each).content);
}

async function call(
  method: string,
  url: string,
  body: Body | undefined,
  headers: Record<string, string>,
  statuses: number[],
): Promise<Body> {
  const response = await fetch(url, {
    method,
    headers: { 'Content-Type': 'application/json', ...headers },
    ...(body && { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  assert.ok(statuses.includes(response.status), `${method} ${url}: ${response.status} ${text}`);
  return (text === '' ? {} : JSON.parse(text)) as Body;
}
