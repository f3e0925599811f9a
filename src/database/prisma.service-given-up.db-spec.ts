import { newTestStore, type TestStore } from '../../test/support/database';
import { PrismaService } from './prisma.service';
import { sql } from './sql';
import { errorCode, isDatabaseUnavailable, isWorthRepeating } from './database-errors';

const onServer = process.env.TEST_DATABASE_URL ? describe : describe.skip;

const STATEMENT_MS = 2_000;

onServer('a statement that the server gives up', () => {
  let store: TestStore;
  let db: PrismaService;

  beforeAll(async () => {
    store = await newTestStore({ DATABASE_STATEMENT_TIMEOUT_MS: STATEMENT_MS });
    db = await PrismaService.open(store.env, () => undefined);
    await add('a');
    await add('b');
  });

  afterAll(async () => {
    await db.close();
    await store.remove();
  });

  const add = (name: string) =>
    db.execute(sql`INSERT INTO namespaces (name, created_at) VALUES (${name}, now())`);
  const touch = (name: string) =>
    db.execute(sql`UPDATE namespaces SET created_at = now() WHERE name = ${name}`);
  const failureOf = (work: Promise<unknown>) =>
    work.then(
      () => null,
      (error: unknown) => error,
    );

  /** Two at the same place. */
  function meeting(): () => Promise<void> {
    let arrived = 0;
    let open = (): void => undefined;
    const bothThere = new Promise<void>((resolve) => (open = resolve));
    return () => {
      if (++arrived === 2) open();
      return bothThere;
    };
  }

  it('because it takes too long may be repeated, and the next one is served', async () => {
    const sleep = () => db.query(sql`SELECT pg_sleep(60)::text AS slept`);
    for (const work of [sleep(), db.transaction(sleep)]) {
      const failure = await failureOf(work);
      expect(errorCode(failure)).toBe('57014');
      expect([isWorthRepeating(failure), isDatabaseUnavailable(failure)]).toEqual([true, false]);
    }
    await expect(db.ping()).resolves.toBeUndefined();
  });

  it('because of a deadlock may be repeated', async () => {
    const meet = meeting();
    const both = [
      ['a', 'b'],
      ['b', 'a'],
    ].map(([first = '', second = '']) =>
      failureOf(
        db.transaction(async () => {
          await touch(first);
          await meet();
          await touch(second);
        }),
      ),
    );
    const [failure] = (await Promise.all(both)).filter((each) => each !== null);
    expect(errorCode(failure)).toBe('40P01');
    expect([isWorthRepeating(failure), isDatabaseUnavailable(failure)]).toEqual([true, false]);
  });

  it('because of what another transaction did may be repeated', async () => {
    const failure = await failureOf(
      db.transaction(async () => {
        await db.execute(sql`SET TRANSACTION ISOLATION LEVEL REPEATABLE READ`);
        await db.query(sql`SELECT n.name FROM namespaces n`);
        await db.apart(() => touch('a'));
        await touch('a');
      }),
    );
    expect(errorCode(failure)).toBe('40001');
    expect([isWorthRepeating(failure), isDatabaseUnavailable(failure)]).toEqual([true, false]);
  });
});
