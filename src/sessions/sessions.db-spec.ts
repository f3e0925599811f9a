import { JwtService } from '@nestjs/jwt';
import { openTestDatabase, TEST_SECRET_KEY, type TestDatabase } from '../../test/support/database';
import { TestClock } from '../../test/support/test-clock';
import type { Identities } from '../access/identities.service';
import { ManagementAccess } from '../access/management-access.service';
import { WrongCredentials } from '../access/wrong-credentials.service';
import { AgentsRepository } from '../agents/agents.repository';
import type { MemorySearch } from '../backend/memory-search';
import type { MemoryStore, UnitOfWork } from '../backend/memory-store';
import { Env } from '../config/env';
import { RuntimeSettings } from '../settings/runtime-settings.service';
import { SettingsRepository } from '../settings/settings.repository';
import { SessionCheck } from './session-check.service';
import { SessionOpening, type IssuedSession } from './session-opening.service';
import { SessionRecreation } from './session-recreation.service';
import { SessionRenewalInterceptor, type Admission } from './session-renewal.interceptor';
import { SessionRenewal } from './session-renewal.service';
import { SessionTokens, TOKEN_OPTIONS } from './session-tokens.service';
import { SessionsRepository } from './sessions.repository';
import { SessionsService } from './sessions.service';
import type { Arrival } from './token-succession';
import { AgentOverrides } from '../database/agent-overrides';

const HOUR_MS = 3_600_000;

/** The services of one process; several of them share the database. */
interface Replica {
  sessions: SessionsService;
  repository: SessionsRepository;
  admit(
    issued: IssuedSession,
    arrival?: Arrival,
    changes?: { mayManage: () => Promise<boolean> },
  ): Promise<Admission>;
}

let database: TestDatabase;
let clock: TestClock;
let replicas: [Replica, Replica];
let serial = 0;
let agentId: string;

beforeAll(async () => {
  database = await openTestDatabase();
});

afterAll(() => database.close());

beforeEach(async () => {
  clock = new TestClock();
  replicas = [await newReplica(), await newReplica()];
  agentId = `a${++serial}`;
  await new AgentsRepository(database.db, new AgentOverrides(database.db)).insert({
    agentId,
    namespace: `service_agent_${agentId}`,
    pattern: 'project',
    description: null,
    createdAt: clock.now(),
  });
});

async function newReplica(): Promise<Replica> {
  const repository = new SessionsRepository(database.db, new AgentOverrides(database.db));
  const { signOptions } = TOKEN_OPTIONS;
  const tokens = new SessionTokens(
    new JwtService({ secret: TEST_SECRET_KEY, signOptions: { ...signOptions } }),
  );
  const settings = await RuntimeSettings.load(new Env(), new SettingsRepository(database.db));
  const opening = new SessionOpening(repository, tokens, settings);
  const renewal = new SessionRenewal(repository, tokens, settings, clock);
  const recreation = new SessionRecreation(repository, opening, tokens, clock);
  const check = new SessionCheck(repository, settings, tokens, renewal, clock);
  const management = new ManagementAccess(new Env(), new WrongCredentials());
  const identities = { mayManage: (of) => management.allows(of) } as Partial<Identities> as Identities;
  const renewals = new SessionRenewalInterceptor(renewal, recreation, tokens, settings, identities);
  const search = { warm: () => undefined } as Partial<MemorySearch> as MemorySearch;
  const memories = {
    countCreatedInSession: () => Promise.resolve(0),
    unitOfWork: <T>(_namespace: string, { lock, work, record }: UnitOfWork<T>) =>
      database.db.transaction(async () => {
        await lock?.();
        const result = await work([]);
        await record?.(result);
        return result;
      }),
  } as unknown as MemoryStore;
  return {
    repository,
    sessions: new SessionsService(repository, opening, search, memories, clock),
    admit: async ({ session, token }, arrival = arriving(), changes = { mayManage: async () => true }) => {
      const checked = await check.check({ token, agentId: session.agentId, arrival });
      return renewals.admit(checked, { mayExtend: true, ...changes });
    },
  };
}

function arriving(): Arrival {
  return { at: clock.now(), tick: performance.now() };
}

const invalidToken = expect.objectContaining({ code: 'InvalidSessionToken' }) as Error;
const expired = expect.objectContaining({ code: 'SessionExpired' }) as Error;

describe('renewal', () => {
  async function nearExpiry(): Promise<IssuedSession> {
    const issued = await replicas[0].sessions.activate(agentId);
    clock.advance({ hours: 5, minutes: 45 });
    return issued;
  }

  it('serves a request that came before it and looks up after it, and returns the new token to it', async () => {
    const issued = await nearExpiry();
    const early = arriving();
    const renewed = await replicas[0].admit(issued);

    const admission = await replicas[0].admit(issued, early);

    expect(admission.newToken).toBe(renewed.newToken);
    expect(admission.session.expiresAt).toEqual(new Date(clock.now().getTime() + 6 * HOUR_MS));
  });

  it('refuses a request that came after it, though the clock stands still', async () => {
    const issued = await nearExpiry();
    await replicas[0].admit(issued);

    await expect(replicas[0].admit(issued)).rejects.toEqual(invalidToken);
  });

  it('serves what came to another replica before it, and refuses what came later', async () => {
    const issued = await nearExpiry();
    const early = arriving();
    clock.advance({ ms: 5 });
    const renewed = await replicas[0].admit(issued);
    clock.advance({ ms: 5 });

    expect((await replicas[1].admit(issued, early)).newToken).toBe(renewed.newToken);
    await expect(replicas[1].admit(issued)).rejects.toEqual(invalidToken);
  });

  it('mints one token when replicas renew at once', async () => {
    const issued = await nearExpiry();

    const admissions = await Promise.all(
      Array.from({ length: 16 }, (_, i) => replicas[i % 2 === 0 ? 0 : 1].admit(issued)),
    );

    expect(new Set(admissions.map(({ newToken }) => newToken)).size).toBe(1);
    expect(admissions[0]?.newToken).toEqual(expect.any(String));
  });

  it('is lost, and the request refused, when the session ended since it was looked up', async () => {
    const issued = await nearExpiry();
    const find = jest.spyOn(replicas[0].repository, 'findAll').mockImplementationOnce(async (sessionIds) => {
      const found = await replicas[1].repository.findAll(sessionIds);
      await replicas[1].sessions.deactivate(issued.session);
      return found;
    });

    await expect(replicas[0].admit(issued)).rejects.toEqual(invalidToken);
    expect(find).toHaveBeenCalledTimes(2);
  });
});

