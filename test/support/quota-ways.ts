import request from 'supertest';
import { newSession, remember, type TestSession } from './agents';
import { eventually } from './eventually';
import { REPLICAS } from './kind-of-run';
import { ERAS } from './mcp-clients';
import { uniqueId } from './sessions';
import type { Reachable } from './test-app';

/** What came of a try to add something. */
export interface Tried {
  isRefused: boolean;
  /** Of the answer or the tool, for what it says. */
  text: string;
}

type Way = (session: TestSession, app: Reachable, existing: string) => Promise<Tried>;

const LONG = 'Grows in Assam. '.repeat(40);
const MESSAGES = [{ role: 'user', content: 'I live in Oslo. I prefer dark themes.' }];

function sent(method: 'post' | 'patch', path: (existing: string) => string, body: object): Way {
  return async (session, _, existing) => {
    const { status, text } = await session.call(method, path(existing)).send(body);
    if (status !== 200 && status !== 413) throw new Error(`${status} ${text}`);
    return { isRefused: status === 413, text };
  };
}

function called(name: string, args: (existing: string) => object): Way {
  return async (session, app, existing) => {
    const client = await ERAS['2025-11-25']!(app, { path: `/mcp/agents/${session.agentId}` });
    try {
      const result = await client.callTool({ name, arguments: { ...args(existing) } });
      return { isRefused: result.isError === true, text: JSON.stringify(result.content) };
    } finally {
      await client.close();
    }
  };
}

/** From another agent, by somebody on this machine. */
function transferred(how: 'copy' | 'move'): Way {
  return async (session, app) => {
    const other = await newSession(app, uniqueId());
    const id = await remember(other, { content: 'Likes tea' });
    const path = `/api/v2/agents/${other.agentId}/memories/${id}/${how}`;
    const { status, text } = await request(app.url).post(path).send({ to: session.agentId });
    if (status !== 200 && status !== 413) throw new Error(`${status} ${text}`);
    // What did not arrive is where it was.
    if (status === 413) await other.call('get', `memories/${id}`).expect(200);
    return { isRefused: status === 413, text };
  };
}

const new2 = { memories: [{ content: 'Likes tea' }, { content: 'Likes cake' }] };

/** By the operation of the API document, or the tool: requests that add a memory. */
export const ADDING: Readonly<Record<string, Way>> = {
  remember: sent('post', () => 'remember', { content: 'Likes tea' }),
  'remember, upsert': sent('post', () => 'remember', { content: 'Tea', source_ref: 'new', upsert: true }),
  'remember, superseding': async (session, app, existing) =>
    sent('post', () => 'remember', { content: 'Likes tea', supersedes: [existing] })(session, app, existing),
  rememberMany: sent('post', () => 'batch-remember', new2),
  'rememberMany, dedupe': sent('post', () => 'batch-remember', { ...new2, dedupe: true }),
  extract: sent('post', () => 'remember/extract', { messages: MESSAGES }),
  copyMemory: transferred('copy'),
  moveMemory: transferred('move'),
  'MCP remember': called('remember', () => ({ content: 'Likes tea' })),
  'MCP remember_many': called('remember_many', () => new2),
};

/** Requests that make an existing memory longer. */
export const GROWING: Readonly<Record<string, Way>> = {
  editMemory: sent('patch', (id) => `memories/${id}`, { content: LONG }),
  'editMemory, metadata': sent('patch', (id) => `memories/${id}`, { metadata: { note: LONG } }),
  'remember, upsert of one': sent('post', () => 'remember', {
    content: LONG,
    source_ref: 'r-1',
    upsert: true,
  }),
  'MCP update': called('update', (memory_id) => ({ memory_id, content: LONG })),
};

/** An agent that holds as much as it may. */
export async function fullAgent(
  app: Reachable,
  quotaOf: (used: { memories: number; bytes: number }) => object,
): Promise<{ session: TestSession; existing: string }> {
  const session = await newSession(app, uniqueId());
  const existing = await remember(session, { content: 'A marked place', source_ref: 'r-1' });
  const { max_memories, max_bytes } = await quotasOf(session);
  const quota = quotaOf({ memories: max_memories.used, bytes: max_bytes.used });
  await setQuotas(session, quota);
  return { session, existing };
}

interface Quota {
  limit: number | null;
  own: number | null;
  used: number;
}

type Quotas = Record<'max_memories' | 'max_bytes' | 'writes_per_minute', Quota>;

export async function quotasOf(session: TestSession): Promise<Quotas> {
  const { body } = await session.call('get', '').expect(200);
  return (body as { quotas: Quotas }).quotas;
}

/** Until every replica knows: it may use the quotas of a second ago. */
export async function setQuotas(session: TestSession, quota: object): Promise<Quotas> {
  const { body } = await session.call('patch', '').send(quota).expect(200);
  const { quotas } = body as { quotas: Quotas };
  if (REPLICAS > 1) await sameEverywhere(session, limitsOf(quotas));
  return quotas;
}

const limitsOf = (quotas: Quotas) => JSON.stringify(Object.values(quotas).map(({ limit }) => limit));

/** Replicas answer in turn. */
async function sameEverywhere(session: TestSession, wanted: string): Promise<void> {
  await eventually(
    async () => {
      const found = new Set<string>();
      for (let asked = 0; asked < 2 * REPLICAS; asked++) found.add(limitsOf(await quotasOf(session)));
      return found;
    },
    (found) => found.size === 1 && found.has(wanted),
  );
}
