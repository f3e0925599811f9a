import { newTestStore, type TestStore } from '../../test/support/database';
import { eventually } from '../../test/support/eventually';
import { TcpProxy } from '../../test/support/tcp-proxy';
import { PrismaService } from './prisma.service';
import { sql } from './sql';
import { isDatabaseUnavailable, isWorthRepeating } from './database-errors';

const onServer = process.env.TEST_DATABASE_URL ? describe : describe.skip;

/** Of a statement; the answer is waited for 5 s longer. */
const STATEMENT_MS = 100;

onServer('a server that does not answer for a while', () => {
  let store: TestStore;
  let proxy: TcpProxy;
  let db: PrismaService;

  beforeAll(async () => {
    store = await newTestStore();
    const url = store.env.DATABASE_URL ?? '';
    proxy = await TcpProxy.before(url);
    const env = {
      DATABASE_URL: proxy.urlOf(url),
      DATABASE_POOL_SIZE: 2,
      DATABASE_STATEMENT_TIMEOUT_MS: STATEMENT_MS,
    };
    db = await PrismaService.open(Object.assign(store.env, env), () => undefined);
  });

  afterAll(async () => {
    await db.close();
    await proxy.close();
    await store.remove();
  });

  const add = (name: string) =>
    db.execute(sql`INSERT INTO namespaces (name, created_at) VALUES (${name}, now())`);
  const names = async () =>
    (await db.query<{ name: string }>(sql`SELECT name FROM namespaces ORDER BY name`)).map(
      ({ name }) => name,
    );

  it('fails a statement that it does not answer, and serves the next by another connection', async () => {
    await db.ping();
    proxy.hold();
    const failure: unknown = await db.ping().then(
      () => null,
      (error: unknown) => error,
    );
    expect(failure).toMatchObject({ message: 'Query read timeout' });
    expect([isDatabaseUnavailable(failure), isWorthRepeating(failure)]).toEqual([true, true]);
    proxy.heal();
    await expect(db.ping()).resolves.toBeUndefined();
  });

  it('fails a lock by name, which takes a connection of its own, as unavailable', async () => {
    proxy.hold();
    const failure: unknown = await db.lock('unanswered').then(
      () => null,
      (error: unknown) => error,
    );
    proxy.heal();
    expect([isDatabaseUnavailable(failure), isWorthRepeating(failure)]).toEqual([true, true]);
  });

  it('leaves no connection behind on which a transaction is open', async () => {
    const failures = Array.from({ length: 2 }, (_, i) =>
      db
        .transaction(async () => {
          await add(`lost ${i}`);
          proxy.hold();
          await add(`late ${i}`);
        })
        .then(
          () => null,
          (error: unknown) => error,
        ),
    );
    for (const failure of failures) expect(isWorthRepeating(await failure)).toBe(true);
    // The roll-backs are not answered either.
    await eventually(
      async () => db.connections,
      ({ total, idle }) => idle === total,
    );
    proxy.heal();
    // Were one of them part of an open transaction, others would not see it, and it would go with the connection.
    for (let i = 0; i < 4; i++) await add(`kept ${i}`);
    proxy.cut();
    const found = await eventually(
      () => names().catch(() => null),
      (rows) => rows !== null,
    );
    expect(found).toEqual(['kept 0', 'kept 1', 'kept 2', 'kept 3']);
    expect(db.connections.total).toBeLessThanOrEqual(2);
  });
});
