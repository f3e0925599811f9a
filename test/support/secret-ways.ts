import request from 'supertest';
import { newSession, remember, type TestSession } from './agents';
import { ERAS } from './mcp-clients';
import { uniqueId } from './sessions';
import type { Reachable } from './test-app';
import { exported, NDJSON } from './transfers';
import { upload } from './uploads';

/** Invented; assembled here, so that no search for secrets in this repository finds them. */
export const TOKEN = `ghp_${'Zq7'.repeat(12)}`;
export const PASSWORD = 'Vex!morrow77';
export const NEEDLES = [TOKEN, PASSWORD];
export const SECRET_TEXT = `The deploy token is ${TOKEN} and the wifi password is ${PASSWORD}.`;

export interface SecretWay {
  /** Not with an external backend. */
  embeddedOnly?: boolean;
  /** Stores something that holds `text`; the answer. */
  send(session: TestSession, app: Reachable, text: string): Promise<unknown>;
}

const FIELDS = (text: string) => ({
  content: text,
  title: text.slice(0, 100),
  tags: [`wifi password is ${PASSWORD}`, 'wifi'],
  names: [TOKEN],
  metadata: { password: PASSWORD, wifi: ['guests', text], pin: 48_213_377 },
});

async function tool(session: TestSession, app: Reachable, name: string, args: object): Promise<unknown> {
  const client = await ERAS['2025-11-25']!(app, { path: `/mcp/agents/${session.agentId}` });
  try {
    return await client.callTool({ name, arguments: { ...args } });
  } finally {
    await client.close();
  }
}

const plain = (session: TestSession) => remember(session, { content: 'Nothing yet', source_ref: 'r-1' });

/** Every way by which a text is stored, by the operation of the API document or the tool of MCP. */
export const SECRET_WAYS: Readonly<Record<string, SecretWay>> = {
  remember: {
    send: async (session, _, text) =>
      (
        await session
          .call('post', 'remember')
          .set('Idempotency-Key', uniqueId())
          .send({ ...FIELDS(text), detect: 'now' })
          .expect(200)
      ).body as unknown,
  },
  'remember, upsert': {
    send: async (session, _, text) => {
      await plain(session);
      const upsert = { ...FIELDS(text), source_ref: 'r-1', upsert: true };
      return (await session.call('post', 'remember').send(upsert).expect(200)).body as unknown;
    },
  },
  rememberMany: {
    send: async (session, _, text) =>
      (
        await session
          .call('post', 'batch-remember')
          .set('Idempotency-Key', uniqueId())
          .send({ memories: [{ content: 'Likes tea' }, FIELDS(text)] })
          .expect(200)
      ).body as unknown,
  },
  editMemory: {
    send: async (session, _, text) => {
      const id = await plain(session);
      const edit = session.call('patch', `memories/${id}`).set('Idempotency-Key', uniqueId());
      return (await edit.send(FIELDS(text)).expect(200)).body as unknown;
    },
  },
  extract: {
    send: async (session, _, text) =>
      (
        await session
          .call('post', 'remember/extract')
          .set('Idempotency-Key', uniqueId())
          .send({ messages: [{ role: 'user', content: `I prefer dark themes. ${text} I live in Oslo.` }] })
          .expect(200)
      ).body as unknown,
  },
  uploadFile: {
    send: async (session, app, text) =>
      (await upload(app, session, 'notes.txt', `Tea is grown in Assam. ${text}`)).body,
  },
  importAgents: {
    embeddedOnly: true,
    send: async (session, app, text) => {
      await remember(session, { content: 'A marked place', source_ref: 'r-2' });
      const lines = await exported(app, session.agentId);
      await request(app.url)
        .delete(`/api/v2/agents/${session.agentId}`)
        .query({ 'delete-backup-too': true })
        .expect(200);
      const changed = lines.replaceAll('A marked place', text);
      const sent = request(app.url).post('/api/v2/import').set('Content-Type', NDJSON).send(changed);
      return (await sent.expect(200)).body as unknown;
    },
  },
  'MCP remember': {
    send: (session, app, text) => tool(session, app, 'remember', FIELDS(text)),
  },
  'MCP remember_many': {
    send: (session, app, text) => tool(session, app, 'remember_many', { memories: [FIELDS(text)] }),
  },
  'MCP update': {
    send: async (session, app, text) => {
      const { names: _, ...fields } = FIELDS(text);
      return tool(session, app, 'update', { memory_id: await plain(session), ...fields });
    },
  },
};

export async function sessionFor(app: Reachable): Promise<TestSession> {
  return newSession(app, uniqueId());
}
