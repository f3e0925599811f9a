import request from 'supertest';
import { newSession, remember } from './support/agents';
import { AUDITED_OPERATIONS, moveBack, type AuditedOperation } from './support/audited-operations';
import { DAY, judgeBySubject, TornAgent } from './support/conflicts';
import { itEmbedded } from './support/kind-of-run';
import { uniqueId } from './support/sessions';
import { useTestApp } from './support/test-app';
import { exported, linesOf, NDJSON } from './support/transfers';
import { WatchedRun } from './support/watched-run';
import { writingOperations } from './support/writing-operations';

const app = useTestApp();

interface Shown {
  seq: number;
  operation: string;
  actor: string;
  targets: { kind: string; ids: string[] }[];
  count: number;
}

/** They read, though their methods are those of writes. */
const READS = new Set([
  'recall',
  'answer',
  'recallRecent',
  'recallAsOf',
  'recallChangedSince',
  'recallAll',
  'dailySummary',
]);

/** They need a judge that says what the test wants. */
const CONFLICTS = ['generateConflicts', 'streamConflicts', 'resolveConflict'];

async function recordsOf(chain: AuditedOperation['chain'], agentId: string): Promise<Shown[]> {
  const path = chain === 'agent' ? `agents/${agentId}/audit` : 'audit';
  const { body } = await request(app.url).get(`/api/v2/${path}`).query({ limit: 500 }).expect(200);
  return (body as { records: Shown[] }).records;
}

/** The records that `work` makes in the chain of management. */
async function managementDuring(work: () => Promise<unknown>): Promise<Shown[]> {
  const [newest] = await recordsOf('management', '');
  await work();
  return (await recordsOf('management', '')).filter(({ seq }) => seq > (newest?.seq ?? 0));
}

it('every operation that writes is looked at, and no other', () => {
  const known = [...Object.keys(AUDITED_OPERATIONS), ...CONFLICTS];
  const writes = writingOperations().filter((operation) => !READS.has(operation));
  expect(known.sort()).toEqual(writes.sort());
});

const CASES = Object.entries(AUDITED_OPERATIONS);
const ANYWHERE = CASES.filter(([, { embeddedOnly }]) => embeddedOnly !== true);
const EMBEDDED = CASES.filter(([, { embeddedOnly }]) => embeddedOnly === true);

async function expectOneRecord(operation: string, { chain, actor, send }: AuditedOperation): Promise<void> {
  const session = await newSession(app, uniqueId());
  const ofManagement = await managementDuring(() => send(session, app));
  const records = chain === 'management' ? ofManagement : await recordsOf(chain, session.agentId);
  const found = records.filter((record) => record.operation === operation);
  expect(found).toHaveLength(1);
  expect(actor === undefined ? ['local', session.agentId] : [actor]).toContain(found[0]?.actor);
}

it.each(ANYWHERE)('%s leaves one record', expectOneRecord);
itEmbedded.each(EMBEDDED)('%s leaves one record', expectOneRecord);

it('what leaves each memory as it is leaves no record', async () => {
  const session = await newSession(app, uniqueId());
  const id = await remember(session, { content: 'Likes coffee' });
  for (const path of ['restore', 'expire', 'expire', 'restore', 'restore'])
    await session.call('post', `memories/${id}/${path}`).expect(200);
  await session
    .call('post', 'batch-status')
    .send({ memory_ids: [id], status: 'active' })
    .expect(200);
  const written = (await recordsOf('agent', session.agentId)).map(({ operation }) => operation);
  expect(written).toEqual(['restoreMemory', 'expireMemory', 'remember', 'activate', 'createAgent']);
});

itEmbedded('an import of what is kept of deleted memories leaves one record', async () => {
  const session = await newSession(app, uniqueId());
  const id = await remember(session, { content: 'Likes coffee' });
  await session.call('delete', `memories/${id}`).expect(200);
  await moveBack(app, session.agentId);
  const records = await recordsOf('agent', session.agentId);
  expect(records.filter(({ operation }) => operation === 'importAgents')).toMatchObject([
    { actor: 'local', targets: [{ kind: 'memory', ids: [id] }] },
  ]);
});

itEmbedded('an import whose memories are partly here names those that it stored', async () => {
  const session = await newSession(app, uniqueId());
  const [first, second] = [
    await remember(session, { content: 'Likes coffee' }),
    await remember(session, { content: 'Lives in Oslo' }),
  ];
  const text = await exported(app, session.agentId);
  const withoutSecond = linesOf(text)
    .filter((line) => !line.includes(`"id":"${second}"`))
    .map((line) => line.replace(/(?<="end","lines":)\d+/, (count) => String(Number(count) - 1)));
  await request(app.url)
    .delete(`/api/v2/agents/${session.agentId}`)
    .query({ 'delete-backup-too': true })
    .expect(200);
  for (const lines of [`${withoutSecond.join('\n')}\n`, text, text]) {
    await request(app.url).post('/api/v2/import').set('Content-Type', NDJSON).send(lines).expect(200);
  }
  const records = await recordsOf('agent', session.agentId);
  const named = records.filter(({ operation }) => operation === 'importAgents').map(({ targets }) => targets);
  expect(named.reverse()).toEqual([first, second].map((id) => [{ kind: 'memory', ids: [id] }]));
});

describe('conflicts', () => {
  let agent: TornAgent;

  beforeEach(async () => {
    app.clock.set(new Date(`${DAY}T12:00:00Z`));
    judgeBySubject(app);
    agent = await TornAgent.create(app, uniqueId());
  });
  afterEach(() => jest.restoreAllMocks());

  const recordsNamed = async (operation: string) =>
    (await recordsOf('agent', agent.id)).filter((record) => record.operation === operation);

  it('that are found leave one record, and none when they are found again', async () => {
    await agent.tear();
    await agent.generate();
    expect(await recordsNamed('generateConflicts')).toMatchObject([{ actor: agent.id, count: 2 }]);
  });

  it('that a stream finds leave one record', async () => {
    for (const city of ['Berlin', 'Munich']) await agent.remember(`City: ${city}`);
    const run = await WatchedRun.start(`${app.url}/api/ui/conflicts/generate/stream`, { agent_id: agent.id });
    await run.ended;
    expect(await recordsNamed('streamConflicts')).toMatchObject([{ count: 2 }]);
  });

  it.each(['supersede', 'keep_old', 'keep_both', 'expire_both', 'manual'])(
    'that are resolved by %s leave one record',
    async (action) => {
      const { index } = await agent.tear();
      await agent.resolve(index, action, { manual_content: 'City: Bonn' }).expect(200);
      expect(await recordsNamed('resolveConflict')).toMatchObject([{ actor: agent.id }]);
    },
  );
});
