import { Logger } from '@nestjs/common';
import { MemoryLifecycle } from '../src/backend/memory-lifecycle';
import { MemoryStore } from '../src/backend/memory-store';
import { PrismaService } from '../src/database/prisma.service';
import { sql } from '../src/database/sql';
import { DAY, judgeBySubject, TornAgent } from './support/conflicts';
import { PLANTED } from './support/quarantine';
import { spyOnEach } from './support/replica-providers';
import { useTestApp } from './support/test-app';

const app = useTestApp();
let agent: TornAgent;
let torn: Awaited<ReturnType<TornAgent['tear']>>;
let agents = 0;

beforeEach(async () => {
  app.clock.set(new Date(`${DAY}T12:00:00Z`));
  judgeBySubject(app);
  agent = await TornAgent.create(app, `torn-${agents++}`);
  torn = await agent.tear();
  app.clock.advance({ seconds: 1 });
});

afterEach(() => jest.restoreAllMocks());

const statusOf = async (id: string): Promise<unknown> => {
  const { body } = await agent.session.call('get', `memories/${id}`);
  return body.status ?? 'deleted';
};

describe('a planted text', () => {
  it('is held back as a replacement, and the answer says so', async () => {
    const manual = { manual_content: PLANTED };
    const { body } = await agent.resolve(torn.index, 'manual', manual).expect(200);
    expect(body).toMatchObject({ quarantined: ['addresses_model'] });
    expect(await agent.contents()).not.toContain(PLANTED);
  });

  it('is in no row of a report, and in no count of them', async () => {
    await agent.session.call('patch', `memories/${torn.new}`).send({ content: PLANTED }).expect(200);
    expect(await agent.open()).toEqual([]);
    expect((await agent.generate()).conflicts.conflict_count).toBe(0);
    await agent.session.call('post', `memories/${torn.new}/release`).expect(200);
    expect(await agent.open()).toMatchObject([{ new_content: PLANTED }]);
  });
});

