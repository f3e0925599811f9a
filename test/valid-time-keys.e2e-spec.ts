import { useTestApp } from './support/test-app';
import { type Shown, idsOf, later, useTimedAgent } from './support/timed-agent';

const app = useTestApp();
const { call, get, recalled, remember } = useTimedAgent(app, 'keyed');

describe('the memories of one key', () => {
  async function currentIds(): Promise<string[]> {
    const { body } = await call('post', 'recall/all').send({}).expect(200);
    const listed = body.memories as Shown[];
    const current = idsOf(listed.filter((each) => each.current));
    const found = await recalled('city');
    if (process.env.TEST_BACKEND !== 'on-prem') expect(idsOf(found)).toEqual(current);
    return current;
  }

  const city = (name: string, fields: object = {}) =>
    remember({ content: `The city is ${name}`, key: 'user.city', ...fields });

  it('have the newest one as the current one, and the one before when that is gone', async () => {
    const first = await city('Ulm');
    app.clock.set(later(1));
    const second = await city('Bonn');
    app.clock.set(later(2));
    const third = await city('Kiel');
    expect(await currentIds()).toEqual([third]);
    await call('post', `memories/${third}/expire`).expect(200);
    expect(await currentIds()).toEqual([second]);
    await call('post', `memories/${third}/restore`).expect(200);
    expect(await currentIds()).toEqual([third]);
    await call('delete', `memories/${third}`).expect(200);
    await call('delete', `memories/${second}`).expect(200);
    expect(await currentIds()).toEqual([first]);
    expect(await get(first)).toMatchObject({ superseded_by: null, valid_to: null, current: true });
  });

  it('are ordered by when they begin, not by when they were stored', async () => {
    const now = await city('Kiel', { valid_from: '2025-01-01' });
    app.clock.set(later(1));
    await city('Ulm', { valid_from: '2020-01-01' });
    const next = await city('Rome', { valid_from: later(10) });
    expect(await currentIds()).toEqual([now]);
    app.clock.set(later(10));
    expect(await currentIds()).toEqual([next]);
  });

  it('do not touch those of another key, or of none', async () => {
    const ids = [
      await city('Ulm'),
      await city('Rome', { key: 'user.dream_city' }),
      await city('big', { key: null }),
    ];
    expect(await currentIds()).toEqual(ids.sort());
  });
});
