import { randomUUID } from 'node:crypto';
import request from 'supertest';
import { PrismaService } from '../../src/database/prisma.service';
import { sql } from '../../src/database/sql';
import { activate, createAgent, linkOf, receiptOf, remember, type TestSession } from './agents';
import { TEST_SECRET_KEY } from './database';
import { PLANTED, release } from './quarantine';
import { uniqueId } from './sessions';
import type { TestApp } from './test-app';
import { exported, NDJSON } from './transfers';
import { upload } from './uploads';

/** Makes the ready state, and sends the one request whose record is looked for. */
export interface AuditedOperation {
  /** Not with an external backend. */
  embeddedOnly?: boolean;
  /** Whose chain it writes to. */
  chain: 'agent' | 'management';
  /** Where it is not the agent's session, or this machine. */
  actor?: string;
  send(session: TestSession, app: TestApp): Promise<unknown>;
}

type Send = AuditedOperation['send'];

const ofAgent = (send: Send): AuditedOperation => ({ chain: 'agent', send });
const ofManagement = (send: Send, actor?: string): AuditedOperation => ({
  chain: 'management',
  send,
  ...(actor !== undefined && { actor }),
});

const DAYS = 86_400_000;
const POLICY = { rules: [], retention: { context: '1d' }, purge_expired_after: '1d' };
const FILE = Buffer.from('Tea is grown in Assam.');
const OTHER_CLIENT = { 'X-Forwarded-For': '203.0.113.9', 'Sec-Fetch-Site': 'same-origin' };

/** The id of a new webhook for an agent that there is not. */
async function webhook(app: TestApp): Promise<string> {
  const body = { url: 'https://hooks.invalid/', agents: ['nobody'] };
  const answer = await request(app.url).post('/api/v2/webhooks').send(body).expect(201);
  return (answer.body as { webhook_id: string }).webhook_id;
}

const some = (session: TestSession) => remember(session, { content: `Likes tea ${uniqueId()}` });

/** To a new agent. */
function transfer(how: 'copy' | 'move'): Send {
  return async (session, app) => {
    const [memory, to] = [await some(session), uniqueId()];
    await createAgent(app, to);
    const path = `/api/v2/agents/${session.agentId}/memories/${memory}/${how}`;
    await request(app.url).post(path).send({ to }).expect(200);
  };
}

async function expired(session: TestSession): Promise<string> {
  const memory = await some(session);
  await session.call('post', `memories/${memory}/expire`).send({}).expect(200);
  return memory;
}

/** A link that is rejected, both memories of which hold. */
async function rejected(session: TestSession): Promise<string> {
  const link = await linkOf(session, await some(session));
  await session.call('post', `links/${link}/reject`).send({}).expect(200);
  return link;
}

/** A memory that the next sweep expires, days later, in a new session. */
async function due(session: TestSession, app: TestApp): Promise<TestSession> {
  await remember(session, { content: 'Is on a train', type: 'context' });
  await session.call('put', 'policy').send(POLICY).expect(200);
  app.clock.advance({ ms: 3 * DAYS });
  return activate(app, session.agentId);
}

async function swept(session: TestSession, app: TestApp): Promise<{ by: TestSession; sweepId: string }> {
  const by = await due(session, app);
  const { body } = await by.call('post', 'policy/apply').send({}).expect(200);
  return { by, sweepId: (body as { sweep_id: string }).sweep_id };
}

async function newKey(app: TestApp): Promise<string> {
  const order = { name: uniqueId(), agents: ['*'], access: 'read' };
  const { body } = await request(app.url).post('/api/v2/keys').send(order).expect(201);
  return (body as { key_id: string }).key_id;
}

async function login(app: TestApp): Promise<string> {
  const { headers } = await request(app.url)
    .post('/api/v2/console/login')
    .set(OTHER_CLIENT)
    .send({ credential: TEST_SECRET_KEY })
    .expect(204);
  return headers['set-cookie']?.[0]?.split(';')[0] ?? '';
}

/** Exports an agent, deletes it with its memories, and imports it. */
export async function moveBack(app: TestApp, agentId: string): Promise<void> {
  const text = await exported(app, agentId);
  await request(app.url).delete(`/api/v2/agents/${agentId}`).query({ 'delete-backup-too': true }).expect(200);
  await request(app.url).post('/api/v2/import').set('Content-Type', NDJSON).send(text).expect(200);
}

