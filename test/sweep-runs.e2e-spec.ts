import { DAY, rule, START, SweptAgent, type SweepAnswer } from './support/swept-agent';
import { useTestApp } from './support/test-app';

const app = useTestApp();
let agent: SweptAgent;
let agents = 0;

beforeEach(async () => {
  agent = await SweptAgent.create(app, `sweeper-${agents++}`);
});

describe('a dry run', () => {
  it('writes nothing, and predicts the run exactly', async () => {
    const memories = Array.from({ length: 40 }, (_, i) => ({
      content: `x ${i}`,
      type: (['context', 'fact', 'event'] as const)[i % 3],
      tags: i % 4 === 0 ? ['pinned'] : ['a'],
      confidence: (i % 10) / 10,
    }));
    await agent.post('batch-remember', { memories });
    await agent.put({
      retention: { context: '1d', fact: 'never' },
      rules: [rule('pinned', { tags: ['pinned'] }, 'never'), rule('unsure', { confidence_below: 0.3 })],
    });
    await agent.later(1);
    const before = await agent.everything();
    const dry = await agent.apply({ dry_run: true });
    expect(await agent.everything()).toEqual(before);
    expect(dry).toMatchObject({ dry_run: true, sweep_id: null, scanned: 40, expired: 0 });
    expect(dry.matched).toBeGreaterThan(5);
    expect(dry.memories).toHaveLength(dry.matched);
    const run = await agent.apply();
    const { sweep_id, ...did } = run;
    expect({ ...did, dry_run: true, expired: 0, sweep_id: null }).toEqual(dry);
    expect([run.expired, sweep_id]).toEqual([dry.matched, expect.any(String)]);
  });

  it('leaves neither record nor history', async () => {
    const id = await agent.remember({ type: 'context' });
    await agent.put({ retention: { context: '1d' }, purge_expired_after: '1d' });
    await agent.later(1);
    await agent.apply({ dry_run: true });
    await agent.post('policy/purge', { dry_run: true });
    expect(await agent.sweeps()).toEqual([]);
    expect((await agent.history(id)).map(({ event }) => event)).toEqual(['created']);
  });
});

describe('what goes on beside a sweep', () => {
  it('is another sweep, which expires no memory twice', async () => {
    const memories = Array.from({ length: 100 }, (_, i) => ({ content: `x ${i}`, type: 'context' }));
    await agent.post('batch-remember', { memories });
    await agent.put({ retention: { context: '1d' } });
    await agent.later(1);
    const answers = await Promise.all([agent.apply(), agent.apply(), agent.apply()]);
    expect(answers.reduce((sum, { expired }) => sum + expired, 0)).toBe(100);
    for (const { id } of await agent.everything()) {
      expect((await agent.history(String(id))).map(({ event }) => event)).toEqual(['expired', 'created']);
    }
  });

  it('is an edit, which is not lost, and after which nothing expires by that sweep', async () => {
    const memories = Array.from({ length: 60 }, (_, i) => ({ content: `x ${i}`, type: 'context' }));
    const { results } = await agent.post<{ results: { id: string }[] }>('batch-remember', { memories });
    await agent.put({ retention: { context: '1d' } });
    await agent.later(1);
    const edit = async ({ id }: { id: string }) =>
      agent.session
        .call('patch', `memories/${id}`)
        .send({ content: `edited ${id}` })
        .expect(200);
    const [answer] = await Promise.all([agent.apply(), ...results.map(edit)]);
    let expired = 0;
    for (const { id } of results) {
      const memory = await agent.memory(id);
      const events = (await agent.history(id)).map(({ event }) => event);
      expect(memory.content).toBe(`edited ${id}`);
      // Newest first: an edit after the expiry, or no expiry.
      expect([
        ['edited', 'created'],
        ['edited', 'expired', 'created'],
      ]).toContainEqual(events);
      expect(memory.status).toBe(events.includes('expired') ? 'expired' : 'active');
      expired += events.includes('expired') ? 1 : 0;
    }
    expect(answer.expired).toBe(expired);
  });
});

