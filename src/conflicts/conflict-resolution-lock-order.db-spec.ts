import { newTestBackend, type TestBackend } from '../../test/support/backend';
import { newTestStore } from '../../test/support/database';
import { lockWaits } from '../../test/support/lock-waits';
import { actAt, aMemory } from '../../test/support/memories';
import { TestClock } from '../../test/support/test-clock';
import type { AgentLogs } from '../agents/agent-logs.service';
import type { AgentCounts } from '../agents/agent-counts.service';
import { namespaceOf } from '../agents/agent';
import { AgentsRepository } from '../agents/agents.repository';
import { AgentsService } from '../agents/agents.service';
import { toUtcDay } from '../common/utc-dates';
import { PrismaService } from '../database/prisma.service';
import { sql } from '../database/sql';
import { FileJobsRepository } from '../files/jobs/file-jobs.repository';
import { ChunkStoring } from '../files/jobs/chunk-storing.service';
import type { ActiveSession } from '../sessions/session';
import { LinksRepository } from '../links/links.repository';
import { ConflictReportsRepository } from './conflict-reports.repository';
import { ConflictResolution } from './conflict-resolution.service';
import { AgentOverrides } from '../database/agent-overrides';

const DAY = '2026-05-01';
const onServer = process.env.TEST_DATABASE_URL ? describe : describe.skip;

/** Transactions that overlap: a PostgreSQL server only, since the embedded database runs one at a time. */
onServer('the deletion of an agent with its memories', () => {
  let db: PrismaService;
  let close: () => Promise<void>;
  let ports: TestBackend['ports'];
  let agents: AgentsService;
  let session: ActiveSession;
  let ids: [string, string];
  let serial = 0;

  beforeAll(async () => {
    const store = await newTestStore({ BACKEND_MODE: 'embedded' });
    db = await PrismaService.open(store.env, (error) => {
      throw error;
    });
    const opened = newTestBackend(db, store.env);
    ports = opened.ports;
    const logs = { forget: () => undefined } as Partial<AgentLogs> as AgentLogs;
    const repository = new AgentsRepository(db, new AgentOverrides(db));
    agents = new AgentsService(repository, {} as AgentCounts, ports.store, logs, new TestClock());
    close = async () => {
      await opened.backend.onModuleDestroy();
      await db.close();
      await store.remove();
    };
  });

  afterAll(() => close());

  beforeEach(async () => {
    const agentId = `agent-${serial++}`;
    const namespace = namespaceOf(agentId);
    await agents.create({ agentId, pattern: 'support', description: null });
    const memories = [aMemory({ content: 'a' }), aMemory({ content: 'b' })] as const;
    await ports.store.store(namespace, memories, { dedupe: false });
    ids = [memories[0].id, memories[1].id];
    session = { agentId, namespace, sessionId: 'sess_1' } as ActiveSession;
    await db.execute(sql`
      INSERT INTO conflict_rows (agent_id, date, index, type, title, description, recommendation, old_memory_id,
        new_memory_id, generated_by, created_at)
      VALUES (${agentId}, ${DAY}::date, 0, 'update', 't', 'd', 'r', ${ids[0]}::uuid, ${ids[1]}::uuid, 'rules', now())`);
  });

  /** Starts both while another transaction holds rows of the agent; each has got as far as it can before the next. */
  async function bothWhileHeld(table: 'conflict_rows' | 'files', work: () => Promise<unknown>) {
    const held = table === 'files' ? sql`files` : sql`conflict_rows`;
    let started: Promise<PromiseSettledResult<unknown>[]> = Promise.resolve([]);
    await db.transaction(async () => {
      await db.query(sql`SELECT 1 AS one FROM ${held} t WHERE t.agent_id = ${session.agentId} FOR UPDATE`);
      const first = db.apart(work);
      await Promise.race([lockWaits(db), first]);
      const deletion = db.apart(() => agents.deleteWithMemories(session.agentId));
      started = Promise.allSettled([first, deletion]);
      await lockWaits(db, 2);
    });
    return started;
  }

  it('waits for a resolution of a conflict', async () => {
    const resolution = new ConflictResolution(
      ports.store,
      ports.lifecycle,
      new ConflictReportsRepository(db, new LinksRepository(db)),
      new LinksRepository(db),
      new TestClock(),
    );
    const settled = await bothWhileHeld('conflict_rows', () =>
      resolution.resolve(session, toUtcDay(DAY, new Date())!, 0, { action: 'keep_both', replacement: null }),
    );
    expect(settled.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled']);
  });

  it('waits for the deletion of a memory', async () => {
    const settled = await bothWhileHeld('conflict_rows', () =>
      ports.store.delete(session.namespace, ids[0], actAt(1)),
    );
    expect(settled.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled']);
  });

  it('waits for the deletion of several memories', async () => {
    const settled = await bothWhileHeld('conflict_rows', () =>
      ports.store.deleteAll(session.namespace, ids, actAt(1)),
    );
    expect(settled.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled']);
  });

  it('waits for a batch of chunks', async () => {
    const fileId = aMemory().id;
    const holder = aMemory().id;
    await db.execute(sql`
      INSERT INTO files (file_id, agent_id, session_id, file_name, file_size, sha256, created_at, holder)
      VALUES (${fileId}::uuid, ${session.agentId}, 'sess_1', 'a.txt', 1, decode('00', 'hex'), now(), ${holder}::uuid)`);
    const file = { fileId, agentId: session.agentId, sessionId: 'sess_1', createdAt: new Date() };
    const job = { file: { ...file, fileName: 'a.txt' }, holder, attempts: 1 } as never;
    const storing = new ChunkStoring(new FileJobsRepository(db), ports.store, new TestClock());
    const settled = await bothWhileHeld('files', () =>
      storing.store(job, { from: 0, chunks: [{ text: 'One.', place: 'page 1', progress: 1 }] }),
    );
    expect(settled.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled']);
  });
});
