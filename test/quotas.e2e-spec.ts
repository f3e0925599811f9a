import request from 'supertest';
import { activate, newSession, remember, type TestSession } from './support/agents';
import { DAY, judgeBySubject, TornAgent } from './support/conflicts';
import { eventually } from './support/eventually';
import { itEmbedded } from './support/kind-of-run';
import { ADDING, fullAgent, GROWING, quotasOf, setQuotas } from './support/quota-ways';
import { uniqueId } from './support/sessions';
import { useTestApp } from './support/test-app';
import { exported, NDJSON } from './support/transfers';
import { filesRead, upload } from './support/uploads';
import { writingOperations } from './support/writing-operations';

const app = useTestApp();

/** Writing operations that add no memory and make none longer. */
const ADDS_NOTHING = [
  'createKey',
  'revokeKey',
  'createAgent',
  'updateAgent',
  'deleteAgent',
  'activate',
  'deleteMemoryByRef',
  'deleteMemory',
  'expireMemory',
  'restoreMemory',
  'setMemoryStatus',
  'releaseMemory',
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
  'dismissTemplate',
  'updateTemplate',
  ...['login', 'logout'],
  'generateConflicts',
  'streamConflicts',
  'recall',
  'answer',
  'recallRecent',
  'recallAsOf',
  'recallChangedSince',
  'recallAll',
  'dailySummary',
  ...['setAgentReads', 'createWebhook', 'updateWebhook', 'deleteWebhook', 'redeliver'],
];
/** They have a test of their own below. */
const APART = ['uploadFile', 'importAgents', 'resolveConflict', 'deactivate'];

const FULL = ({ memories }: { memories: number }) => ({ max_memories: memories });
const FULL_BYTES = ({ bytes }: { bytes: number }) => ({ max_bytes: bytes });

async function contentsOf(session: TestSession): Promise<string[]> {
  const { body } = await session.call('post', 'recall/all').send({ status: 'all' }).expect(200);
  return (body as { memories: { content: string }[] }).memories.map(({ content }) => content);
}

it('every writing operation is looked at', () => {
  const writes = writingOperations();
  const looked = [...Object.keys(ADDING), ...Object.keys(GROWING)].filter((name) => writes.includes(name));
  expect([...looked, ...APART, ...ADDS_NOTHING].sort()).toEqual(writes.sort());
});

describe('the quotas of an agent', () => {
  it('are shown with their use, changed, and taken away', async () => {
    const session = await newSession(app, uniqueId());
    await remember(session, { content: 'Grüße', title: 'Gruß', metadata: { a: 1 } });
    const bytes = Buffer.byteLength('Grüße') + Buffer.byteLength('Gruß');
    expect(await setQuotas(session, { max_memories: 5 })).toEqual({
      max_memories: { limit: 5, own: 5, used: 1 },
      max_bytes: { limit: null, own: null, used: expect.any(Number) as number },
      writes_per_minute: { limit: null, own: null, used: 0 },
    });
    const { max_bytes } = await quotasOf(session);
    // Metadata is counted as JSON, in which a server may write white space.
    expect(max_bytes.used - bytes).toBeGreaterThanOrEqual('{"a":1}'.length);
    expect(max_bytes.used - bytes).toBeLessThanOrEqual('{"a": 1}'.length);
    expect((await setQuotas(session, { max_bytes: 9_000, writes_per_minute: 3 })).max_memories.own).toBe(5);
    const taken = await setQuotas(session, { max_memories: null, max_bytes: null, writes_per_minute: null });
    expect(Object.values(taken).map(({ limit }) => limit)).toEqual([null, null, null]);
  });

  it('are given with a new agent', async () => {
    const agentId = uniqueId();
    await request(app.url).post('/api/v2/agents').send({ agent_id: agentId, max_memories: 1 }).expect(201);
    const session = await activate(app, agentId);
    await remember(session, { content: 'Likes tea' });
    await session.call('post', 'remember').send({ content: 'Likes cake' }).expect(413);
  });

  it.each([0, -1, 1.5, '5', 2 ** 53])('are whole numbers from 1 on, not %j', async (max_memories) => {
    const session = await newSession(app, uniqueId());
    await session.call('patch', '').send({ max_memories }).expect(422);
  });
});