describe('the sweeps of an agent', () => {
  const list = async (query = {}) =>
    (await agent.session.call('get', 'policy/sweeps').query(query).expect(200)).body as {
      agent_id: string;
      sweeps: Record<string, unknown>[];
      count: number;
      next_cursor: string | null;
    };

  it('are listed newest first, with what they did', async () => {
    await agent.remember({ type: 'context' });
    await agent.remember();
    await agent.put({ retention: { context: '1d' }, purge_expired_after: '1d' });
    await agent.later(1);
    const { sweep_id } = await agent.apply();
    await agent.later(2);
    const { sweep_id: purgeId } = await agent.post<SweepAnswer>('policy/purge');
    const [first, third] = [1, 3].map((days) => new Date(START + days * DAY).toISOString());
    expect(await list()).toEqual({
      agent_id: agent.id,
      count: 2,
      next_cursor: null,
      sweeps: [
        {
          ...{ sweep_id: purgeId, kind: 'purge', cause: 'manual', status: 'completed' },
          ...{ evaluated_at: third, finished_at: third, scanned: 0, matched: 1, expired: 0, purged: 1 },
          ...{ errors: 0, per_rule: {} },
        },
        {
          ...{ sweep_id, kind: 'sweep', cause: 'manual', status: 'completed' },
          ...{ evaluated_at: first, finished_at: first, scanned: 2, matched: 1, expired: 1, purged: 0 },
          ...{ errors: 0, per_rule: { 'retention.context': 1 } },
        },
      ],
    });
  });

  it('come a page at a time, each once, though several are of one instant', async () => {
    for (let i = 0; i < 4; i++) await agent.apply();
    await agent.later(1);
    for (let i = 0; i < 3; i++) await agent.apply();
    const all = (await list()).sweeps.map((each) => each.sweep_id);
    expect(all).toHaveLength(7);
    const paged: unknown[] = [];
    let cursor: string | null = null;
    do {
      const page: Awaited<ReturnType<typeof list>> = await list({ limit: 2, ...(cursor && { cursor }) });
      expect(page.count).toBe(page.sweeps.length);
      paged.push(...page.sweeps.map((each) => each.sweep_id));
      cursor = page.next_cursor;
    } while (cursor !== null);
    expect(paged).toEqual(all);
  });

  it.each([
    ['limit', '0'],
    ['limit', '101'],
    ['limit', 'x'],
    ['cursor', 'x'],
    ['cursor', 'MTIz'],
  ])('are refused with %s %s', async (name, value) => {
    const { body } = await agent.session
      .call('get', 'policy/sweeps')
      .query({ [name]: value })
      .expect(422);
    expect(body.detail).toMatchObject([{ loc: ['query', name] }]);
  });
});

