import request, { type Test } from 'supertest';
import { eventually } from './eventually';
import type { Reachable } from './test-app';

type Method = 'get' | 'post' | 'put' | 'patch' | 'delete';

export interface TestSession {
  agentId: string;
  sessionId: string;
  token: string;
  /** A request with the session's token; `path` follows `/api/v2/agents/{agent_id}/`. */
  call(method: Method, path: string): Test;
}

/** Creates an agent, as a loopback client may. */
export async function createAgent(app: Reachable, agentId: string, fields: object = {}): Promise<void> {
  await request(app.url)
    .post('/api/v2/agents')
    .send({ agent_id: agentId, ...fields })
    .expect(201);
}

/** Starts a session of an existing agent. */
export async function activate(app: Reachable, agentId: string): Promise<TestSession> {
  const { body } = await request(app.url).post(`/api/v2/agents/${agentId}/activate`).expect(200);
  const answer = body as { session_id: string; session_token: string };
  return sessionOf(app, agentId, answer.session_id, answer.session_token);
}

/** A new agent with a session. */
export async function newSession(app: Reachable, agentId: string): Promise<TestSession> {
  await createAgent(app, agentId);
  return activate(app, agentId);
}

/** Stores a memory; its id. */
export async function remember(session: TestSession, fields: object): Promise<string> {
  const { body } = await session.call('post', 'remember').send(fields).expect(200);
  return (body as { memory_id: string }).memory_id;
}

function sessionOf(app: Reachable, agentId: string, sessionId: string, token: string): TestSession {
  return {
    agentId,
    sessionId,
    token,
    call: (method, path) =>
      request(app.url)[method](`/api/v2/agents/${agentId}/${path}`).set('X-Session-Token', token),
  };
}

/** The id of the link of a memory to a new one that replaces it. */
export async function linkOf(session: TestSession, older: string): Promise<string> {
  const newer = await remember(session, { content: 'The user likes coffee.', supersedes: [older] });
  const { body } = await session.call('get', 'links').query({ memory_id: newer }).expect(200);
  const [link] = (body as { links: { link_id: string }[] }).links;
  if (!link) throw new Error('The memories have no link');
  return link.link_id;
}

/** Recalls something; the id of its trace. */
async function traceOf(session: TestSession): Promise<string> {
  await session.call('post', 'recall').send({ query: 'What does the user like?' }).expect(200);
  // Another replica shows it a second later.
  const [trace] = await eventually(
    async () => {
      const { body } = await session.call('get', 'traces').query({ limit: 1 }).expect(200);
      return (body as { traces: { trace_id: string }[] }).traces;
    },
    ({ length }) => length > 0,
  );
  return trace!.trace_id;
}

/** Forgets somebody unknown; the receipt. */
export async function receiptOf(session: TestSession): Promise<{ receipt_id: string }> {
  const body = { about: 'Zephyrine Quillfeather', dry_run: false };
  const answer = await session.call('post', 'forget').send(body).expect(200);
  return (answer.body as { receipt: { receipt_id: string } }).receipt;
}

/** Ids that a path names, of a trace, a receipt, a webhook or its delivery that is made now. */
export async function plantedIds(
  app: Reachable,
  path: string,
  session: TestSession,
): Promise<Record<string, string>> {
  return {
    ...(path.includes('{trace_id}') && { trace_id: await traceOf(session) }),
    ...(path.includes('{receipt_id}') && { receipt_id: (await receiptOf(session)).receipt_id }),
    ...(path.includes('{webhook_id}') && (await webhookOf(app, session, path.includes('{delivery_id}')))),
  };
}

/** A webhook to nowhere, and an event of it. */
async function webhookOf(
  app: Reachable,
  session: TestSession,
  withDelivery: boolean,
): Promise<Record<string, string>> {
  const sent = { url: 'https://receiver.invalid/hook', agents: [session.agentId] };
  const { body } = await request(app.url).post('/api/v2/webhooks').send(sent).expect(201);
  const { webhook_id } = body as { webhook_id: string };
  if (!withDelivery) return { webhook_id };
  await remember(session, { content: 'The user told a webhook.' });
  const [delivery] = await eventually(
    async () => {
      const answer = await request(app.url).get(`/api/v2/webhooks/${webhook_id}/deliveries`).expect(200);
      return (answer.body as { deliveries: { delivery_id: string }[] }).deliveries;
    },
    ({ length }) => length > 0,
  );
  return { webhook_id, delivery_id: delivery!.delivery_id };
}
