import { Logger } from '@nestjs/common';
import { openTestDatabase, type TestDatabase } from '../../test/support/database';
import { Env } from '../config/env';
import { sql } from '../database/sql';
import { RuntimeSettings } from './runtime-settings.service';
import { LockedSettings } from './setting-sources';
import { SettingsRepository } from './settings.repository';

let database: TestDatabase;
let repository: SettingsRepository;

beforeAll(async () => {
  database = await openTestDatabase();
  repository = new SettingsRepository(database.db);
});
afterAll(() => database.close());
beforeEach(async () => {
  await database.db.execute(sql`DELETE FROM settings`);
});

function newReplica(env: Partial<Env> = {}): Promise<RuntimeSettings> {
  return RuntimeSettings.load(Object.assign(new Env(), env), repository);
}

describe('the settings of a replica', () => {
  it('change at once where they are changed, and elsewhere once asked for fresh', async () => {
    const [one, other] = [await newReplica(), await newReplica()];

    await one.change({ 'recall.limit': 7, 'session.auto_renew_enabled': false, 'schedule.cron': '@daily' });

    expect(one.get('recall.limit')).toBe(7);
    expect(other.get('recall.limit')).toBe(10);
    await other.fresh();
    expect(other.all()).toEqual(one.all());
    expect(other.get('session.auto_renew_enabled')).toBe(false);
    expect(other.get('schedule.cron')).toBe('@daily');
  });

  it('know by the version whether they are those in force', async () => {
    const settings = await newReplica();
    expect(settings.isAt('0')).toBe(true);

    await repository.save({ 'recall.limit': 7 });

    const { version } = await repository.load();
    expect(settings.isAt(version)).toBe(false);
    await settings.fresh();
    expect(settings.isAt(version)).toBe(true);
  });

  it('are there from the start on', async () => {
    await repository.save({ 'recall.limit': 7 });
    expect((await newReplica()).get('recall.limit')).toBe(7);
  });

  it('fall back on the next source when a stored value is taken away', async () => {
    const settings = await newReplica();
    await settings.change({ 'recall.limit': 7 });

    await settings.change({ 'recall.limit': null });

    expect(settings.all()['recall.limit']).toEqual({ value: 10, source: 'default' });
  });

  it('are all refused when the environment fixes one of them', async () => {
    const settings = await newReplica({ RECALL_LIMIT: 3 });
    const change = settings.change({ 'session.auto_renew_enabled': false, 'recall.limit': 7 });

    await expect(change).rejects.toThrow(new LockedSettings(['recall.limit']));
    expect(await repository.load()).toMatchObject({ version: '0', values: {} });
  });

  it('leave out what was stored by a version with other rules, and say so once', async () => {
    const warn = jest.spyOn(Logger.prototype, 'warn').mockImplementation();
    await database.db.execute(sql`
      INSERT INTO settings (key, value) VALUES ('recall.limit', '1000'), ('recall.depth', '3'), ('schedule.enabled', 'false')`);
    const settings = await newReplica();
    expect(settings.all()['recall.limit']).toEqual({ value: 10, source: 'default' });
    expect(settings.get('schedule.enabled')).toBe(false);
    await settings.fresh();
    expect(warn.mock.calls).toEqual([[expect.stringMatching(/ignored: recall\.limit, recall\.depth$/)]]);
    warn.mockRestore();
  });
});

describe('writers at the same time', () => {
  it('leave the settings of the last one, under the greatest version', async () => {
    const limits = Array.from({ length: 20 }, (_, i) => i + 1);
    const seen = new Map<string, unknown>();
    await Promise.all(
      limits.map(async (limit) => {
        await repository.save({ 'recall.limit': limit, 'activity.retention_days': limit });
        const { version, values } = await repository.load();
        expect(values['activity.retention_days']).toBe(values['recall.limit']);
        expect(seen.get(version) ?? values).toEqual(values);
        seen.set(version, values);
      }),
    );
    const settings = await newReplica();
    expect(limits).toContain(settings.get('recall.limit'));
    expect(settings.isAt((await repository.load()).version)).toBe(true);
  });
});
