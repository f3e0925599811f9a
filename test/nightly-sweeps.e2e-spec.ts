import request from 'supertest';
import { SweepService } from '../src/policy/sweep.service';
import { SweptAgent } from './support/swept-agent';
import { useTestApp } from './support/test-app';

const app = useTestApp();
let nights: SweepService;
let agent: SweptAgent;
let agents = 0;

beforeAll(async () => {
  nights = app.app.get(SweepService);
});

beforeEach(async () => {
  agent = await SweptAgent.create(app, `sleeper-${agents++}`);
});

const OLD_CONTEXT = { retention: { context: '1d' } };

async function statuses(): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const { status } of await agent.everything()) {
    counts[String(status)] = (counts[String(status)] ?? 0) + 1;
  }
  return counts;
}

describe('the nightly sweep of an agent', () => {
  it('expires and purges as by hand, and is on record as nightly', async () => {
    const [first] = await agent.rememberMany(2, 'context');
    await agent.put({ ...OLD_CONTEXT, purge_expired_after: '1d' });
    await agent.later(1);
    expect(await nights.nightly(agent.id)).toEqual({ expired: 2, purged: 0, held: false, errors: [] });
    expect((await agent.history(String(first)))[0]).toMatchObject({
      event: 'expired',
      by: 'retention.context',
      session_id: null,
    });
    await agent.later(2);
    expect(await nights.nightly(agent.id)).toEqual({ expired: 0, purged: 2, held: false, errors: [] });
    expect((await agent.history(String(first)))[0]).toMatchObject({
      event: 'deleted',
      by: 'purge',
      session_id: null,
    });
    const recorded = (await agent.sweeps()).map(({ kind, cause, status }) => [kind, cause, status]);
    expect(recorded.sort()).toEqual([
      ['purge', 'nightly', 'completed'],
      ['purge', 'nightly', 'completed'],
      ['sweep', 'nightly', 'completed'],
      ['sweep', 'nightly', 'completed'],
    ]);
  });

  it('can be undone', async () => {
    await agent.rememberMany(3, 'context');
    await agent.put(OLD_CONTEXT);
    await agent.later(1);
    await nights.nightly(agent.id);
    const [sweep] = await agent.sweeps();
    const undone = await agent.post(`policy/sweeps/${String(sweep?.sweep_id)}/undo`);
    expect(undone).toMatchObject({ restored: 3, skipped: 0 });
    expect(await statuses()).toEqual({ active: 3 });
  });

  it('is held when it would expire more than half of the memories and more than a hundred', async () => {
    await agent.rememberMany(101, 'context');
    await agent.rememberMany(100, 'fact');
    await agent.put(OLD_CONTEXT);
    await agent.later(1);
    expect(await nights.nightly(agent.id)).toEqual({ expired: 0, purged: 0, held: true, errors: [] });
    expect(await statuses()).toEqual({ active: 201 });
    expect(await agent.sweeps()).toMatchObject([
      { cause: 'nightly', status: 'held', scanned: 201, matched: 101, expired: 0 },
    ]);
    const [held] = await agent.sweeps();
    const undone = await agent.post(`policy/sweeps/${String(held?.sweep_id)}/undo`);
    expect(undone).toMatchObject({ restored: 0, skipped: 0 });
    expect(await agent.sweeps()).toMatchObject([{ status: 'held' }]);
    expect(await agent.apply()).toMatchObject({ expired: 101 });
  });

  it('is not held for a hundred, were they all', async () => {
    await agent.rememberMany(100, 'context');
    await agent.put(OLD_CONTEXT);
    await agent.later(1);
    expect(await nights.nightly(agent.id)).toMatchObject({ expired: 100, held: false });
  });

  it('is not held for half of the memories, were they many', async () => {
    await agent.rememberMany(101, 'context');
    await agent.rememberMany(101, 'fact');
    await agent.put(OLD_CONTEXT);
    await agent.later(1);
    expect(await nights.nightly(agent.id)).toMatchObject({ expired: 101, held: false });
  });

  it('does nothing to an agent that is gone', async () => {
    expect(await nights.nightly('nobody')).toEqual({ expired: 0, purged: 0, held: false, errors: [] });
  });
});

describe('the agents of the night', () => {
  it('are those with a policy, page by page', async () => {
    const ids = ['Zed', 'night-a', 'night-b', 'night_c', 'night-gone'];
    for (const id of ids) await (await SweptAgent.create(app, id)).put(OLD_CONTEXT);
    await SweptAgent.create(app, 'night-without');
    await request(app.url).delete('/api/v2/agents/night-gone').expect(200);
    const found: string[] = [];
    let page: string[];
    do {
      page = await nights.agentsWithPolicy(found.at(-1) ?? null, 2);
      found.push(...page);
    } while (page.length > 0);
    expect(found.filter((id) => !id.startsWith('sleeper'))).toEqual(['Zed', 'night-a', 'night-b', 'night_c']);
  });
});
