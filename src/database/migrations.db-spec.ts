import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { Client } from 'pg';
import {
  newTestStore,
  openTestDatabase,
  type TestDatabase,
  type TestStore,
} from '../../test/support/database';
import { PrismaService } from './prisma.service';
import { sql } from './sql';
import { EmbeddedPostgres } from './embedded-postgres';
import { applyMigrations, checkMigrations, readMigrations, type Migration } from './migrations';
import { poolConfig } from './pool';

const FOLDER = join(__dirname, '../../prisma/migrations');

function migration(name: string, text: string): Migration {
  return { name, sql: text, checksum: createHash('sha256').update(text).digest('hex') };
}

describe('the migration runner', () => {
  let store: TestStore;
  let embedded: EmbeddedPostgres | null = null;
  let client: Client;
  let shipped: Migration[];
  const first = migration('30000101000000_a', 'CREATE TABLE spec_order (a int)');
  const second = migration('30000101000001_b', 'ALTER TABLE spec_order ADD COLUMN b int');
  const mended = migration('30000102000000_broken', 'CREATE TABLE spec_mended (a int)');

  beforeAll(async () => {
    store = await newTestStore();
    shipped = await readMigrations(FOLDER);
    if (store.env.DATABASE_URL === null) {
      embedded = await EmbeddedPostgres.start(
        { dataDir: store.env.DATA_DIR, skipsDamagedPages: false },
        (error) => {
          throw error;
        },
      );
    }
    client = new Client(poolConfig(store.env));
    await client.connect();
    await applyMigrations(client, shipped);
  });

  afterAll(async () => {
    await client.end();
    await embedded?.stop();
    await store.remove();
  });

  const tables = async (name: string) =>
    (await client.query('SELECT 1 FROM pg_tables WHERE tablename = $1', [name])).rows.length;

  it('applies nothing twice', async () => {
    expect(await applyMigrations(client, shipped)).toEqual([]);
  });

  it('records what Prisma records: the SHA-256 of the file, one step, finished', async () => {
    const { rows } = await client.query('SELECT * FROM _prisma_migrations ORDER BY migration_name');
    expect(rows).toHaveLength(shipped.length);
    expect(rows[0]).toMatchObject({
      migration_name: shipped[0]?.name,
      checksum: shipped[0]?.checksum,
      applied_steps_count: 1,
      rolled_back_at: null,
      logs: null,
    });
    expect(rows[0].finished_at).toBeInstanceOf(Date);
  });

  it('applies what is missing, in order', async () => {
    expect(await applyMigrations(client, [...shipped, first, second])).toEqual([first.name, second.name]);
  });

  it('only checks, for a service that may not migrate, and names what is missing', async () => {
    const lacking = migration('30000101000009_lacking', 'CREATE TABLE spec_lacking (a int)');
    await expect(checkMigrations(client, [...shipped, first, second])).resolves.toBeUndefined();
    await expect(checkMigrations(client, [...shipped, first, second, lacking])).rejects.toThrow(
      `The database lacks migration ${lacking.name}`,
    );
    await expect(checkMigrations(client, [...shipped, first])).rejects.toThrow('newer than this service');
    expect(await tables('spec_lacking')).toBe(0);
  });

  it('refuses a migration that was changed after it had been applied', async () => {
    const changed = [...shipped, first, second].map((each) => ({ ...each, checksum: '0'.repeat(64) }));
    await expect(applyMigrations(client, changed)).rejects.toThrow('changed after it had been applied');
  });

  it('leaves nothing of a migration that fails half-way, and names it', async () => {
    const broken = migration('30000102000000_broken', 'CREATE TABLE spec_half (a int); SELECT 1/0;');
    await expect(applyMigrations(client, [...shipped, first, second, broken])).rejects.toThrow(broken.name);
    expect(await tables('spec_half')).toBe(0);
  });

  it('applies a mended migration after the failure', async () => {
    const all = [...shipped, first, second, mended];
    expect(await applyMigrations(client, all, '9.8.7')).toEqual([mended.name]);
  });

  it('refuses to start on what another tool left failed', async () => {
    const name = '30000103000000_left';
    await client.query(
      `INSERT INTO _prisma_migrations (id, checksum, migration_name) VALUES ('left', repeat('0', 64), $1)`,
      [name],
    );
    const all = [...shipped, first, second, mended, migration(name, 'SELECT 1')];
    await expect(applyMigrations(client, all)).rejects.toThrow('left failed');
    await client.query(`DELETE FROM _prisma_migrations WHERE id = 'left'`);
  });

  it('refuses a database that a newer version migrated, changes nothing, and names that version', async () => {
    const own = migration('30000101000002_own', 'CREATE TABLE spec_own (a int)');
    await expect(applyMigrations(client, [...shipped, own], '1.2.3')).rejects.toThrow(
      'The database is newer than this service, version 1.2.3: version 9.8.7 applied migration ' +
        `${mended.name}; start version 9.8.7 or newer, or restore a backup made before`,
    );
    expect(await tables('spec_own')).toBe(0);
  });

  it('refuses one that another tool migrated, until the newer version has started and is named', async () => {
    const newer = migration('30000104000000_newer', 'SELECT 1');
    await client.query(
      `INSERT INTO _prisma_migrations (id, checksum, migration_name, finished_at) VALUES ('tool', $1, $2, now())`,
      [newer.checksum, newer.name],
    );
    const known = [...shipped, first, second, mended];
    await expect(applyMigrations(client, known)).rejects.toThrow(
      `a newer version applied migration ${newer.name}; start that version or newer`,
    );
    expect(await applyMigrations(client, [...known, newer], '10.0.0')).toEqual([]);
    await expect(applyMigrations(client, known)).rejects.toThrow('start version 10.0.0 or newer');
  });
});

describe('the migrated database', () => {
  let test: TestDatabase;

  beforeAll(async () => {
    test = await openTestDatabase();
  });

  afterAll(() => test.close());

  it('has a key in each table, without which logical replication refuses deletions', async () => {
    const rows = await test.db.query<{ name: string }>(sql`
      SELECT c.relname AS name FROM pg_class c
      WHERE c.relkind = 'r' AND c.relnamespace = 'public'::regnamespace
        AND NOT EXISTS (SELECT FROM pg_index i WHERE i.indrelid = c.oid AND i.indisprimary)`);
    expect(rows).toEqual([]);
  });
});

const onServer = process.env.TEST_DATABASE_URL ? describe : describe.skip;

onServer('replicas that start at once on one PostgreSQL server', () => {
  it('apply every migration once', async () => {
    const store = await newTestStore();
    const fail = (error: Error) => {
      throw error;
    };
    const databases = await Promise.all([1, 2, 3, 4].map(() => PrismaService.open(store.env, fail)));
    const rows = await databases[0]!.query<{ count: number }>(
      sql`SELECT count(*)::float8 AS count FROM _prisma_migrations`,
    );
    expect(rows[0]?.count).toBe((await readMigrations(FOLDER)).length);
    await Promise.all(databases.map((database) => database.close()));
    await store.remove();
  });
});
