import { openTestDatabase, type TestDatabase } from '../../test/support/database';
import { sql } from '../database/sql';
import { emptyTally } from './maintenance-run';
import { MaintenanceRunsRepository } from './maintenance-runs.repository';

const HOUR_MS = 3_600_000;
const NOW = new Date('2026-05-01T12:00:00.000Z');
const after = (hours: number) => new Date(NOW.getTime() + hours * HOUR_MS);

let database: TestDatabase;
let runs: MaintenanceRunsRepository;

beforeAll(async () => {
  database = await openTestDatabase();
  runs = new MaintenanceRunsRepository(database.db);
});

afterAll(() => database.close());

beforeEach(async () => {
  await database.db.execute(sql`DELETE FROM maintenance_runs`);
});

async function finished(at: Date): Promise<number> {
  const id = await runs.start('schedule', at);
  await runs.record(id, emptyTally(), at);
  return id;
}

describe('the history of runs', () => {
  it('is empty before the first start', async () => {
    expect(await runs.history(NOW)).toEqual({ lastStart: null, attempts: 0, lastAttempt: null });
  });

  it('counts from the first start', async () => {
    await runs.recordInstall(NOW);
    expect(await runs.history(NOW)).toEqual({ lastStart: NOW, attempts: 0, lastAttempt: null });
    expect(await runs.findRecent(10)).toEqual([]);
  });

  it('knows the last run that finished, and those since that did not', async () => {
    await runs.recordInstall(NOW);
    await runs.start('schedule', after(1));
    await finished(after(2));
    await runs.start('schedule', after(3));
    await runs.start('schedule', after(4));
    expect(await runs.history(after(9))).toEqual({ lastStart: after(2), attempts: 2, lastAttempt: after(4) });
  });

  it('leaves out runs of the future, made by a clock that was wrong', async () => {
    await finished(NOW);
    await finished(after(24));
    await runs.start('schedule', after(25));
    expect(await runs.history(after(1))).toEqual({ lastStart: NOW, attempts: 0, lastAttempt: null });
  });
});

describe('the record of runs', () => {
  it('shows the newest first, and what they did so far', async () => {
    const first = await finished(NOW);
    const second = await runs.start('command', after(1));
    const tally = {
      agents: 2,
      expired: 3_000_000_000,
      purged: 4,
      held: ['a'],
      errors: [{ task: 'sweep', agentId: 'b', error: 'no' }],
    };
    await runs.record(second, tally, null);
    expect(await runs.findRecent(10)).toEqual([
      { id: second, cause: 'command', startedAt: after(1), finishedAt: null, ...tally },
      { id: first, cause: 'schedule', startedAt: NOW, finishedAt: NOW, ...emptyTally() },
    ]);
    expect((await runs.findRecent(1)).map(({ id }) => id)).toEqual([second]);
  });

  it('is forgotten before a time, but for the last run that finished', async () => {
    await runs.recordInstall(after(-9));
    await finished(after(-8));
    await runs.start('schedule', after(-7));
    const last = await finished(after(-6));
    const current = await runs.start('schedule', after(-1));
    expect(await runs.prune(NOW)).toBe(3);
    expect((await runs.findRecent(10)).map(({ id }) => id)).toEqual([current, last]);
    expect(await runs.prune(NOW)).toBe(0);
  });
});
