import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { Env } from '../src/config/env';
import { PrismaService } from '../src/database/prisma.service';
import { sql } from '../src/database/sql';
import { TEST_SECRET_KEY } from './support/database';
import { eventually } from './support/eventually';
import { ON_PREM } from './support/kind-of-run';
import { OwnPostgres } from './support/own-postgres';
import { TcpProxy } from './support/tcp-proxy';

const whyNot = ON_PREM ? 'the database is that of the service' : OwnPostgres.whyNot();
const describeServers = whyNot === null ? describe : describe.skip;

/** A statement waits 30 s for the server, and 5 s more for its answer; this is the time to find another primary. */
const GIVEN_UP_MS = 28_000;

/** A URL with the servers of both, and what else it says. */
function urlOf(servers: readonly { url: string }[], parameters = ''): string {
  const [first, ...others] = servers.map(({ url }) => new URL(url));
  if (first === undefined) throw new Error('No server');
  return first.href.replace(first.host, [first, ...others].map(({ host }) => host).join(',')) + parameters;
}

describeServers('DATABASE_URL with a primary and its standby', () => {
  let first: OwnPostgres;
  let second: OwnPostgres;
  let dataDir: string;
  const opened: PrismaService[] = [];

  const settings = (url: string) =>
    Object.assign(new Env(), { DATA_DIR: dataDir, DATABASE_URL: url, SERVICE_SECRET_KEY: TEST_SECRET_KEY });

  async function open(url: string): Promise<PrismaService> {
    const database = await PrismaService.open(settings(url), () => undefined);
    opened.push(database);
    return database;
  }

  const write = (database: PrismaService) =>
    database.execute(sql`INSERT INTO namespaces (name, created_at) VALUES (${`n${Math.random()}`}, now())`);

  const failureOf = (work: Promise<unknown>) => work.then(String, (error: Error) => error.message);

  beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'ams-'));
    first = await OwnPostgres.start();
    // The second is a standby of a database that is migrated already.
    await (await PrismaService.open(settings(first.url), () => undefined)).close();
    second = await first.standby();
  }, 120_000);

  afterAll(async () => {
    for (const database of opened) await database.close();
    await Promise.all([first.remove(), second.remove()]);
    await rm(dataDir, { recursive: true, force: true });
  });

  it.each(['', '?target_session_attrs=primary'])(
    'finds the primary wherever it is named %s',
    async (parameters) => {
      const database = await open(urlOf([second, first], parameters));
      await write(database);
      const lock = await database.lock('one');
      expect(await lock?.isHeld()).toBe(true);
      await lock?.release();
      const snapshot = await database.snapshot();
      expect(await snapshot.query(sql`SELECT pg_is_in_recovery() AS standby`)).toEqual([{ standby: false }]);
      await snapshot.close();
    },
  );

  it('does not use a standby that is named alone', async () => {
    expect(await failureOf(open(urlOf([second], '?target_session_attrs=primary')))).toBe(
      'the server is a standby',
    );
    expect(await failureOf(open(second.url))).toContain('read-only transaction');
  });

  it('does not use a primary whose transactions only read, and finds it when they write again', async () => {
    const admin = new Client({
      connectionString: first.url,
      options: '-c default_transaction_read_only=off',
    });
    await admin.connect();
    const before = await open(urlOf([first, second]));
    await write(before);
    await admin.query('ALTER DATABASE postgres SET default_transaction_read_only = on');
    expect(await failureOf(open(urlOf([first, second])))).toMatch(/the server is (read-only|a standby)/);
    await expect(before.query(sql`SELECT 1 AS one`)).resolves.toHaveLength(1);
    await admin.query('ALTER DATABASE postgres RESET default_transaction_read_only');
    await write(await open(urlOf([first, second])));
    await admin.end();
  });

  it('goes to the standby that took over', async () => {
    const database = await open(urlOf([first, second]));
    await write(database);
    await first.kill();
    await second.promote();
    await eventually(
      () => failureOf(write(database)),
      (outcome) => outcome === '1',
    );
  });

  it('leaves a primary that vanished, and its statements that wait, for the standby that took over', async () => {
    const third = await second.standby();
    const proxy = await TcpProxy.before(second.url);
    const database = await open(urlOf([{ url: proxy.urlOf(second.url) }, third]));
    await Promise.all([write(database), write(database), write(database)]);
    proxy.hold();
    const began = performance.now();
    const waiting = [failureOf(write(database)), failureOf(write(database))];
    await third.promote();
    for (const outcome of await Promise.all(waiting)) expect(outcome).toContain('Query read timeout');
    expect(performance.now() - began).toBeLessThan(GIVEN_UP_MS);
    await expect(write(database)).resolves.toBe(1);
    proxy.heal();
    await eventually(
      async () => proxy.connections,
      (count) => count === 0,
    );
    await proxy.close();
    await third.remove();
  }, 60_000);
});
