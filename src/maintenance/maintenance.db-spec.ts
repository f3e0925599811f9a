import { Logger } from '@nestjs/common';
import { newTestStore, type TestStore } from '../../test/support/database';
import { TestClock } from '../../test/support/test-clock';
import { PrismaService } from '../database/prisma.service';
import { sql } from '../database/sql';
import type { RuntimeSettings } from '../settings/runtime-settings.service';
import { emptyTally, type RunTally } from './maintenance-run';
import type { MaintenanceRunner, CurrentRun } from './maintenance-runner.service';
import { MaintenanceRunsRepository } from './maintenance-runs.repository';
import { MaintenanceService } from './maintenance.service';

const SETTINGS: Record<string, unknown> = {
  'schedule.cron': '55 23 * * *',
  'schedule.enabled': true,
  'activity.retention_days': 30,
};

type Work = (run: Omit<CurrentRun, 'tally'>) => Promise<RunTally | null>;

const onServer = process.env.TEST_DATABASE_URL ? describe : describe.skip;

let store: TestStore;
let db: PrismaService;
let clock: TestClock;

const open = () =>
  PrismaService.open(store.env, (error) => {
    throw error;
  });

/** Maintenance of one process, with the work of a run in the test's hands. */
function newReplica(work: Work, database = db): MaintenanceService {
  const settings = { fresh: async () => undefined, get: (key: string) => SETTINGS[key] };
  return new MaintenanceService(
    database,
    new MaintenanceRunsRepository(database),
    { run: work } as unknown as MaintenanceRunner,
    settings as unknown as RuntimeSettings,
    clock,
  );
}

const done: Work = async () => emptyTally();

/** Counts the runs that it does. */
function counting(work: Work = done): { work: Work; count(): number } {
  let count = 0;
  return {
    work: (run) => {
      count += 1;
      return work(run);
    },
    count: () => count,
  };
}

/** Something that the test lets happen when it likes. */
function gate() {
  let open = () => {};
  const opened = new Promise<void>((resolve) => (open = resolve));
  return { open: () => open(), opened };
}

beforeAll(async () => {
  Logger.overrideLogger(false);
  store = await newTestStore();
  db = await open();
});

afterAll(async () => {
  await db.close();
  await store.remove();
});

beforeEach(async () => {
  clock = new TestClock();
  await db.execute(sql`DELETE FROM maintenance_runs`);
});