describe('undoing a sweep', () => {
  const undo = (id: string | null) =>
    agent.post<{ restored: number; skipped: number }>(`policy/sweeps/${id}/undo`);

  async function sweptMemories(count: number): Promise<{ ids: string[]; sweepId: string | null }> {
    const ids: string[] = [];
    for (let i = 0; i < count; i++) ids.push(await agent.remember({ content: `x ${i}`, type: 'context' }));
    await agent.put({ retention: { context: '1d' } });
    await agent.later(1);
    const { sweep_id, expired } = await agent.apply();
    expect(expired).toBe(count);
    return { ids, sweepId: sweep_id };
  }

  it('restores what it expired, which the next sweep then leaves alone', async () => {
    const { ids, sweepId } = await sweptMemories(3);
    await agent.later(0, 5_000);
    const at = new Date(START + DAY + 5_000).toISOString();
    expect(await undo(sweepId)).toEqual({
      agent_id: agent.id,
      sweep_id: sweepId,
      restored: 3,
      skipped: 0,
    });
    for (const id of ids) {
      expect(await agent.memory(id)).toMatchObject({
        status: 'active',
        expired_at: null,
        expired_by: null,
        updated_at: at,
      });
      expect((await agent.history(id))[0]).toMatchObject({
        event: 'restored',
        at,
        session_id: agent.session.sessionId,
      });
    }
    expect((await agent.apply()).matched).toBe(0);
  });

  it('skips exactly what was edited, restored or deleted since', async () => {
    const { ids, sweepId } = await sweptMemories(6);
    const [edited, restored, deleted, again, ...untouched] = ids as [string, string, string, string];
    await agent.later(0, 1_000);
    await agent.session.call('patch', `memories/${edited}`).send({ title: 'New' }).expect(200);
    await agent.session.call('post', `memories/${restored}/restore`).expect(200);
    await agent.session.call('delete', `memories/${deleted}`).expect(200);
    await agent.session.call('post', `memories/${again}/restore`).expect(200);
    await agent.session.call('post', `memories/${again}/expire`).expect(200);
    const before = await agent.memory(restored);
    expect(await undo(sweepId)).toMatchObject({ restored: 2, skipped: 4 });
    expect(await agent.memory(edited)).toMatchObject({ status: 'expired', title: 'New' });
    expect(await agent.memory(again)).toMatchObject({ status: 'expired', expired_by: 'manual' });
    expect(await agent.memory(restored)).toEqual(before);
    await agent.session.call('get', `memories/${deleted}`).expect(404);
    for (const id of untouched) expect((await agent.memory(id)).status).toBe('active');
  });

  it('restores nothing more the second time', async () => {
    const { ids, sweepId } = await sweptMemories(2);
    await undo(sweepId);
    await agent.session.call('post', `memories/${ids[0]}/expire`).expect(200);
    expect(await undo(sweepId)).toMatchObject({ restored: 0, skipped: 2 });
    expect((await agent.memory(String(ids[0]))).status).toBe('expired');
  });

  it('restores each memory once when it is done twice at the same time', async () => {
    const { ids, sweepId } = await sweptMemories(20);
    const answers = await Promise.all([undo(sweepId), undo(sweepId)]);
    expect(answers.reduce((sum, { restored }) => sum + restored, 0)).toBe(20);
    for (const id of ids) {
      expect((await agent.history(id)).map(({ event }) => event)).toEqual(['restored', 'expired', 'created']);
    }
  });

  it('leaves alone what another sweep expired', async () => {
    const { ids: first, sweepId } = await sweptMemories(1);
    const second = await agent.remember({ type: 'context' });
    await agent.later(1);
    await agent.apply();
    expect(await undo(sweepId)).toMatchObject({ restored: 1, skipped: 0 });
    expect((await agent.memory(String(first[0]))).status).toBe('active');
    expect((await agent.memory(second)).status).toBe('expired');
  });

  it('is noted among the sweeps', async () => {
    const { sweepId } = await sweptMemories(1);
    await undo(sweepId);
    expect(await agent.sweeps()).toMatchObject([{ sweep_id: sweepId, status: 'undone', expired: 1 }]);
  });

  it.each(['019ab3f2-6c1e-7d10-8a3b-2f6f0c9f1d2e', 'nonsense', '%00', 'x'.repeat(500)])(
    'of an unknown sweep is refused: %s',
    async (id) => {
      const { body } = await agent.session.call('post', `policy/sweeps/${id}/undo`).expect(404);
      expect(body.detail).toMatch(/^Sweep '.*' not found$/s);
    },
  );

  it("of another agent's sweep is refused", async () => {
    const { ids, sweepId } = await sweptMemories(1);
    const thief = await SweptAgent.create(app, `thief-of-${agent.id}`);
    await thief.session.call('post', `policy/sweeps/${sweepId}/undo`).expect(404);
    await agent.later(1);
    expect((await agent.memory(String(ids[0]))).status).toBe('expired');
  });

  it('of a purge is refused', async () => {
    await agent.put({ purge_expired_after: '1d' });
    const { sweep_id } = await agent.post<SweepAnswer>('policy/purge');
    const { body } = await agent.session.call('post', `policy/sweeps/${sweep_id}/undo`).expect(409);
    expect(body.detail).toMatch(/purge/);
  });
});
