import { setTimeout as pause } from 'node:timers/promises';
import { openTestDatabase, type TestDatabase } from '../../../../test/support/database';
import { sql } from '../../../database/sql';
import { LeasesRepository } from './leases.repository';
import { LEASE_LIMITS, Leases, type LeaseLimits } from './leases.service';

const LAPSES_SOON: LeaseLimits = { ...LEASE_LIMITS, leaseMs: 150 };

let test: TestDatabase;

beforeAll(async () => {
  test = await openTestDatabase();
});

afterAll(() => test.close());

beforeEach(() => test.db.execute(sql`DELETE FROM leases`));

/** What a process has: its own queue, and the database of all. */
function aReplica(limits: LeaseLimits = LEASE_LIMITS): Leases {
  return new Leases(new LeasesRepository(test.db), limits);
}

const count = async (): Promise<number> => {
  const rows = await test.db.query<{ count: number }>(sql`SELECT count(*)::float8 AS count FROM leases`);
  return rows[0]?.count ?? -1;
};

/** A holder that dies: it neither renews nor gives back. */
function dieHolding(name: string, forMs: number): Promise<boolean> {
  return new LeasesRepository(test.db).take('00000000-0000-4000-8000-000000000001', [name], forMs);
}

describe('a lease', () => {
  it('is held by one at a time, among many in two processes', async () => {
    const replicas = [aReplica(), aReplica()];
    let inside = 0;
    let most = 0;
    const works = Array.from({ length: 50 }, (_, n) =>
      replicas[n % 2]!.hold(['a'], async () => {
        most = Math.max(most, ++inside);
        await pause(1);
        inside--;
        return n;
      }),
    );
    expect(await Promise.all(works)).toEqual(Array.from({ length: 50 }, (_, n) => n));
    expect(most).toBe(1);
    expect(await count()).toBe(0);
  });

  it('on several names excludes those who want one of them, in whatever order', async () => {
    const replicas = [aReplica(), aReplica()];
    const inside = new Set<string>();
    const pairs = [['a', 'b'], ['b', 'a'], ['b', 'c'], ['c', 'a'], ['c'], ['a']];
    await Promise.all(
      Array.from({ length: 48 }, (_, n) => {
        const names = pairs[n % pairs.length]!;
        return replicas[n % 2]!.hold(names, async () => {
          for (const name of names) {
            expect(inside.has(name)).toBe(false);
            inside.add(name);
          }
          await pause(1);
          for (const name of names) inside.delete(name);
        });
      }),
    );
    expect(await count()).toBe(0);
  });

  it('is given back when the work throws', async () => {
    const held = aReplica().hold(['a'], () => Promise.reject(new Error('no')));
    await expect(held).rejects.toThrow('no');
    expect(await aReplica().hold(['a'], () => Promise.resolve('next'), 1)).toBe('next');
  });

  it('of a holder that died can be taken when it expires', async () => {
    await dieHolding('a', 200);
    const started = Date.now();
    expect(await aReplica().hold(['a', 'b'], () => Promise.resolve('done'))).toBe('done');
    expect(Date.now() - started).toBeGreaterThan(100);
  });

  it('that others hold for too long is refused, and nothing of the try is kept', async () => {
    await dieHolding('b', LEASE_LIMITS.leaseMs);
    const tried = aReplica().hold(['a', 'b'], () => Promise.resolve('done'), 50);
    await expect(tried).rejects.toMatchObject({ code: 'BackendUnavailable' });
    expect(await aReplica().hold(['a'], () => Promise.resolve('done'), 1)).toBe('done');
  });

  it('that ends later than any given now, by a clock that was ahead, is had at once', async () => {
    await dieHolding('b', 86_400_000);
    expect(await aReplica().hold(['a', 'b'], () => Promise.resolve('done'), 1)).toBe('done');
    expect(await count()).toBe(0);
  });

  it('that others in the process hold for too long is refused', async () => {
    const replica = aReplica();
    let end = (): void => {};
    const first = replica.hold(['a'], () => new Promise<void>((resolve) => (end = resolve)));
    const second = replica.hold(['a'], () => Promise.resolve(), 20);
    await expect(second).rejects.toMatchObject({ code: 'BackendUnavailable' });
    end();
    await first;
  });

  it('lives for as long as the work goes on', async () => {
    const [one, other] = [aReplica(LAPSES_SOON), aReplica(LAPSES_SOON)];
    await one.hold(['a'], async () => {
      await pause(3 * LAPSES_SOON.leaseMs);
      await expect(other.hold(['a'], () => Promise.resolve(), 1)).rejects.toMatchObject({
        code: 'BackendUnavailable',
      });
      await one.stillHeld();
    });
  });

  it('that somebody else has by now is noticed', async () => {
    const replica = aReplica();
    await replica.hold(['a', 'b'], async () => {
      await replica.stillHeld();
      await test.db.execute(sql`UPDATE leases SET holder = gen_random_uuid() WHERE name = 'a'`);
      await expect(replica.stillHeld()).rejects.toMatchObject({ code: 'BackendUnavailable' });
    });
    // What is not one's own is not given back.
    expect(await count()).toBe(1);
  });

  it('that expired and was not taken can be taken again', async () => {
    const replica = aReplica();
    await replica.hold(['a'], async () => {
      await test.db.execute(sql`UPDATE leases SET until = now() - interval '1 second'`);
      await replica.stillHeld();
      expect(
        await aReplica()
          .hold(['a'], () => Promise.resolve('taken'), 1)
          .catch(() => 'held'),
      ).toBe('held');
    });
  });
});

describe('work that holds leases', () => {
  it('does not wait for itself, and keeps what it adds until it ends', async () => {
    const [one, other] = [aReplica(), aReplica()];
    await one.hold(['a'], async () => {
      await one.hold(['a', 'b'], () => Promise.resolve());
      await Promise.all([one.hold(['c'], () => Promise.resolve()), one.hold(['c'], () => Promise.resolve())]);
      for (const name of ['a', 'b', 'c']) {
        await expect(other.hold([name], () => Promise.resolve(), 1)).rejects.toThrow();
      }
      await one.stillHeld();
    });
    expect(await count()).toBe(0);
  });

  it('that goes on after its end holds nothing', async () => {
    const replica = aReplica();
    let late: Promise<string> = Promise.resolve('');
    await replica.hold(['a'], async () => {
      late = pause(20).then(() => replica.hold(['a'], () => Promise.resolve('its own')));
    });
    expect(await late).toBe('its own');
    expect(await count()).toBe(0);
  });
});

describe('expired leases', () => {
  it('are forgotten in time, and no others', async () => {
    await dieHolding('a', 60_000);
    await dieHolding('b', 60_000);
    await test.db.execute(sql`UPDATE leases SET until = now() - interval '2 hours' WHERE name = 'a'`);
    expect(await aReplica().prune()).toBe(1);
    expect(await count()).toBe(1);
  });

  it('are forgotten where they end on another day, by a clock that was ahead', async () => {
    await dieHolding('a', 86_400_000);
    expect(await aReplica().prune()).toBe(1);
  });
});
