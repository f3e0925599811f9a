import { MemoryStore } from '../src/backend/memory-store';
import { PrismaService } from '../src/database/prisma.service';
import { DAY, judgeBySubject, TornAgent } from './support/conflicts';
import { lockWaits } from './support/lock-waits';
import { spyOnEach } from './support/replica-providers';
import { useTestApp } from './support/test-app';
import { itEmbedded } from './support/kind-of-run';

const app = useTestApp();
let agent: TornAgent;
let judge: ReturnType<typeof judgeBySubject>;
let agents = 0;

beforeEach(async () => {
  app.clock.set(new Date(`${DAY}T12:00:00Z`));
  judge = judgeBySubject(app);
  agent = await TornAgent.create(app, `torn-${agents++}`);
});

afterEach(() => jest.restoreAllMocks());

describe('reports generated at the same time', () => {
  it('are one, and the others are refused', async () => {
    for (const city of ['Berlin', 'Munich', 'Hamburg']) await agent.remember(`City: ${city}`);
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => agent.session.call('post', 'conflicts/generate').send({})),
    );
    const refused = answers.filter(({ status }) => status !== 200);
    expect(refused.length).toBeLessThan(5);
    for (const { status, body, headers } of refused) {
      expect([status, body.detail.error]).toEqual([409, 'ConflictRunActive']);
      expect(headers['retry-after']).toBe('5');
    }
    const rows = await agent.open();
    expect(rows.map(({ index }) => index)).toEqual([0, 1, 2]);
    expect(new Set(rows.map((row) => `${row.old_memory_id} ${row.new_memory_id}`)).size).toBe(3);
  });

  it('gives each index once, also when each of several runs finds something else', async () => {
    const subjects = ['City', 'Tea', 'Editor', 'Port', 'Name', 'Colour'];
    for (const subject of subjects) {
      await agent.remember(`${subject}: one`);
      await agent.remember(`${subject}: other`);
    }
    const judged = judge.getMockImplementation()!;
    for (const subject of subjects) {
      judge.mockImplementationOnce(async (pairs, signal) => {
        const { verdicts } = await judged(pairs, signal);
        const own = verdicts.map((verdict) => (verdict?.title === `On ${subject}` ? verdict : null));
        return { verdicts: own, generatedBy: 'test-judge' };
      });
    }
    for (const _ of subjects) await agent.generate();
    expect((await agent.open()).map(({ index }) => index)).toEqual(subjects.map((_, index) => index));
  });
});

describe('resolutions at the same time', () => {
  let torn: Awaited<ReturnType<TornAgent['tear']>>;

  beforeEach(async () => {
    torn = await agent.tear();
  });

  const statusOf = async (id: string): Promise<unknown> => {
    const { body } = await agent.session.call('get', `memories/${id}`);
    return body.status ?? 'deleted';
  };

  it('of one row: exactly one succeeds, and what it says is what happened', async () => {
    const actions = ['keep_old', 'keep_new', 'expire_both', 'keep_both', 'manual', 'remove_both'];
    const answers = await Promise.all(
      actions.map((action) => agent.resolve(0, action, { manual_content: 'City: Bonn' })),
    );
    const [winner, ...others] = answers.filter(({ status }) => status === 200);
    expect(others).toEqual([]);
    for (const { status, body } of answers.filter((answer) => answer !== winner)) {
      expect(status).toBe(500);
      expect(body.detail.details.original_error).toContain('already resolved');
    }
    const { deleted, expired } = winner?.body as { deleted: string[]; expired: string[] };
    for (const id of [torn.old, torn.new]) {
      const left = expired.includes(id) ? 'expired' : 'active';
      expect(await statusOf(id)).toBe(deleted.includes(id) ? 'deleted' : left);
    }
  });

  it('of rows that share memories, beside deletions of these, all come to an end', async () => {
    for (let i = 0; i < 4; i++) await agent.remember(`City: number ${i}`);
    await agent.generate();
    const rows = await agent.open();
    expect(rows).toHaveLength(15);
    const answers = await Promise.all([
      ...rows.map(({ index }) => agent.resolve(index, 'keep_new')),
      ...rows.slice(0, 3).map((row) => agent.session.call('delete', `memories/${row.new_memory_id}`)),
    ]);
    for (const { status, body } of answers) {
      if (status === 500) expect(body.detail.details.original_error).toContain('already resolved');
      else expect([200, 404]).toContain(status);
    }
    expect(await agent.open()).toEqual([]);
  });

  itEmbedded('and a deletion of one of its memories, begun at that moment, both come to an end', async () => {
    const database = app.app.get(PrismaService);
    const deleteAll = spyOnEach(app, MemoryStore, 'deleteAll');
    const real = deleteAll.getMockImplementation()!;
    const deletions: Promise<{ status: number }>[] = [];
    deleteAll.mockImplementationOnce(async function (this: MemoryStore, ...args) {
      deletions.push(agent.session.call('delete', `memories/${torn.new}`).then((answer) => answer));
      await database.apart(() => someoneWaits(database));
      return real.apply(this, args);
    });
    await agent.resolve(0, 'remove_both').expect(200);
    expect(await Promise.all(deletions)).toMatchObject([{ status: 404 }]);
  });

  /** The embedded database does one transaction after the other: there others wait before they begin. */
  async function someoneWaits(database: PrismaService): Promise<void> {
    if (database.kind !== 'embedded') await lockWaits(database);
  }
});
