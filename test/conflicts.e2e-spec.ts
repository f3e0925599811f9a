import { Logger } from '@nestjs/common';
import request from 'supertest';
import { MemorySearch } from '../src/backend/memory-search';
import { activate, createAgent } from './support/agents';
import { DAY, judgeBySubject, TornAgent } from './support/conflicts';
import { spyOnEach } from './support/replica-providers';
import { useTestApp } from './support/test-app';

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

const searches = () => spyOnEach(app, MemorySearch, 'search');
const indexes = async () => (await agent.open()).map(({ index }) => index);

describe('generating a report', () => {
  it('finds what contradicts, and lists it with what the memories say', async () => {
    const older = await agent.remember('City: Berlin', { source: 'chat' });
    const newer = await agent.remember('City: Munich');
    await agent.remember('Tea: green');
    expect(await agent.generate()).toEqual({
      agent_id: agent.id,
      session_id: agent.session.sessionId,
      date: DAY,
      conflicts: { status: 'success', conflict_count: 1 },
      generated_by: 'test-judge',
    });
    const { body } = await agent.session.call('get', 'conflicts').expect(200);
    expect(body).toEqual({
      agent_id: agent.id,
      session_id: agent.session.sessionId,
      date: DAY,
      count: 1,
      conflicts: [
        {
          conflict_id: `${DAY}-0`,
          index: 0,
          type: 'contradiction',
          title: 'On City',
          description: '"City: Berlin" against "City: Munich"',
          recommendation: 'Ask the user',
          old_memory_id: older,
          new_memory_id: newer,
          old_content: 'City: Berlin',
          new_content: 'City: Munich',
          old_created_at: `${DAY}T12:00:01.000Z`,
          new_created_at: `${DAY}T12:00:02.000Z`,
          old_source: 'chat',
          new_source: 'agent',
          resolved: false,
        },
      ],
    });
  });

  it('compares memories of the day with those of all days', async () => {
    await agent.remember('City: Berlin');
    await agent.later({ hours: 240 });
    await agent.remember('City: Munich');
    expect(await agent.generate()).toMatchObject({ date: '2026-05-11', conflicts: { conflict_count: 1 } });
    const [row] = await agent.open('2026-05-11');
    expect(row).toMatchObject({ old_content: 'City: Berlin', new_content: 'City: Munich' });
  });

  it('compares memories that were edited on the day', async () => {
    await agent.remember('City: Berlin');
    const edited = await agent.remember('Town: Munich');
    await agent.later({ hours: 240 });
    await agent.remember('City of the moment: none');
    await agent.session.call('patch', `memories/${edited}`).send({ content: 'City: Munich' }).expect(200);
    await agent.generate();
    expect(await agent.open('2026-05-11')).toMatchObject([{ new_memory_id: edited, index: 0 }]);
  });

  it('leaves memories of other days alone', async () => {
    await agent.remember('City: Berlin');
    await agent.remember('City: Munich');
    await agent.later({ hours: 24 });
    expect(await agent.generate()).toMatchObject({ conflicts: { status: 'no_memories', conflict_count: 0 } });
    expect(await agent.generate({ date: '2026-04-30' })).toMatchObject({
      conflicts: { status: 'no_memories' },
    });
    expect(await agent.generate({ date: DAY })).toMatchObject({
      date: DAY,
      conflicts: { status: 'success', conflict_count: 1 },
    });
  });

  it('takes the day to its last millisecond, and no further', async () => {
    app.clock.set(new Date(`${DAY}T23:59:58.999Z`));
    const late = await TornAgent.create(app, `torn-${agents++}`);
    await late.remember('Tea: green');
    expect(await late.generate({ date: DAY })).toMatchObject({ conflicts: { status: 'success' } });
    expect(await late.generate({ date: '2026-05-02' })).toMatchObject({
      conflicts: { status: 'no_memories' },
    });
    app.clock.set(new Date(`${DAY}T23:59:59.000Z`));
    const early = await TornAgent.create(app, `torn-${agents++}`);
    await early.remember('Tea: green');
    expect(await early.generate({ date: DAY })).toMatchObject({ conflicts: { status: 'no_memories' } });
    expect(await early.generate({ date: '2026-05-02' })).toMatchObject({ conflicts: { status: 'success' } });
  });

  it('compares neither expired memories nor those of another agent', async () => {
    const expired = await agent.remember('City: Berlin');
    await agent.session.call('post', `memories/${expired}/expire`).expect(200);
    await agent.remember('City: Munich');
    const other = await TornAgent.create(app, `torn-${agents++}`);
    await other.remember('City: Hamburg');
    expect(await agent.generate()).toMatchObject({ conflicts: { status: 'success', conflict_count: 0 } });
    expect(judge.mock.calls.flatMap(([pairs]) => pairs)).toEqual([]);
  });

  it('judges a pair once, by whichever of the two it is found, the older one first', async () => {
    for (const city of ['Berlin', 'Munich', 'Hamburg']) await agent.remember(`City: ${city}`);
    await agent.generate();
    const [pairs = []] = judge.mock.calls[0] ?? [];
    const judged = pairs.map(({ older, newer }) => [older.content.slice(6), newer.content.slice(6)]);
    expect(judged.sort()).toEqual([
      ['Berlin', 'Hamburg'],
      ['Berlin', 'Munich'],
      ['Munich', 'Hamburg'],
    ]);
  });

  it('searches once for each memory of the day, however many the agent has', async () => {
    const memories = Array.from({ length: 100 }, (_, i) => ({ content: `Old note ${i}: value ${i}` }));
    await agent.session.call('post', 'batch-remember').send({ memories }).expect(200);
    await agent.later({ hours: 48 });
    for (let i = 0; i < 3; i++) await agent.remember(`Old note ${i}: another value`);
    const searched = searches();
    await agent.generate();
    expect(searched).toHaveBeenCalledTimes(3);
    const [pairs = []] = judge.mock.calls[0] ?? [];
    expect(pairs.length).toBeLessThanOrEqual(3 * 20);
    expect(pairs.length).toBeGreaterThanOrEqual(3);
  });

  it('asks with at most 1000 characters of a long memory', async () => {
    await agent.remember(`City: Berlin ${'🦓 '.repeat(4_000)}`);
    const searched = searches();
    await agent.generate();
    expect(Array.from(searched.mock.calls[0]?.[1].query ?? '')).toHaveLength(1_000);
  });

  it('reads a day of more than one page whole', async () => {
    for (let batch = 0; batch < 3; batch++) {
      const memories = Array.from({ length: 50 }, (_, i) => ({ content: `Word${batch * 50 + i}: x` }));
      await agent.session.call('post', 'batch-remember').send({ memories }).expect(200);
    }
    const searched = searches();
    await agent.generate();
    expect(new Set(searched.mock.calls.map(([, { query }]) => query)).size).toBe(150);
  });
});

