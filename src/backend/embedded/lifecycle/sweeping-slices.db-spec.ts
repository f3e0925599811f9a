import { uuidv7 } from 'uuidv7';
import { actAt, aMemory, anEdit, NO_FILTER, START } from '../../../../test/support/memories';
import { openBackend } from '../../../../test/support/open-backend';
import { useBackend } from '../../../../test/support/use-backend';
import { AuditTrail } from '../../../audit/audit-trail';
import { sql } from '../../../database/sql';
import type { ExpiryPolicy } from '../../expiry-policy';
import type { Memory } from '../../memory';
import type { SweepOutcome } from '../../memory-lifecycle';
import { SweepRepository, type SweptSlice, verdictSql } from './sweeping';

const DAY = 86_400_000;
const NOW = new Date(START + 400 * DAY);
const ALL = 10_000;

const opened = useBackend(openBackend);

const EXPIRE_FACTS: ExpiryPolicy = { rules: [], retention: { fact: DAY } };

function sweep(): Promise<SweepOutcome> {
  const policy = EXPIRE_FACTS;
  return opened.backend.sweep(opened.namespace, {
    sweepId: uuidv7(),
    policy,
    at: NOW,
    dryRun: false,
    cap: null,
  });
}

async function memories(): Promise<Map<string, Memory>> {
  const page = await opened.backend.page(opened.namespace, NO_FILTER, null, ALL);
  return new Map(page.memories.map((memory) => [memory.id, memory]));
}

async function store(count: number, fields: Parameters<typeof aMemory>[0] = {}): Promise<string[]> {
  const stored = Array.from({ length: count }, () => aMemory(fields));
  await opened.backend.store(opened.namespace, stored, { dedupe: false });
  return stored.map(({ id }) => id);
}

describe('a slice of a sweep', () => {
  it('counts the same when it is done again, as after an answer that was lost', async () => {
    await store(3);
    await store(2, { type: 'goal' });
    const [id = ''] = await store(1);
    await opened.backend.expire(opened.namespace, id, 'manual', { ...actAt(0), at: NOW });
    const rows = await opened.database.query<{ id: string }>(sql`
      SELECT n.id::text AS id FROM namespaces n WHERE n.name = ${opened.namespace}`);
    const plan = { verdict: verdictSql(EXPIRE_FACTS, NOW), at: NOW, sweepId: uuidv7(), waits: false };
    const range = { after: '00000000-0000-0000-0000-000000000000', until: id, limit: 500 };
    const take = () =>
      new SweepRepository(opened.database, new AuditTrail(opened.database, opened.store.env)).take(
        { ...plan, namespaceId: rows[0]!.id },
        range,
        10,
      );
    const swept = await take();
    expect(swept).toMatchObject({
      read: 6,
      scanned: 5,
      matched: 3,
      expired: 3,
      perRule: { 'retention.fact': 3 },
    });
    expect(await take()).toEqual(swept);
  });
});

describe('a sweep of memories of all ages', () => {
  it('reads the oldest ones only, and counts them all', async () => {
    const take = jest.spyOn(SweepRepository.prototype, 'take');
    await store(30, { createdAt: NOW });
    expect(await sweep()).toMatchObject({ scanned: 30, alreadyExpired: 0, matched: 0 });
    expect(take).not.toHaveBeenCalled();
    const old = await store(4);
    expect(await sweep()).toMatchObject({ scanned: 34, alreadyExpired: 0, matched: 4, expired: 4 });
    const slices = await Promise.all(take.mock.results.map(({ value }) => value as Promise<SweptSlice>));
    expect(slices.map(({ read }) => read)).toEqual([old.length]);
    expect(await sweep()).toMatchObject({ scanned: 30, alreadyExpired: 4, matched: 0 });
    take.mockRestore();
  });
});