/** By the ids of the API document. */
export const AUDITED_OPERATIONS: Readonly<Record<string, AuditedOperation>> = {
  createKey: ofManagement((_, app) => newKey(app)),
  revokeKey: ofManagement(async (_, app) =>
    request(app.url)
      .delete(`/api/v2/keys/${await newKey(app)}`)
      .expect(200),
  ),
  createAgent: ofAgent(() => Promise.resolve()),
  updateAgent: ofAgent(({ agentId }, app) =>
    request(app.url).patch(`/api/v2/agents/${agentId}`).send({ supersession: 'off' }).expect(200),
  ),
  setAgentReads: ofAgent(({ agentId }, app) =>
    request(app.url).put(`/api/v2/agents/${agentId}/reads`).send({ agents: [] }).expect(200),
  ),
  deleteAgent: ofAgent(({ agentId }, app) =>
    request(app.url).delete(`/api/v2/agents/${agentId}`).expect(200),
  ),
  activate: ofAgent(() => Promise.resolve()),
  deactivate: ofAgent((session) => session.call('post', 'deactivate').expect(200)),
  remember: ofAgent(some),
  rememberMany: ofAgent((session) =>
    session
      .call('post', 'batch-remember')
      .send({ memories: [{ content: 'a' }, { content: 'b' }] })
      .expect(200),
  ),
  extract: ofAgent((session) =>
    session
      .call('post', 'remember/extract')
      .send({ messages: [{ role: 'user', content: 'I prefer dark themes. We decided not to use Redis.' }] })
      .expect(200),
  ),
  deleteMemoryByRef: ofAgent(async (session) => {
    await remember(session, { content: 'By ref', source_ref: 'ref-1' });
    return session.call('delete', 'memories/by-ref/ref-1').expect(200);
  }),
  editMemory: ofAgent(async (session) =>
    session
      .call('patch', `memories/${await some(session)}`)
      .send({ content: 'New' })
      .expect(200),
  ),
  deleteMemory: ofAgent(async (session) =>
    session.call('delete', `memories/${await some(session)}`).expect(200),
  ),
  expireMemory: ofAgent(expired),
  setMemoryStatus: ofAgent(async (session) =>
    session
      .call('post', 'batch-status')
      .send({ memory_ids: [await some(session)], status: 'expired' })
      .expect(200),
  ),
  copyMemory: ofAgent(transfer('copy')),
  moveMemory: ofAgent(transfer('move')),
  restoreMemory: ofAgent(async (session) =>
    session.call('post', `memories/${await expired(session)}/restore`).expect(200),
  ),
  releaseMemory: ofAgent(async (session, app) =>
    release(app, session, await remember(session, { content: PLANTED })),
  ),
  rejectLink: ofAgent(rejected),
  applyLink: ofAgent(async (session) =>
    session
      .call('post', `links/${await rejected(session)}/apply`)
      .send({})
      .expect(200),
  ),
  undoLinks: ofAgent(async (session) => {
    await linkOf(session, await some(session));
    return session.call('post', 'links/undo').send({ since: '2000-01-01' }).expect(200);
  }),
  uploadFile: ofAgent((session, app) => upload(app, session, 'tea.txt', FILE)),
  deleteFile: ofAgent(async (session, app) => {
    const { body } = await upload(app, session, 'tea.txt', FILE);
    return session.call('delete', `files/${body.file_id}`).expect(200);
  }),
  setPolicy: ofAgent((session) => session.call('put', 'policy').send(POLICY).expect(200)),
  adoptPolicyPreset: ofAgent((session) =>
    session.call('post', 'policy/preset').send({ name: 'balanced' }).expect(200),
  ),
  applyPolicy: ofAgent(swept),
  undoSweep: ofAgent(async (session, app) => {
    const { by, sweepId } = await swept(session, app);
    return by.call('post', `policy/sweeps/${sweepId}/undo`).expect(200);
  }),
  purgeExpired: ofAgent(async (session, app) => {
    await swept(session, app);
    app.clock.advance({ ms: 3 * DAYS });
    const later = await activate(app, session.agentId);
    return later.call('post', 'policy/purge').send({}).expect(200);
  }),
  importAgents: {
    chain: 'agent',
    embeddedOnly: true,
    send: async (session, app) => {
      await some(session);
      await moveBack(app, session.agentId);
    },
  },
  forget: ofAgent(receiptOf),
  forgetInAll: ofManagement((_, app) =>
    request(app.url)
      .post('/api/v2/forget')
      .send({ about: 'Zephyrine Quillfeather', dry_run: false })
      .expect(200),
  ),
  applyReceipt: {
    chain: 'agent',
    send: async (session, app) => {
      const receipt = await receiptOf(session);
      // As in a database from before the run.
      const database = app.app.get(PrismaService);
      await database.execute(sql`DELETE FROM forget_digests WHERE receipt_id = ${receipt.receipt_id}::uuid`);
      await database.execute(sql`DELETE FROM forget_runs WHERE receipt_id = ${receipt.receipt_id}::uuid`);
      return request(app.url).post('/api/v2/receipts').send({ receipt }).expect(200);
    },
  },
  changeSettings: ofManagement((_, app) =>
    request(app.url).patch('/api/ui/config').send({ 'session.default_duration_hours': 12 }).expect(200),
  ),
  dismissTemplate: ofManagement((_, app) =>
    request(app.url).post('/api/ui/template-status/dismiss').send({}).expect(200),
  ),
  updateTemplate: ofManagement((_, app) =>
    request(app.url).post('/api/ui/template-status/update').expect(200),
  ),
  createWebhook: ofManagement((_, app) => webhook(app)),
  updateWebhook: ofManagement(async (_, app) =>
    request(app.url)
      .patch(`/api/v2/webhooks/${await webhook(app)}`)
      .send({ status: 'paused' })
      .expect(200),
  ),
  deleteWebhook: ofManagement(async (_, app) =>
    request(app.url)
      .delete(`/api/v2/webhooks/${await webhook(app)}`)
      .expect(204),
  ),
  redeliver: ofManagement(async (_, app) => {
    const [hook, id] = [await webhook(app), randomUUID()];
    await app.app.get(PrismaService).execute(sql`
      INSERT INTO webhook_deliveries (delivery_id, webhook_id, event_id, kind, agent_id, body, state)
      VALUES (${id}::uuid, ${hook}::uuid, 'x', 'memory.created', 'x', '{}', 'delivered')`);
    await request(app.url).post(`/api/v2/webhooks/${hook}/deliveries/${id}/redeliver`).expect(200);
  }),
  login: ofManagement((_, app) => login(app), 'management'),
  logout: ofManagement(
    async (_, app) =>
      request(app.url)
        .post('/api/v2/console/logout')
        .set(OTHER_CLIENT)
        .set('Cookie', await login(app))
        .expect(204),
    'management',
  ),
};