describe('an agent that holds as many memories as it may', () => {
  it.each(Object.entries(ADDING))('%s is refused and stores nothing', async (name, way) => {
    const { session, existing } = await fullAgent(app, FULL);
    const { isRefused, text } = await way(session, app, existing);
    expect([isRefused, text]).toEqual([true, expect.stringContaining('max_memories')]);
    expect(text).toMatch(/holds 1 of 1 memories.*would add [12]\b.*delete memories.*manages the agent/);
    if (!name.startsWith('MCP')) {
      expect(JSON.parse(text)).toMatchObject({
        detail: { error: 'QuotaExceeded', details: { quota: 'max_memories', limit: 1, used: 1 } },
      });
    }
    expect(await contentsOf(session)).toEqual(['A marked place']);
    // What it replaces is as it was.
    const { body } = await session.call('get', `memories/${existing}`).expect(200);
    expect(body).toMatchObject({ status: 'active', superseded_by: null, valid_to: null });
  });

  it.each(Object.entries(GROWING))('%s works, since it adds none', async (_, way) => {
    const { session, existing } = await fullAgent(app, FULL);
    expect((await way(session, app, existing)).isRefused).toBe(false);
    expect((await quotasOf(session)).max_memories.used).toBe(1);
  });

  it('has room again once one is deleted, but not when it only expires', async () => {
    const { session, existing } = await fullAgent(app, FULL);
    await session.call('post', `memories/${existing}/expire`).send({}).expect(200);
    await session.call('post', 'remember').send({ content: 'Likes tea' }).expect(413);
    await session.call('post', `memories/${existing}/restore`).send({}).expect(200);
    await session.call('delete', `memories/${existing}`).expect(200);
    await remember(session, { content: 'Likes tea' });
  });

  it('stores the chunks of a file only as far as they fit, and the file says why', async () => {
    const { session } = await fullAgent(app, FULL);
    const { body } = await upload(app, session, 'notes.txt', 'Tea is grown in Assam.');
    await filesRead(session);
    const { file_id } = body as { file_id: string };
    const file = await session.call('get', `files/${file_id}`).expect(200);
    expect(file.body).toMatchObject({ status: 'failed' });
    expect(file.text).toContain('max_memories');
    expect(await contentsOf(session)).toEqual(['A marked place']);
  });

  it('ends its session without the summary', async () => {
    const { session } = await fullAgent(app, FULL);
    const { body } = await session.call('post', 'deactivate').expect(200);
    expect(body).toMatchObject({ memories_created: 1, summary_memory_id: null });
    expect(await contentsOf(await activate(app, session.agentId))).toEqual(['A marked place']);
  });

  itEmbedded('takes a text in the place of two that contradict each other', async () => {
    app.clock.set(new Date(`${DAY}T12:00:00Z`));
    judgeBySubject(app);
    const agent = await TornAgent.create(app, uniqueId());
    const { index } = await agent.tear();
    await setQuotas(agent.session, { max_memories: 2 });
    await agent.resolve(index, 'manual', { manual_content: 'City: Bonn' }).expect(200);
    expect(await contentsOf(agent.session)).toEqual(['City: Bonn']);
    jest.restoreAllMocks();
  });

  itEmbedded('is imported whole, and full afterwards', async () => {
    const session = await newSession(app, uniqueId());
    await remember(session, { content: 'Likes tea' });
    await remember(session, { content: 'Likes cake' });
    await setQuotas(session, { max_memories: 1 });
    const lines = await exported(app, session.agentId);
    const path = `/api/v2/agents/${session.agentId}`;
    await request(app.url).delete(path).query({ 'delete-backup-too': true }).expect(200);
    await request(app.url).post('/api/v2/import').set('Content-Type', NDJSON).send(lines).expect(200);
    const again = await activate(app, session.agentId);
    expect((await quotasOf(again)).max_memories).toEqual({ limit: 1, own: 1, used: 2 });
    await again.call('post', 'remember').send({ content: 'Likes pie' }).expect(413);
  });
});

describe('an agent that holds as many bytes as it may', () => {
  it.each(Object.entries({ ...ADDING, ...GROWING }))('%s is refused', async (_, way) => {
    const { session, existing } = await fullAgent(app, FULL_BYTES);
    const { isRefused, text } = await way(session, app, existing);
    expect([isRefused, text]).toEqual([true, expect.stringContaining('max_bytes')]);
    expect(await contentsOf(session)).toEqual(['A marked place']);
  });

  it('may make a memory shorter, also when the quota was lowered below what it holds', async () => {
    const { session, existing } = await fullAgent(app, FULL_BYTES);
    await setQuotas(session, { max_bytes: 10 });
    await session.call('patch', `memories/${existing}`).send({ content: 'A place' }).expect(200);
    await session
      .call('patch', `memories/${existing}`)
      .send({ tags: ['tea'] })
      .expect(200);
    await session.call('patch', `memories/${existing}`).send({ content: 'A longer place' }).expect(413);
    expect(await contentsOf(session)).toEqual(['A place']);
  });
});