describe('resolving a conflict', () => {
  it.each([
    ['supersede', 'active', 'active'],
    ['keep_old', 'active', 'deleted'],
    ['keep_new', 'deleted', 'active'],
    ['keep_both', 'active', 'active'],
    ['remove_both', 'deleted', 'deleted'],
    ['expire_old', 'expired', 'active'],
    ['expire_new', 'active', 'expired'],
    ['expire_both', 'expired', 'expired'],
    ['manual', 'deleted', 'deleted'],
  ])('by %s leaves the older one %s and the newer one %s', async (action, older, newer) => {
    const { body } = await agent.resolve(torn.index, action, { manual_content: 'City: Bonn' }).expect(200);
    const becomes = { [torn.old]: older, [torn.new]: newer };
    const those = (status: string) => [torn.old, torn.new].filter((id) => becomes[id] === status);
    expect(body).toEqual({
      agent_id: agent.id,
      session_id: agent.session.sessionId,
      date: DAY,
      action,
      deleted: those('deleted'),
      expired: those('expired'),
      superseded: action === 'supersede' ? [torn.old] : [],
      new_memory_id: action === 'manual' ? expect.any(String) : null,
      status: 'resolved',
    });
    expect([await statusOf(torn.old), await statusOf(torn.new)]).toEqual([older, newer]);
    expect(await agent.open()).toEqual([]);
  });

  it('makes the older one history by supersede, which can be taken back', async () => {
    await agent.resolve(0, 'supersede').expect(200);
    const older = async () => (await agent.session.call('get', `memories/${torn.old}`).expect(200)).body;
    expect(await older()).toMatchObject({ superseded_by: torn.new, current: false });
    const { body } = await agent.session.call('get', 'links').expect(200);
    const links = body.links as { link_id: string; state: string }[];
    expect(links).toMatchObject([{ state: 'applied', newer_id: torn.new, older_id: torn.old }]);
    await agent.session.call('post', `links/${links[0]?.link_id}/reject`).expect(200);
    expect(await older()).toMatchObject({ superseded_by: null, current: true });
    expect(await agent.open()).toEqual([]);
  });

  it('takes the id of the row on any day', async () => {
    const [row] = await agent.open();
    await agent.later({ hours: 24 });
    const resolve = (conflict_id: unknown) =>
      agent.session.call('post', 'conflicts/resolve').send({ conflict_id, action: 'keep_new' });
    await resolve(`${DAY}-7`).expect(500);
    const { body } = await resolve(row?.conflict_id).expect(200);
    expect(body).toMatchObject({ date: DAY, deleted: [torn.old], status: 'resolved' });
    await resolve(row?.conflict_id).expect(500);
  });

  it('expires with the reason conflict-resolution, and leaves all else', async () => {
    await agent.resolve(0, 'expire_old').expect(200);
    const { body } = await agent.session.call('get', `memories/${torn.old}`).expect(200);
    expect(body).toMatchObject({
      content: 'City: Berlin',
      status: 'expired',
      expired_by: 'conflict-resolution',
      expired_at: `${DAY}T12:00:03.000Z`,
      updated_at: `${DAY}T12:00:01.000Z`,
    });
    await agent.session.call('post', `memories/${torn.old}/restore`).expect(200);
    expect(await statusOf(torn.old)).toBe('active');
  });

  it('keeps the first stamp of a memory that had expired before', async () => {
    await agent.session.call('post', `memories/${torn.old}/expire`).send({ reason: 'mine' }).expect(200);
    const { body } = await agent.resolve(0, 'expire_both').expect(200);
    expect(body.expired).toEqual([torn.old, torn.new]);
    const { body: old } = await agent.session.call('get', `memories/${torn.old}`).expect(200);
    expect(old.expired_by).toBe('mine');
  });

  it('stores what is given by hand in place of both', async () => {
    const fields = { manual_content: 'City: Bonn', manual_type: 'decision' };
    const { body } = await agent.resolve(0, 'manual', fields).expect(200);
    const { body: replacement } = await agent.session
      .call('get', `memories/${body.new_memory_id}`)
      .expect(200);
    expect(replacement).toMatchObject({
      content: 'City: Bonn',
      title: 'City: Bonn',
      type: 'decision',
      confidence: 0.9,
      tags: ['conflict-resolution'],
      source: 'user',
      provenance: 'corrected',
      status: 'active',
      actor_id: agent.id,
    });
    expect(await agent.contents()).toEqual(['City: Bonn']);
  });

  it('stores a fact when no type is given, and is no more asked about what is gone', async () => {
    const { body } = await agent.resolve(0, 'manual', { manual_content: 'City: Berlin' }).expect(200);
    const { body: replacement } = await agent.session
      .call('get', `memories/${body.new_memory_id}`)
      .expect(200);
    expect(replacement.type).toBe('fact');
    expect(await agent.generate()).toMatchObject({ conflicts: { status: 'success', conflict_count: 0 } });
  });

  it('is in the history of the memories that stay', async () => {
    await agent.resolve(0, 'expire_old').expect(200);
    const at = `${DAY}T12:00:03.000Z`;
    const noted = { at, event: 'resolved', session_id: agent.session.sessionId, by: agent.id, former: null };
    const [resolved, expired] = await agent.events(torn.old);
    expect(resolved).toEqual(noted);
    expect(expired).toMatchObject({ at, event: 'expired', by: 'conflict-resolution' });
    expect((await agent.events(torn.new))[0]).toEqual(noted);
  });

  it('is a deletion like any other for the memories that go', async () => {
    await agent.resolve(0, 'keep_new').expect(200);
    expect((await agent.events(torn.old)).map(({ event }) => event)).toEqual(['deleted', 'created']);
    const found = await agent.session.call('post', 'recall').send({ query: 'Berlin', status: 'all' });
    expect(JSON.stringify(found.body.memories)).not.toContain('Berlin');
    const database = app.app.get(PrismaService);
    const rows = await database.query<{ left: string }>(sql`
      SELECT c::text AS left FROM conflict_rows c WHERE c.agent_id = ${agent.id}`);
    expect(rows).toHaveLength(1);
    expect(JSON.stringify(rows)).not.toContain('Berlin');
  });

  it('marks other rows of a memory that goes as resolved', async () => {
    await agent.remember('City: Hamburg');
    await agent.generate();
    expect(await agent.open()).toHaveLength(3);
    await agent.resolve(0, 'remove_both').expect(200);
    expect(await agent.open()).toEqual([]);
    await agent.resolve(1, 'keep_both').expect(500);
  });

  it('takes a row of another day by its date', async () => {
    await agent.later({ hours: 24 });
    await agent.resolve(0, 'keep_both').expect(500);
    const { body } = await agent.resolve(0, 'keep_both', { date: DAY }).expect(200);
    expect(body.date).toBe(DAY);
  });
});

