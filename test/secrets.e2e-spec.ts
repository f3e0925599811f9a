import request from 'supertest';
import { activate, newSession, remember, type TestSession } from './support/agents';
import { DAY, judgeBySubject, TornAgent } from './support/conflicts';
import { newTestStore, type TestStore } from './support/database';
import { filesHolding } from './support/files-holding';
import { itEmbedded, ON_PREM } from './support/kind-of-run';
import { NEEDLES, PASSWORD, SECRET_TEXT, SECRET_WAYS, sessionFor, TOKEN } from './support/secret-ways';
import { buildService, startService, type ServiceProcess } from './support/service-process';
import { uniqueId } from './support/sessions';
import { useTestApp, type Reachable } from './support/test-app';
import { filesRead, upload } from './support/uploads';
import { writingOperations } from './support/writing-operations';

const app = useTestApp();

/** Operations that take no text of a memory. */
const WITHOUT_TEXTS = [
  'createKey',
  'revokeKey',
  'createAgent',
  'updateAgent',
  'setAgentReads',
  'deleteAgent',
  'activate',
  'deactivate',
  'deleteMemoryByRef',
  'deleteMemory',
  'expireMemory',
  'restoreMemory',
  'setMemoryStatus',
  'releaseMemory',
  'copyMemory',
  'moveMemory',
  'rejectLink',
  'applyLink',
  'undoLinks',
  'deleteFile',
  'setPolicy',
  'adoptPolicyPreset',
  'applyPolicy',
  'undoSweep',
  'purgeExpired',
  'forget',
  'forgetInAll',
  'applyReceipt',
  'changeSettings',
  'createWebhook',
  'updateWebhook',
  'deleteWebhook',
  'redeliver',
  'dismissTemplate',
  'updateTemplate',
  'login',
  'logout',
  'generateConflicts',
  'streamConflicts',
  'recall',
  'answer',
  'recallRecent',
  'recallAsOf',
  'recallChangedSince',
  'recallAll',
  'dailySummary',
];

const WAYS = Object.entries(SECRET_WAYS).filter(([, way]) => !ON_PREM || way.embeddedOnly !== true);

interface Found {
  kind: string;
  count: number;
}

async function memoriesOf(session: TestSession): Promise<Record<string, unknown>[]> {
  const { body } = await session.call('post', 'recall/all').send({}).expect(200);
  return (body as { memories: Record<string, unknown>[] }).memories;
}

/** What an agent has, once a file was read. Some ways end the session. */
async function settled(reachable: Reachable, { agentId }: TestSession): Promise<string> {
  const session = await activate(reachable, agentId);
  await filesRead(session);
  return JSON.stringify(await memoriesOf(session));
}

const holding = (text: string) => NEEDLES.filter((needle) => text.includes(needle));

it('every operation that takes a text is among the ways that are looked at', () => {
  const writes = writingOperations();
  const looked = [...Object.keys(SECRET_WAYS).filter((name) => writes.includes(name)), 'resolveConflict'];
  expect([...looked, ...WITHOUT_TEXTS].sort()).toEqual(writes.sort());
});