describe('writers at the same time', () => {
  it('store exactly as many memories as the quota allows', async () => {
    const session = await newSession(app, uniqueId());
    await setQuotas(session, { max_memories: 25 });
    const send = (at: number) =>
      at % 3 === 0
        ? session
            .call('post', 'batch-remember')
            .send({ memories: [{ content: `a ${at}` }, { content: `b ${at}` }] })
        : session.call('post', 'remember').send({ content: `c ${at}` });
    const answers = await Promise.all(Array.from({ length: 45 }, (_, at) => send(at)));
    expect(answers.map(({ status }) => status).filter((status) => status !== 200 && status !== 413)).toEqual(
      [],
    );
    const { used } = (await quotasOf(session)).max_memories;
    expect(used).toBe((await contentsOf(session)).length);
    // A batch of two finds no room for both where one is left.
    expect(used).toBeGreaterThanOrEqual(24);
    expect(used).toBeLessThanOrEqual(25);
    await session
      .call('post', 'batch-remember')
      .send({ memories: [{ content: 'x' }, { content: 'y' }] })
      .expect(413);
  });

  it('make memories no longer than the bytes allow', async () => {
    const session = await newSession(app, uniqueId());
    const ids = await Promise.all(
      Array.from({ length: 8 }, (_, at) => remember(session, { content: `Memory ${at}`, title: 'T' })),
    );
    const { used } = (await quotasOf(session)).max_bytes;
    await setQuotas(session, { max_bytes: used + 3 * 100 });
    const answers = await Promise.all(
      ids.map((id, at) =>
        session.call('patch', `memories/${id}`).send({ content: `Memory ${at}${'x'.repeat(100)}` }),
      ),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 200, 413, 413, 413, 413, 413]);
    expect((await quotasOf(session)).max_bytes.used).toBe(used + 300);
  });
});

describe('writes a minute', () => {
  it('beyond the quota are refused with the time to wait, and a batch counts its memories', async () => {
    const session = await newSession(app, uniqueId());
    await setQuotas(session, { writes_per_minute: 3 });
    const key = uniqueId();
    const repeated = () =>
      session.call('post', 'remember').set('Idempotency-Key', key).send({ content: 'Likes tea' }).expect(200);
    await repeated();
    // A repetition writes nothing.
    await repeated();
    const batch = { memories: ['a', 'b', 'c'].map((content) => ({ content })) };
    const { body, headers } = await session.call('post', 'batch-remember').send(batch).expect(429);
    expect(body).toMatchObject({
      detail: {
        error: 'RateLimited',
        message: expect.stringMatching(/writes_per_minute.*try again in \d+ s.*manages the agent/) as string,
        details: { quota: 'writes_per_minute', limit_per_minute: 3 },
      },
    });
    expect(Number(headers['retry-after'])).toBeGreaterThan(0);
    // None of the batch was counted.
    await session
      .call('post', 'batch-remember')
      .send({ memories: batch.memories.slice(1) })
      .expect(200);
    expect((await quotasOf(session)).writes_per_minute).toEqual({ limit: 3, own: 3, used: 3 });
    await session.call('post', 'remember').send({ content: 'Likes cake' }).expect(429);
    expect(await contentsOf(session)).toHaveLength(3);
    await session.call('post', 'deactivate').expect(200);
  });

  it('of more memories in one request than a minute has are refused with what to do', async () => {
    const session = await newSession(app, uniqueId());
    await setQuotas(session, { writes_per_minute: 1 });
    const batch = { memories: [{ content: 'a' }, { content: 'b' }] };
    const { text } = await session.call('post', 'batch-remember').send(batch).expect(429);
    expect(text).toContain('send fewer at a time');
  });
});

describe('the quotas of the service', () => {
  const limited = useTestApp({ env: { QUOTA_MAX_MEMORIES: 1, QUOTA_MAX_BYTES: 1_000 } });

  it('count for agents without their own', async () => {
    const session = await newSession(limited, uniqueId());
    await remember(session, { content: 'Likes tea' });
    const { text } = await session.call('post', 'remember').send({ content: 'Likes cake' }).expect(413);
    expect(text).toContain('1 of 1 memories');
    expect((await quotasOf(session)).max_memories).toEqual({ limit: 1, own: null, used: 1 });
    await setQuotas(session, { max_memories: 2 });
    await eventually(
      async () => (await session.call('post', 'remember').send({ content: 'Likes cake' })).status,
      (status) => status === 200,
    );
  });
});
