import { DAY, START, SweptAgent, type SweepAnswer } from './support/swept-agent';
import { startTestApp, type TestApp } from './support/test-app';

let app: TestApp;
let agent: SweptAgent;
let agents = 0;

beforeAll(async () => {
  app = await startTestApp();
});

afterAll(() => app.close());

beforeEach(async () => {
  agent = await SweptAgent.create(app, `sweeper-${agents++}`);
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