describe('generating again', () => {
  it('finds nothing twice', async () => {
    await agent.tear();
    expect(await agent.generate()).toMatchObject({ conflicts: { conflict_count: 1 } });
    expect(await indexes()).toEqual([0]);
    expect(judge.mock.calls.at(-1)?.[0]).toEqual([]);
  });

  it('keeps resolved rows at their index and adds new ones after them', async () => {
    await agent.tear('City');
    await agent.tear('Tea');
    await agent.resolve(0, 'keep_both').expect(200);
    await agent.tear('Editor');
    expect(await indexes()).toEqual([1, 2]);
    expect((await agent.open()).map(({ title }) => title)).toEqual(['On Tea', 'On Editor']);
    await agent.resolve(0, 'keep_both').expect(500);
  });

  it('leaves a resolved pair alone on other days, until one of the two has changed', async () => {
    const older = await agent.remember('City: Berlin');
    await agent.later({ hours: 24 });
    const newer = await agent.remember('City: Munich');
    await agent.generate();
    await agent.resolve(0, 'keep_both').expect(200);
    expect(await agent.generate({ date: DAY })).toMatchObject({
      conflicts: { status: 'success', conflict_count: 0 },
    });
    await agent.later({ hours: 24 });
    await agent.session.call('patch', `memories/${newer}`).send({ content: 'City: Bonn' }).expect(200);
    expect(await agent.generate()).toMatchObject({ date: '2026-05-03', conflicts: { conflict_count: 1 } });
    expect(await agent.open()).toMatchObject([{ old_memory_id: older, new_content: 'City: Bonn' }]);
  });
});