describe('recreation', () => {
  async function expiredSession(): Promise<IssuedSession> {
    const issued = await replicas[0].sessions.activate(agentId);
    clock.advance({ hours: 6 });
    return issued;
  }

  it('records whose place the new session took, and that the old one expired', async () => {
    const issued = await expiredSession();

    const { session } = await replicas[0].admit(issued);

    const { repository } = replicas[0];
    expect(await repository.find(session.sessionId)).toMatchObject({
      recreatedFrom: issued.session.sessionId,
      status: 'active',
    });
    expect(await repository.find(issued.session.sessionId)).toMatchObject({ status: 'expired' });
  });

  it('happens once when replicas are asked at once', async () => {
    const issued = await expiredSession();

    const admissions = await Promise.all(
      Array.from({ length: 16 }, (_, i) => replicas[i % 2 === 0 ? 0 : 1].admit(issued)),
    );

    expect(new Set(admissions.map(({ newToken }) => newToken)).size).toBe(1);
  });

  it('serves a request that came before it and is checked after it', async () => {
    const issued = await expiredSession();
    const early = arriving();
    clock.advance({ ms: 5 });
    const { newToken } = await replicas[0].admit(issued);

    expect((await replicas[0].admit(issued, early)).newToken).toBe(newToken);
    expect((await replicas[1].admit(issued, early)).newToken).toBe(newToken);
  });

  it('is refused to a request that came after it, in every replica', async () => {
    const issued = await expiredSession();
    await replicas[0].admit(issued);
    await expect(replicas[0].admit(issued)).rejects.toEqual(expired);

    clock.advance({ ms: 5 });
    await expect(replicas[1].admit(issued)).rejects.toEqual(expired);
  });

  it('also happens after the clean-up marked the session expired', async () => {
    const issued = await expiredSession();
    await replicas[0].repository.closeActive(agentId, clock.now());

    expect((await replicas[0].admit(issued)).newToken).toEqual(expect.any(String));
  });

  it('asks for management access before it touches anything', async () => {
    const issued = await expiredSession();
    const mayManage = jest.fn(async () => false);

    await expect(replicas[0].admit(issued, arriving(), { mayManage })).rejects.toEqual(expired);

    expect(mayManage).toHaveBeenCalledTimes(1);
    expect(await replicas[0].repository.findNewest(agentId)).toMatchObject({
      sessionId: issued.session.sessionId,
      status: 'active',
    });
  });

  it('is for the last token of the session, not for one that a renewal replaced', async () => {
    const issued = await replicas[0].sessions.activate(agentId);
    clock.advance({ hours: 5, minutes: 45 });
    const { session, newToken } = await replicas[0].admit(issued);
    clock.advance({ hours: 6 });

    await expect(replicas[0].admit(issued)).rejects.toEqual(expired);
    const { session: successor } = await replicas[0].admit({ session, token: newToken ?? '' });
    expect(successor.sessionId).not.toBe(session.sessionId);
  });

  it('is not for the token of an agent that was deleted', async () => {
    const issued = await expiredSession();
    await new AgentsRepository(database.db, new AgentOverrides(database.db)).delete(agentId);

    await expect(replicas[0].admit(issued)).rejects.toEqual(expired);
  });
});

describe('SessionsService', () => {
  it('marks the former session superseded, and dates its end', async () => {
    const former = await replicas[0].sessions.activate(agentId);
    clock.advance({ hours: 1 });
    await replicas[1].sessions.activate(agentId);

    const row = await database.db.models.session.findUniqueOrThrow({
      where: { sessionId: former.session.sessionId },
    });
    expect(row).toMatchObject({ status: 'superseded', endedAt: clock.now() });
  });

  it('tries another id when one is taken', async () => {
    const { repository, sessions } = replicas[0];
    const insert = jest.spyOn(repository, 'insert').mockResolvedValueOnce(false);

    const issued = await sessions.activate(agentId);

    expect(insert).toHaveBeenCalledTimes(2);
    expect(await repository.find(issued.session.sessionId)).not.toBeNull();
  });

  it('keeps no token, only its hash', async () => {
    const { session, token } = await replicas[0].sessions.activate(agentId);

    const row = await database.db.models.session.findUniqueOrThrow({
      where: { sessionId: session.sessionId },
    });
    expect(
      JSON.stringify(row, (_, value: unknown) => (typeof value === 'bigint' ? String(value) : value)),
    ).not.toContain(token.slice(-20));
    expect(row.tokenHash).toHaveLength(32);
  });

  it('says SessionNotFound where the session went with its agent', async () => {
    const { session } = await replicas[0].sessions.activate(agentId);
    await new AgentsRepository(database.db, new AgentOverrides(database.db)).delete(agentId);

    await expect(replicas[0].sessions.deactivate(session)).rejects.toMatchObject({ code: 'SessionNotFound' });
  });
});
