import { once } from 'node:events';
import { Client } from 'pg';
import type { Response } from 'supertest';
import { PrismaService } from '../src/database/prisma.service';
import { SessionsRepository } from '../src/sessions/sessions.repository';
import { newSession, type TestSession } from './support/agents';
import { newTestStore, type TestStore } from './support/database';
import { lockWaits } from './support/lock-waits';
import { errorOf, newToken, recent, uniqueId } from './support/sessions';
import { startTestApp, type TestApp } from './support/test-app';

const onServer = process.env.TEST_DATABASE_URL ? describe : describe.skip;

onServer('a token that another replica replaces (PostgreSQL server only)', () => {
  let store: TestStore;
  let one: TestApp;
  let two: TestApp;

  beforeAll(async () => {
    store = await newTestStore();
    one = await startTestApp({ store, alone: true });
    two = await startTestApp({ store, alone: true, clock: one.clock });
  });
  afterAll(async () => {
    await one.close();
    await two.close();
    await store.remove();
  });

  /** Replaces the token by a request to `one`, which cannot be committed until `meanwhile` is done; its answer. */
  async function heldUp(session: TestSession, meanwhile: () => Promise<void>): Promise<Response> {
    const client = new Client({ connectionString: store.env.DATABASE_URL ?? '' });
    await client.connect();
    try {
      await client.query('BEGIN');
      await client.query('SELECT FROM sessions WHERE agent_id = $1 FOR UPDATE', [session.agentId]);
      const replacing = recent(one, session.agentId, session.token).then((answer) => answer);
      await lockWaits(two.app.get(PrismaService));
      await meanwhile();
      await client.query('COMMIT');
      return await replacing;
    } finally {
      await client.end();
    }
  }

  describe.each([
    { kind: 'near its expiry', hours: 5.5, later: 'InvalidSessionToken' },
    { kind: 'past its expiry', hours: 6, later: 'SessionExpired' },
  ])('$kind', ({ hours, later }) => {
    it('serves a request that came before the replacement was committed, and none that comes later', async () => {
      const session = await newSession(one, uniqueId());
      one.clock.advance({ hours });
      let early: Promise<Response> | null = null as Promise<Response> | null;
      const answer = await heldUp(session, async () => {
        one.clock.advance({ ms: 5 });
        const arrived = once(two.app.getHttpServer(), 'request');
        early = recent(two, session.agentId, session.token).then((early) => early);
        await arrived;
      });
      const token = newToken(answer);
      expect(token).toEqual(expect.any(String));
      one.clock.advance({ ms: 1 });

      const served = await early;
      expect([served?.status, served && newToken(served)]).toEqual([200, token]);
      for (const replica of [one, two]) {
        expect(errorOf(await recent(replica, session.agentId, session.token).expect(401))).toBe(later);
        await recent(replica, session.agentId, token ?? '').expect(200);
      }
    });
  });

  it('is returned to the next request where the replica that replaced it died before it answered', async () => {
    const session = await newSession(one, uniqueId());
    one.clock.advance({ hours: 5.5 });
    const dying = jest
      .spyOn(one.app.get(SessionsRepository), 'dateReplacement')
      .mockRejectedValue(new Error('gone'));
    const token = newToken(await recent(one, session.agentId, session.token).expect(200));
    expect(dying).toHaveBeenCalledTimes(1);
    dying.mockRestore();
    one.clock.advance({ seconds: 30 });
    expect(newToken(await recent(two, session.agentId, session.token).expect(200))).toBe(token);
    one.clock.advance({ ms: 1 });
    expect(errorOf(await recent(two, session.agentId, session.token).expect(401))).toBe(
      'InvalidSessionToken',
    );
  });
});
