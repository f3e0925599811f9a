import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { newDatabaseStore, TEST_SECRET_KEY, type TestStore } from './support/database-store';
import { buildService, spawnService, type CompiledProgram } from './support/service-process';

const NOT_BY_ITSELF = { MIGRATE_ON_START: 'false' };

describe('a rollout that migrates before', () => {
  let empty: string;
  let migrated: TestStore;

  beforeAll(async () => {
    buildService();
    empty = await mkdtemp(join(tmpdir(), 'ams-'));
    migrated = await newDatabaseStore();
  });
  afterAll(async () => {
    await rm(empty, { recursive: true });
    await migrated.remove();
  });

  const run = async (settings: object, program: CompiledProgram) => {
    const command = spawnService(
      { SERVICE_SECRET_KEY: TEST_SECRET_KEY, ...settings },
      NOT_BY_ITSELF,
      program,
    );
    return { code: await command.ended, printed: command.printed() };
  };

  it('starts no service on a database that lacks a migration', async () => {
    const { code, printed } = await run({ DATA_DIR: empty, PORT: 0 }, 'main');
    expect(code).toBe(1);
    expect(printed).toMatch(
      /^The service did not start: The database lacks migration \d+_init, and MIGRATE_ON_START is false: run "npm run migrate".*\n$/,
    );
  });

  it('migrates by the command, which says what it did', async () => {
    const { code, printed } = await run({ DATA_DIR: empty }, 'migrate-run');
    expect(code).toBe(0);
    expect(printed).toMatch(/^Migrations applied \(\d\d+\): \d+_init, \d+_/);
    const again = await run({ DATA_DIR: empty }, 'migrate-run');
    expect(again).toEqual({ code: 0, printed: 'The database has all migrations\n' });
  });

  it.each([
    ['this database', () => ({ DATA_DIR: empty })],
    ['one that a service migrated when it started', () => migrated.env],
  ])('starts a service on %s then', async (_, settings) => {
    const service = spawnService(
      { SERVICE_SECRET_KEY: TEST_SECRET_KEY, ...settings(), PORT: 0 },
      NOT_BY_ITSELF,
    );
    await expect(service.listening).resolves.toMatch(/^http:/);
    expect(await service.terminate()).toBe(0);
  });

  it('says why the command did not run', async () => {
    const url = 'postgresql://nobody:x@127.0.0.1:1/none';
    const { code, printed } = await run({ DATABASE_URL: url }, 'migrate-run');
    expect(code).toBe(1);
    expect(printed).toMatch(/^The migrations did not run: The database of DATABASE_URL cannot be reached/);
  });
});