describe('maintenance', () => {
  it('only notes the time at the very first start', async () => {
    const { work, count } = counting();
    const replica = newReplica(work);
    await replica.runIfDue();
    expect(count()).toBe(0);
    expect(await replica.report(10)).toEqual({
      runs: [],
      nextRun: new Date('2026-05-01T23:55:00Z'),
      isEnabled: true,
    });
  });

  it('runs once a night', async () => {
    const { work, count } = counting();
    const replica = newReplica(work);
    await replica.runIfDue();
    for (let night = 1; night <= 3; night++) {
      clock.advance({ hours: 11, minutes: 54 });
      await replica.runIfDue();
      expect(count()).toBe(night - 1);
      clock.advance({ minutes: 1 });
      await replica.runIfDue();
      await replica.runIfDue();
      expect(count()).toBe(night);
      clock.advance({ hours: 12, minutes: 5 });
    }
  });

  it('makes up once for nights that it missed', async () => {
    const { work, count } = counting();
    const replica = newReplica(work);
    await replica.runIfDue();
    clock.advance({ hours: 24 * 10 });
    await replica.runIfDue();
    await replica.runIfDue();
    expect(count()).toBe(1);
    const { runs, nextRun } = await replica.report(10);
    expect(runs).toMatchObject([{ cause: 'schedule', startedAt: clock.now(), finishedAt: clock.now() }]);
    expect(nextRun).toEqual(new Date('2026-05-11T23:55:00Z'));
  });

  it('is finished by the next run where one broke off', async () => {
    await newReplica(done).runIfDue();
    clock.advance({ hours: 12 });
    const crashing = newReplica(() => Promise.reject(new Error('gone')));
    await expect(crashing.runIfDue()).rejects.toThrow('gone');
    clock.advance({ minutes: 1 });
    const replica = newReplica(done);
    await replica.runIfDue();
    expect((await replica.report(10)).runs.map(({ finishedAt }) => finishedAt)).toEqual([clock.now(), null]);
  });

  it('is finished by the next run where one had to stop', async () => {
    await newReplica(done).runIfDue();
    clock.advance({ hours: 12 });
    await newReplica(async () => null).runIfDue();
    const { work, count } = counting();
    await newReplica(work).runIfDue();
    expect(count()).toBe(1);
  });

  it('gives a run that breaks off over and over more time', async () => {
    await newReplica(done).runIfDue();
    clock.advance({ hours: 12 });
    const { work, count } = counting(async () => null);
    const replica = newReplica(work);
    const tries: number[] = [];
    for (let minute = 0; minute < 20; minute++) {
      const before = count();
      await replica.runIfDue();
      if (count() > before) tries.push(minute);
      clock.advance({ minutes: 1 });
    }
    expect(tries).toEqual([0, 1, 2, 4, 8, 16]);
  });

  it('never overlaps itself', async () => {
    const { open: letGo, opened } = gate();
    const begun = gate();
    const { work, count } = counting(async () => {
      begun.open();
      await opened;
      return emptyTally();
    });
    const replica = newReplica(work);
    const first = replica.runNow();
    await begun.opened;
    expect(await replica.runNow()).toEqual({ kind: 'busy' });
    letGo();
    expect(await first).toEqual({ kind: 'finished', tally: emptyTally() });
    expect(count()).toBe(1);
  });

  it('runs at once on request, which counts for the schedule', async () => {
    const { work, count } = counting();
    const replica = newReplica(work);
    await replica.runIfDue();
    clock.advance({ hours: 12 });
    expect(await replica.runNow()).toMatchObject({ kind: 'finished' });
    await replica.runIfDue();
    expect(count()).toBe(1);
    expect((await replica.report(10)).runs).toMatchObject([{ cause: 'command' }]);
  });

  it('stops before its next piece of work when its process ends', async () => {
    const begun = gate();
    const stopping = gate();
    const replica = newReplica(async ({ mayContinue }) => {
      const before = await mayContinue();
      begun.open();
      await stopping.opened;
      return before && !(await mayContinue()) ? null : emptyTally();
    });
    const running = replica.runNow();
    await begun.opened;
    const ended = replica.onModuleDestroy();
    stopping.open();
    await ended;
    expect(await running).toEqual({ kind: 'stopped' });
  });
});

onServer('maintenance of several processes on a server', () => {
  let others: PrismaService[];

  beforeAll(async () => {
    others = await Promise.all(Array.from({ length: 3 }, open));
  });

  afterAll(() => Promise.all(others.map((each) => each.close())));

  it('is done by exactly one of them', async () => {
    const { work, count } = counting();
    const replicas = others.map((each) => newReplica(work, each));
    const together = () => Promise.all(replicas.map((each) => each.runIfDue()));
    await together();
    for (let night = 1; night <= 5; night++) {
      clock.advance({ hours: 24 });
      await together();
      expect(count()).toBe(night);
    }
    expect((await replicas[0]?.report(10))?.runs).toHaveLength(5);
  });

  it('is taken over when the one that does it loses its connection, which stops that one', async () => {
    const [here, there] = others;
    await newReplica(done, here).runIfDue();
    clock.advance({ hours: 24 });
    const begun = gate();
    const taken = gate();
    const losing = newReplica(async ({ mayContinue }) => {
      begun.open();
      await taken.opened;
      return (await mayContinue()) ? emptyTally() : null;
    }, here);
    const lost = losing.runIfDue();
    await begun.opened;
    await db.query(sql`
      SELECT pg_terminate_backend(l.pid, 5000) FROM pg_locks l
      WHERE l.locktype = 'advisory'
        AND l.database = (SELECT d.oid FROM pg_database d WHERE d.datname = current_database())`);
    const { work, count } = counting();
    await newReplica(work, there).runIfDue();
    expect(count()).toBe(1);
    taken.open();
    await lost;
    const { runs } = await losing.report(10);
    expect(runs.map(({ finishedAt }) => finishedAt !== null).sort()).toEqual([false, true]);
  });
});
