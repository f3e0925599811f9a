import { DAY, START, SweptAgent } from './support/swept-agent';
import { useTestApp } from './support/test-app';

const app = useTestApp();
let agent: SweptAgent;
let agents = 0;

beforeEach(async () => {
  agent = await SweptAgent.create(app, `sweeper-${agents++}`);
});

describe('a purge', () => {
  interface PurgeAnswer {
    matched: number;
    purged: number;
    memories: unknown[];
    evaluated_at: string;
  }
  const purge = (body?: object) => agent.post<PurgeAnswer>('policy/purge', body);

  it('deletes for good what has been expired for longer than the policy says', async () => {
    const id = await agent.remember({ content: 'The build is red.', type: 'context', title: 'Build' });
    const active = await agent.remember();
    await agent.put({ retention: { context: '1d' }, purge_expired_after: '3d' });
    await agent.later(1);
    const { evaluated_at: expired_at } = await agent.apply();
    await agent.later(3);
    // Its age since expiry does not exceed the duration yet.
    expect(await purge()).toMatchObject({ matched: 0, purged: 0, memories: [] });
    await agent.later(0, 1);
    const before = await agent.everything();
    const dry = await purge({ dry_run: true });
    expect(await agent.everything()).toEqual(before);
    const memories = [{ id, title: 'Build', expired_at, expired_by: 'retention.context' }];
    const answer = {
      ...{ agent_id: agent.id, enabled: true, purge_expired_after: '3d', matched: 1, memories },
      ...{ errors: [], evaluated_at: new Date(START + 4 * DAY + 1).toISOString() },
    };
    expect(dry).toEqual({ ...answer, dry_run: true, sweep_id: null, purged: 0 });
    const sweep_id = expect.stringMatching(/^[0-9a-f-]{36}$/) as string;
    expect(await purge()).toEqual({ ...answer, dry_run: false, sweep_id, purged: 1 });
    await agent.session.call('get', `memories/${id}`).expect(404);
    expect((await agent.memory(active)).status).toBe('active');
    expect(await purge()).toMatchObject({ matched: 0, purged: 0 });
  });

  it('leaves the history, without what the memory said', async () => {
    const id = await agent.remember({ type: 'context' });
    await agent.session.call('patch', `memories/${id}`).send({ content: 'y' }).expect(200);
    await agent.put({ retention: { context: '1d' }, purge_expired_after: '1d' });
    await agent.later(2);
    await agent.apply();
    await agent.later(2);
    const { evaluated_at } = await purge();
    const [deleted, ...rest] = await agent.history(id);
    expect(deleted).toMatchObject({
      event: 'deleted',
      at: evaluated_at,
      by: 'purge',
      session_id: agent.session.sessionId,
    });
    expect(rest.map(({ event }) => event)).toEqual(['expired', 'edited', 'created']);
    expect(JSON.stringify(rest)).not.toContain('"content"');
  });

  it('does not touch what was restored in time', async () => {
    const id = await agent.remember({ type: 'context' });
    await agent.put({ retention: { context: '1d' }, purge_expired_after: '1d' });
    await agent.later(1);
    await agent.apply();
    await agent.later(2);
    await agent.session.call('post', `memories/${id}/restore`).expect(200);
    expect(await purge()).toMatchObject({ matched: 0, purged: 0 });
  });

  it('is not enabled by a policy that never purges, and does nothing then', async () => {
    const id = await agent.remember();
    await agent.session.call('post', `memories/${id}/expire`).expect(200);
    await agent.put({ retention: { context: '1d' } });
    await agent.later(3_000);
    expect(await purge()).toMatchObject({
      enabled: false,
      purge_expired_after: 'never',
      matched: 0,
      purged: 0,
    });
    expect((await agent.memory(id)).status).toBe('expired');
  });
});