describe('a resolution that cannot be', () => {
  const refused = async (index: number, action: string, fields: object = {}): Promise<string> => {
    const { body } = await agent.resolve(index, action, fields).expect(500);
    expect(body.detail).toMatchObject({ error: 'InternalServerError', message: expect.any(String) });
    expect(await agent.contents()).toEqual(['City: Berlin', 'City: Munich']);
    return body.detail.details.original_error;
  };

  it('says that the action is none', async () => {
    expect(await refused(0, 'keep_all')).toContain("Invalid action 'keep_all'");
    expect(await refused(0, '')).toContain('keep_both');
    expect((await refused(0, 'x'.repeat(10_000))).length).toBeLessThan(400);
    expect(await agent.open()).toHaveLength(1);
  });

  it('says that there is no report', async () => {
    expect(await refused(0, 'keep_old', { date: '2020-01-01' })).toBe('No conflict report for 2020-01-01');
  });

  it.each([1, -1, 2 ** 40, Number.MAX_SAFE_INTEGER])(
    'says that the index %p is out of range',
    async (index) => {
      expect(await refused(index, 'keep_old')).toContain(`Conflict index ${index} is out of range`);
      expect(await agent.open()).toHaveLength(1);
    },
  );

  it('says that the row is resolved already', async () => {
    await agent.resolve(0, 'keep_both').expect(200);
    expect(await refused(0, 'remove_both')).toContain('already resolved');
  });

  it.each([[undefined], [null], [''], [' \n']])('says that the content %p is missing', async (content) => {
    expect(await refused(0, 'manual', { manual_content: content })).toContain('manual_content');
    expect(await agent.open()).toHaveLength(1);
  });

  it.each([
    ['conflict_index', { action: 'keep_old' }],
    ['conflict_index', { action: 'keep_old', conflict_index: null }],
    ['conflict_index', { action: 'keep_old', conflict_index: '0' }],
    ['conflict_index', { action: 'keep_old', conflict_index: 0.5 }],
    ['conflict_id', { action: 'keep_old', conflict_id: `${DAY}-0`, conflict_index: 0 }],
    ['conflict_id', { action: 'keep_old', conflict_id: `${DAY}-0`, date: DAY }],
    ['conflict_id', { action: 'keep_old', conflict_id: '2026-02-30-0' }],
    ['conflict_id', { action: 'keep_old', conflict_id: 'first' }],
    ['action', { conflict_index: 0 }],
    ['action', { conflict_index: 0, action: 7 }],
    ['date', { conflict_index: 0, action: 'keep_old', date: '2026-02-30' }],
    ['manual_type', { conflict_index: 0, action: 'manual', manual_content: 'x', manual_type: 'nonsense' }],
    ['manual_content', { conflict_index: 0, action: 'manual', manual_content: 'a\u0000b' }],
  ])('is a validation error at %s', async (field, body) => {
    const answer = await agent.session.call('post', 'conflicts/resolve').send(body).expect(422);
    expect(answer.body.detail[0].loc).toEqual(['body', field]);
    expect(await agent.open()).toHaveLength(1);
  });

  it('is 413 for content over 10000 characters', async () => {
    const { body } = await agent.resolve(0, 'manual', { manual_content: 'x'.repeat(10_001) }).expect(413);
    expect(body.detail).toMatchObject({ error: 'text_too_long', actual_length: 10_001 });
    expect(await agent.contents()).toEqual(['City: Berlin', 'City: Munich']);
  });

  it('is refused to another agent, whose report has no such row', async () => {
    const other = await TornAgent.create(app, `torn-${agents++}`);
    await other.resolve(0, 'remove_both').expect(500);
    expect(await agent.open()).toHaveLength(1);
  });
});

describe('a resolution that fails half-way', () => {
  it.each([
    ['expire_both', 'expire', 1],
    ['expire_both', 'expire', 2],
    ['expire_old', 'noteResolved', 1],
    ['remove_both', 'deleteAll', 1],
    ['manual', 'deleteAll', 1],
    ['manual', 'store', 1],
    ['keep_new', 'noteResolved', 1],
    ['keep_both', 'noteResolved', 1],
  ] as const)('by %s leaves all as it was when %s fails on call %i', async (action, method, call) => {
    jest.spyOn(Logger.prototype, 'error').mockImplementation(() => undefined);
    const before = [await agent.events(torn.old), await agent.events(torn.new), await agent.open()];
    const spy = failOn(method, call);
    await agent.resolve(0, action, { manual_content: 'City: Bonn' }).expect(500);
    expect(spy).toHaveBeenCalledTimes(call);
    spy.mockRestore();
    expect([await agent.events(torn.old), await agent.events(torn.new), await agent.open()]).toEqual(before);
    expect(await agent.contents()).toEqual(['City: Berlin', 'City: Munich']);
    await agent.resolve(0, action, { manual_content: 'City: Bonn' }).expect(200);
  });

  function failOn(method: 'deleteAll' | 'expire' | 'store' | 'noteResolved', call: number) {
    const spied =
      method === 'expire' ? spyOnEach(app, MemoryLifecycle, method) : spyOnEach(app, MemoryStore, method);
    const spy = spied as unknown as jest.SpyInstance<Promise<unknown>, unknown[], object>;
    const real = spy.getMockImplementation()!;
    let calls = 0;
    return spy.mockImplementation(async function (this: object, ...args) {
      if (++calls === call) throw new Error('the backend is ill');
      return real.apply(this, args);
    });
  }
});