describe('what changes while a report is generated', () => {
  const during = (work: () => Promise<unknown>) => {
    const judged = judge.getMockImplementation()!;
    judge.mockImplementationOnce(async (pairs, signal) => {
      await work();
      return judged(pairs, signal);
    });
  };

  it.each([
    ['a memory that is deleted', 'delete', ''],
    ['a memory that expires', 'post', '/expire'],
    ['a memory that is edited', 'patch', ''],
  ] as const)('%s leaves nothing in it', async (_, method, suffix) => {
    await agent.remember('City: Berlin');
    const id = await agent.remember('City: Munich');
    during(async () => {
      app.clock.advance({ seconds: 1 });
      await agent.session.call(method, `memories/${id}${suffix}`).send({ content: 'Town: none' }).expect(200);
    });
    expect(await agent.generate()).toMatchObject({ conflicts: { status: 'success', conflict_count: 0 } });
    expect(await agent.open()).toEqual([]);
  });

  it('nothing is added when the judge fails', async () => {
    await agent.remember('City: Berlin');
    await agent.remember('City: Munich');
    jest.spyOn(Logger.prototype, 'error').mockImplementation(() => undefined);
    judge.mockRejectedValueOnce(new Error('judge is ill'));
    await agent.session.call('post', 'conflicts/generate').expect(500);
    expect(await agent.open()).toEqual([]);
    expect(await agent.generate()).toMatchObject({ conflicts: { conflict_count: 1 } });
  });

  it('what a judge says beyond all measure is cut, and made storable', async () => {
    await agent.remember('City: Berlin');
    await agent.remember('City: Munich');
    const long = `\u0000\ud800${'x'.repeat(50_000)}`;
    const verdict = { type: 'update' as const, title: long, description: long, recommendation: long };
    judge.mockResolvedValueOnce({ verdicts: [verdict], generatedBy: 'wild' });
    await agent.generate();
    const [row] = await agent.open();
    expect(row?.type).toBe('update');
    expect(row?.title).toHaveLength(200);
    expect(row?.description).toMatch(/^\ufffd\ufffdx+$/);
  });
});

describe('the list of conflicts', () => {
  it('is empty without a report', async () => {
    const { body } = await agent.session.call('get', 'conflicts?date=2020-01-01').expect(200);
    expect(body).toMatchObject({ date: '2020-01-01', conflicts: [], count: 0 });
  });

  it('shows what the memories say now', async () => {
    const torn = await agent.tear();
    await agent.session.call('patch', `memories/${torn.old}`).send({ content: 'City: Bonn' }).expect(200);
    expect(await agent.open()).toMatchObject([{ old_content: 'City: Bonn', new_content: 'City: Munich' }]);
  });

  it('has no row of a memory that was deleted', async () => {
    const torn = await agent.tear();
    await agent.tear('Tea');
    await agent.session.call('delete', `memories/${torn.old}`).expect(200);
    expect(await indexes()).toEqual([1]);
    await agent.resolve(0, 'keep_both').expect(500);
  });

  it('is gone with the agent, also when its memories stay', async () => {
    await agent.tear();
    await request(app.url).delete(`/api/v2/agents/${agent.id}`).expect(200);
    await createAgent(app, agent.id);
    const again = await activate(app, agent.id);
    const { body } = await again.call('get', `conflicts?date=${DAY}`).expect(200);
    expect(body.count).toBe(0);
    expect((await again.call('post', 'recall/all').send({})).body.count).toBe(2);
  });

  it.each(['2026-02-30', 'today', '2026-05-01T12:00:00Z', ''])('refuses the date %p', async (date) => {
    const listed = await agent.session.call('get', `conflicts?date=${date}`).expect(422);
    expect(listed.body.detail[0].loc).toEqual(['query', 'date']);
    const generated = await agent.session.call('post', 'conflicts/generate').send({ date }).expect(422);
    expect(generated.body.detail[0].loc).toEqual(['body', 'date']);
  });

  it('needs the session of the agent', async () => {
    const url = `${app.url}/api/v2/agents/${agent.id}/conflicts`;
    await request(url).get('').expect(401);
    await request(url).post('/generate').expect(401);
    await request(url).post('/resolve').send({ conflict_index: 0, action: 'keep_old' }).expect(401);
  });
});