describe('with the settings as they are', () => {
  it.each(WAYS)('%s stores a placeholder, and neither answers nor stores the secret', async (name, way) => {
    const session = await sessionFor(app);
    const answer = JSON.stringify(await way.send(session, app, SECRET_TEXT));
    expect(holding(answer)).toEqual([]);
    const stored = await settled(app, session);
    expect(holding(stored)).toEqual([]);
    // Extraction leaves such statements out.
    if (name === 'extract') expect(stored).toContain('Oslo');
    else expect(stored).toContain('[secret: ');
    if (!['uploadFile', 'importAgents'].includes(name)) expect(answer).toMatch(/redacted.{1,10}kind.{1,10}/);
  });

  it('says how many of which kind', async () => {
    const session = await sessionFor(app);
    const { body } = await session.call('post', 'remember').send({ content: SECRET_TEXT }).expect(200);
    const { redacted } = body as { redacted: Found[] };
    expect(redacted.map(({ count }) => count)).toEqual([1, 1]);
    expect(redacted.map(({ kind }) => kind)).toContain('password');
    const [memory] = await memoriesOf(session);
    expect(memory?.content).toMatch(
      /^The deploy token is \[secret: [\w-]+\] and the wifi password is \[secret: password\]\.$/,
    );
    expect(memory?.title).toMatch(/^The deploy token is \[secret: /);
  });

  it('says nothing where nothing is found', async () => {
    const session = await sessionFor(app);
    const { body } = await session.call('post', 'remember').send({ content: 'Likes tea' }).expect(200);
    expect(body).not.toHaveProperty('redacted');
    expect(body).not.toHaveProperty('warned');
  });

  it('resolves a conflict by a text without the secret', async () => {
    app.clock.set(new Date(`${DAY}T12:00:00Z`));
    judgeBySubject(app);
    const agent = await TornAgent.create(app, uniqueId());
    const { index } = await agent.tear();
    const { body, text } = await agent.resolve(index, 'manual', { manual_content: SECRET_TEXT }).expect(200);
    expect((body as { redacted: Found[] }).redacted).toHaveLength(2);
    expect(holding(text + (await agent.contents()).join())).toEqual([]);
    jest.restoreAllMocks();
  });

  it.each(['source_ref', 'key', 'scope', 'thread', 'source'])('refuses a secret in %s', async (field) => {
    const session = await sessionFor(app);
    const sent = { content: 'Likes tea', [field]: TOKEN.slice(0, 64) };
    const { body, text } = await session.call('post', 'remember').send(sent).expect(422);
    expect(body).toMatchObject({
      detail: { error: 'SecretRefused', details: { secrets: [{ field, start: 0 }] } },
    });
    expect(holding(text)).toEqual([]);
    expect(await memoriesOf(session)).toEqual([]);
  });

  it('refuses a file whose name holds a secret', async () => {
    const session = await sessionFor(app);
    const { status } = await upload(app, session, `${TOKEN}.txt`, 'Tea is grown in Assam.');
    expect(status).toBe(422);
  });

  it('leaves e-mail addresses and cards of persons alone', async () => {
    const session = await sessionFor(app);
    const content = 'Her address is anna@example.com, his card 4111 1111 1111 1111.';
    await remember(session, { content });
    expect((await memoriesOf(session))[0]?.content).toBe(content);
  });

  it('counts them by kind', async () => {
    await remember(await sessionFor(app), { content: SECRET_TEXT });
    const { text } = await request(app.url).get('/metrics').expect(200);
    expect(text).toMatch(/secrets_found_total\{kind="password",handling="redacted"\} [1-9]/);
  });
});

describe('with a setting of the agent', () => {
  const sessionWith = async (settings: object): Promise<TestSession> => {
    const session = await newSession(app, uniqueId());
    const changed = request(app.url).patch(`/api/v2/agents/${session.agentId}`).send(settings);
    expect((await changed.expect(200)).body).toMatchObject(settings);
    return session;
  };

  it.each(WAYS.filter(([name]) => name !== 'importAgents'))('block: %s stores nothing', async (name, way) => {
    const session = await sessionWith({ redaction: 'block' });
    const blocked = way;
    // Ways expect a success: their failure is that of the answer.
    const failure = await blocked.send(session, app, SECRET_TEXT).catch((error: unknown) => String(error));
    const stored = await settled(app, session);
    expect(holding(stored)).toEqual([]);
    expect(stored).not.toContain('[secret: ');
    if (name === 'uploadFile') {
      const files = (await (await activate(app, session.agentId)).call('get', 'files').expect(200)).text;
      expect(files).toMatch(/"failed".*must not be stored/);
    } else expect(JSON.stringify(failure)).toMatch(/422|must not be stored/);
  });

  it('block: names the field and the place, and no value', async () => {
    const session = await sessionWith({ redaction: 'block' });
    const memories = [{ content: 'Likes tea' }, { content: `My password is ${PASSWORD}` }];
    const { body, text } = await session.call('post', 'batch-remember').send({ memories }).expect(422);
    expect(body).toMatchObject({
      detail: {
        error: 'SecretRefused',
        details: { secrets: [{ kind: 'password', field: 'memories[1].content', start: 15, end: 27 }] },
      },
    });
    expect(holding(text)).toEqual([]);
  });

  // A backend server has settings of its own.
  itEmbedded('warn: stores it and says so', async () => {
    const session = await sessionWith({ redaction: 'warn' });
    const { body } = await session.call('post', 'remember').send({ content: SECRET_TEXT }).expect(200);
    expect(body).not.toHaveProperty('redacted');
    expect((body as { warned: Found[] }).warned).toHaveLength(2);
    expect((await memoriesOf(session))[0]?.content).toBe(SECRET_TEXT);
  });

  itEmbedded('off: stores it and says nothing', async () => {
    const session = await sessionWith({ redaction: 'off' });
    const { body } = await session.call('post', 'remember').send({ content: SECRET_TEXT }).expect(200);
    expect(body).not.toHaveProperty('warned');
    expect((await memoriesOf(session))[0]?.content).toBe(SECRET_TEXT);
  });

  it('personal data: replaced in texts, and left alone in names such as a scope', async () => {
    const session = await sessionWith({ redaction_personal: 'redact' });
    const content = 'His card is 4111 1111 1111 1111.';
    await remember(session, { content, scope: 'user:anna@example.com' });
    const [memory] = await memoriesOf(session);
    expect(memory).toMatchObject({ content: 'His card is [secret: card].', scope: 'user:anna@example.com' });
  });

  it('default: as the service is set again', async () => {
    const session = await sessionWith({ redaction: 'off' });
    await request(app.url)
      .patch(`/api/v2/agents/${session.agentId}`)
      .send({ redaction: 'default' })
      .expect(200);
    await remember(session, { content: SECRET_TEXT });
    expect(holding(JSON.stringify(await memoriesOf(session)))).toEqual([]);
  });

  it('nothing to change is refused', async () => {
    const session = await sessionFor(app);
    await request(app.url).patch(`/api/v2/agents/${session.agentId}`).send({}).expect(400);
  });
});

describe('a service as a process', () => {
  let store: TestStore;
  let service: ServiceProcess;

  beforeAll(async () => {
    buildService();
    store = await newTestStore();
    service = await startService(store.env, { LOG_LEVEL: 'debug', TRACE: 'full' });
  });
  afterAll(async () => {
    await service.kill();
    await store.remove();
  });

  it('leaves no secret in its files, its write-ahead log or what it prints', async () => {
    const reachable: Reachable = { url: service.url };
    for (const [, way] of WAYS) {
      const session = await sessionFor(reachable);
      await way.send(session, reachable, SECRET_TEXT);
      await settled(reachable, session);
      const again = await activate(reachable, session.agentId);
      await again.call('post', 'recall').send({ query: SECRET_TEXT });
    }
    const marked = await sessionFor(reachable);
    await remember(marked, { content: 'A marked place in all files' });
    await service.terminate();
    expect(holding(service.printed())).toEqual([]);
    if (store.env.DATABASE_URL !== null) return;
    // The search finds what is there; a backend server has the memories in files of its own.
    const marks = filesHolding(store.env.DATA_DIR, 'A marked place in all files');
    expect(ON_PREM || marks.length > 0).toBe(true);
    expect(NEEDLES.flatMap((needle) => filesHolding(store.env.DATA_DIR, needle))).toEqual([]);
  });
});