describe('a sweep that the database refuses to do', () => {
  const refuse = (ids: string[]) =>
    opened.database.execute(sql`
      INSERT INTO refused SELECT unnest(${ids}::uuid[])`);

  beforeAll(async () => {
    await opened.database.execute(sql`CREATE TABLE refused (id uuid)`);
    await opened.database.execute(sql`
      CREATE FUNCTION refuse_some() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        IF EXISTS (SELECT FROM refused r WHERE r.id = NEW.id) THEN
          RAISE EXCEPTION 'secret words' USING ERRCODE = '22000';
        END IF;
        RETURN NEW;
      END $$`);
    await opened.database.execute(sql`
      CREATE TRIGGER refuse_some BEFORE UPDATE ON memories FOR EACH ROW EXECUTE FUNCTION refuse_some()`);
  });

  afterAll(() => opened.database.execute(sql`DROP TRIGGER refuse_some ON memories`));

  it('for some memories goes on without them, and names them without their words', async () => {
    const ids = await store(1_200);
    const bad = [ids[0]!, ids[700]!, ids[701]!, ids[1_199]!].toSorted();
    await refuse(bad);
    const swept = await sweep();
    expect(swept).toMatchObject({ scanned: 1_200, matched: 1_200, expired: 1_196, alreadyExpired: 0 });
    const error = 'the database refused it (22000)';
    expect(swept.errors).toEqual(bad.map((memoryId) => ({ memoryId, error })));
    const active = [...(await memories()).values()].filter(({ status }) => status === 'active');
    expect(active.map(({ id }) => id).toSorted()).toEqual(bad);
  });
});

describe('sweeps while memories change', () => {
  it('expire each memory once, and never one that was touched', async () => {
    const ids = await store(400);
    const touched = ids.filter((_, n) => n % 4 === 0);
    const [sweeps] = await Promise.all([
      Promise.all([sweep(), sweep(), sweep()]),
      Promise.all(
        touched.map((id, n) => {
          const act = actAt(400 * DAY + n);
          if (n % 3 === 0) return opened.backend.delete(opened.namespace, id, act);
          return opened.backend.edit(opened.namespace, id, anEdit({ tags: ['new'] }), act);
        }),
      ),
    ]);
    const now = await memories();
    const histories = await Promise.all(ids.map((id) => opened.backend.history(opened.namespace, id)));
    const events = histories.map((entries) => entries?.map(({ event }) => event).toReversed() ?? []);
    const expired = events.filter((each) => each.includes('expired')).length;
    expect(sweeps.reduce((sum, each) => sum + each.expired, 0)).toBe(expired);
    for (const [n, id] of ids.entries()) {
      expect(events[n]?.filter((event) => event === 'expired').length).toBeLessThanOrEqual(1);
      // An edit after the sweep leaves it expired; the sweep after an edit does not touch it.
      const isExpired = events[n]?.includes('expired') ?? false;
      if (now.has(id)) expect(now.get(id)?.status).toBe(isExpired ? 'expired' : 'active');
      if (events[n]?.indexOf('edited') === 1) expect(isExpired).toBe(false);
    }
  });

  const onServer = process.env.TEST_DATABASE_URL ? it : it.skip;

  onServer('wait for no lock, and leave alone memories that are being changed', async () => {
    const [held = '', free = ''] = await store(2);
    let release = (): void => {};
    const editing = opened.database.transaction(async () => {
      await opened.backend.edit(opened.namespace, held, anEdit({ tags: ['new'] }), actAt(1));
      await new Promise<void>((resolve) => (release = resolve));
    });
    await opened.database.apart(async () => {
      // The edit has its row once this can see that somebody holds it.
      for (;;) {
        const rows = await opened.database.query(sql`
          SELECT m.id FROM memories m WHERE m.id = ${held}::uuid FOR UPDATE SKIP LOCKED`);
        if (rows.length === 0) break;
      }
      const swept = await sweep();
      expect(swept).toMatchObject({ matched: 2, expired: 1 });
    });
    release();
    await editing;
    const now = await memories();
    expect([now.get(held)?.status, now.get(free)?.status]).toEqual(['active', 'expired']);
  });
});
