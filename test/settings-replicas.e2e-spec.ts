import request from 'supertest';
import { newSession, type TestSession } from './support/agents';
import { newTestStore, type TestStore } from './support/database';
import { health, shown } from './support/maintenance';
import { errorOf, newToken, recent, uniqueId } from './support/sessions';
import { changeSettings, filledSession, recentCount, settingOf } from './support/settings';
import { startTestApp, type TestApp } from './support/test-app';

const onServer = process.env.TEST_DATABASE_URL ? describe : describe.skip;

onServer('two replicas on one database (PostgreSQL server only)', () => {
  const LIMITS = 40;
  let store: TestStore;
  let one: TestApp;
  let two: TestApp;
  let session: TestSession;

  beforeAll(async () => {
    store = await newTestStore();
    [one, two] = [await startTestApp({ store }), await startTestApp({ store })];
    const { agentId, token } = await filledSession(one, LIMITS);
    session = {
      agentId,
      token,
      sessionId: '',
      call: (method, path) =>
        request(two.url)[method](`/api/v2/agents/${agentId}/${path}`).set('X-Session-Token', token),
    };
  });
  afterAll(async () => {
    await one.close();
    await two.close();
    await store.remove();
  });

  it('no request that begins after a change was answered goes by an older one, under load', async () => {
    let acknowledged = 0;
    const stale: string[] = [];
    const reader = async () => {
      while (acknowledged < LIMITS) {
        const least = acknowledged;
        const count = await recentCount(session);
        if (count < least) stale.push(`${count} after ${least}`);
      }
    };
    const writer = async () => {
      for (let limit = 1; limit <= LIMITS; limit++) {
        await changeSettings(one, { 'recall.limit': limit }).expect(200);
        acknowledged = limit;
      }
    };
    await recentCount(session);
    await Promise.all([writer().catch(unblocking), reader(), reader(), reader(), reader()]);
    expect(stale).toEqual([]);
    expect(await recentCount(session)).toBe(LIMITS);

    function unblocking(error: unknown): never {
      acknowledged = LIMITS;
      throw error;
    }
  });

  it('a change of either is shown by the other', async () => {
    await changeSettings(one, { 'schedule.enabled': false }).expect(200);
    expect(await settingOf(two, 'schedule.enabled')).toMatchObject({ value: false, source: 'stored' });
    await changeSettings(two, { 'schedule.enabled': null }).expect(200);
    expect(await settingOf(one, 'schedule.enabled')).toMatchObject({ source: 'default' });
  });

  it('whether maintenance runs is the same on the other replica after a change', async () => {
    await changeSettings(one, { 'schedule.enabled': false }).expect(200);
    expect(await shown(two)).toMatchObject({ enabled: false, next_run: null });
    await changeSettings(one, { 'schedule.enabled': null }).expect(200);
    expect(await health(two)).toMatchObject({ enabled: true });
  });

  it('an expired session is no longer replaced by one replica after the other turned it off', async () => {
    const lapsing = await newSession(one, uniqueId());
    await changeSettings(one, { 'session.auto_recreate_enabled': false }).expect(200);
    two.clock.advance({ hours: 6 });
    expect(errorOf(await recent(two, lapsing.agentId, lapsing.token).expect(401))).toBe('SessionExpired');
    await changeSettings(one, { 'session.auto_recreate_enabled': null }).expect(200);
    expect(newToken(await recent(two, lapsing.agentId, lapsing.token).expect(200))).toBeDefined();
  });
});
