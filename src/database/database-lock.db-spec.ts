import { newTestStore, type TestStore } from '../../test/support/database';
import { eventually } from '../../test/support/eventually';
import { PrismaService } from './prisma.service';
import { sql } from './sql';
import type { DatabaseLock } from './database-lock';

const onServer = process.env.TEST_DATABASE_URL ? describe : describe.skip;

const open = (store: TestStore) =>
  PrismaService.open(store.env, (error) => {
    throw error;
  });

async function taken(db: PrismaService, name: string): Promise<DatabaseLock> {
  const lock = await db.lock(name);
  if (lock === null) throw new Error(`${name} is taken`);
  return lock;
}

describe('a lock by name', () => {
  let store: TestStore;
  let db: PrismaService;

  beforeAll(async () => {
    store = await newTestStore();
    db = await open(store);
  });

  afterAll(async () => {
    await db.close();
    await store.remove();
  });

  it('is held by one at a time, until it is released', async () => {
    const lock = await taken(db, 'one');
    expect(await lock.isHeld()).toBe(true);
    expect(await db.lock('one')).toBeNull();
    await lock.release();
    expect(await lock.isHeld()).toBe(false);
    await (await taken(db, 'one')).release();
  });

  it('has nothing to do with other names', async () => {
    const locks = [await taken(db, 'a'), await taken(db, 'b')];
    for (const lock of locks) expect(await lock.isHeld()).toBe(true);
    await Promise.all(locks.map((lock) => lock.release()));
  });

  it('is given to one of many who ask at once', async () => {
    const asked = await Promise.all(Array.from({ length: 5 }, () => db.lock('many')));
    const given = asked.filter((lock) => lock !== null);
    expect(given).toHaveLength(1);
    await given[0]?.release();
  });

  it('is not taken from the next holder by releasing it again', async () => {
    const first = await taken(db, 'twice');
    await first.release();
    const second = await taken(db, 'twice');
    await first.release();
    expect(await second.isHeld()).toBe(true);
    expect(await db.lock('twice')).toBeNull();
    await second.release();
  });
});

onServer('a lock by name, of several processes on a server', () => {
  let store: TestStore;
  let here: PrismaService;
  let there: PrismaService;

  beforeAll(async () => {
    store = await newTestStore();
    [here, there] = [await open(store), await open(store)];
  });

  afterAll(async () => {
    await Promise.all([here.close(), there.close()]);
    await store.remove();
  });

  it('is held by one of them at a time', async () => {
    const lock = await taken(here, 'shared');
    expect(await there.lock('shared')).toBeNull();
    await lock.release();
    const other = await taken(there, 'shared');
    expect(await here.lock('shared')).toBeNull();
    await other.release();
  });

  /** Ends the connections that hold locks, as an administrator or a failing network does. */
  const killHolders = () =>
    there.query(sql`
      SELECT pg_terminate_backend(l.pid) FROM pg_locks l
      WHERE l.locktype = 'advisory'
        AND l.database = (SELECT d.oid FROM pg_database d WHERE d.datname = current_database())`);

  it('is free for the others, and known to be lost, when its connection is killed', async () => {
    const lock = await taken(here, 'killed');
    await killHolders();
    const other = await eventually(
      () => there.lock('killed'),
      (found) => found !== null,
    );
    expect(await lock.isHeld()).toBe(false);
    expect(await other?.isHeld()).toBe(true);
    await other?.release();
  });

  it('holds back neither vacuum nor the change feed', async () => {
    const lock = await taken(here, 'idle');
    const rows = await there.query<{ state: string; holds: boolean }>(sql`
      SELECT a.state, a.backend_xid IS NOT NULL OR a.backend_xmin IS NOT NULL AS holds
      FROM pg_stat_activity a JOIN pg_locks l ON l.pid = a.pid AND l.locktype = 'advisory'
      WHERE a.datname = current_database()`);
    expect(rows).toEqual([{ state: 'idle in transaction', holds: false }]);
    await lock.release();
  });

  it('leaves no connection behind when it is taken already', async () => {
    const lock = await taken(here, 'counted');
    await Promise.all(Array.from({ length: 5 }, () => there.lock('counted')));
    const rows = await there.query<{ holders: number }>(sql`
      SELECT count(*)::float8 AS holders FROM pg_stat_activity a
      WHERE a.datname = current_database() AND a.query LIKE '%pg_try_advisory_xact_lock%'
        AND a.pid <> pg_backend_pid()`);
    expect(rows[0]?.holders).toBe(1);
    await lock.release();
  });
});
