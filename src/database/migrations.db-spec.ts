import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { Client } from 'pg';
import { newTestStore, type TestStore } from '../../test/support/database';
import { Database, sql } from './database';
import { EmbeddedPostgres } from './embedded-postgres';
import { applyMigrations, readMigrations, type Migration } from './migrations';
import { poolConfig } from './pool-config';

const FOLDER = join(__dirname, '../../prisma/migrations');

function migration(name: string, text: string): Migration {
  return { name, sql: text, checksum: createHash('sha256').update(text).digest('hex') };
}

describe('the migration runner', () => {
  let store: TestStore;
  let embedded: EmbeddedPostgres | null = null;
  let client: Client;
  let shipped: Migration[];

  beforeAll(async () => {
    store = await newTestStore();
    shipped = await readMigrations(FOLDER);
    if (store.env.DATABASE_URL === null) {
      embedded = await EmbeddedPostgres.start(store.env.DATA_DIR, 30_000, (error) => {
        throw error;
      });
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
    const first = migration('30000101000000_a', 'CREATE TABLE spec_order (a int)');
    const second = migration('30000101000001_b', 'ALTER TABLE spec_order ADD COLUMN b int');
    expect(await applyMigrations(client, [...shipped, first, second])).toEqual([first.name, second.name]);
  });

  it('refuses a migration that was changed after it had been applied', async () => {
    const changed = shipped.map((each) => ({ ...each, checksum: '0'.repeat(64) }));
    await expect(applyMigrations(client, changed)).rejects.toThrow('changed after it had been applied');
  });

  it('leaves nothing of a migration that fails half-way, and names it', async () => {
    const broken = migration('30000102000000_broken', 'CREATE TABLE spec_half (a int); SELECT 1/0;');
    await expect(applyMigrations(client, [...shipped, broken])).rejects.toThrow(broken.name);
    expect(await tables('spec_half')).toBe(0);
  });

  it('applies a mended migration after the failure', async () => {
    const mended = migration('30000102000000_broken', 'CREATE TABLE spec_mended (a int)');
    expect(await applyMigrations(client, [...shipped, mended])).toEqual([mended.name]);
  });

  it('refuses to start on what another tool left failed', async () => {
    const name = '30000103000000_left';
    await client.query(
      `INSERT INTO _prisma_migrations (id, checksum, migration_name) VALUES ('left', repeat('0', 64), $1)`,
      [name],
    );
    await expect(applyMigrations(client, [...shipped, migration(name, 'SELECT 1')])).rejects.toThrow(
      'left failed',
    );
    await client.query(`DELETE FROM _prisma_migrations WHERE id = 'left'`);
  });

  it('leaves migrations alone that only a newer replica knows', async () => {
    expect(await applyMigrations(client, shipped)).toEqual([]);
  });
});

const onServer = process.env.TEST_DATABASE_URL ? describe : describe.skip;

onServer('replicas that start at once on one PostgreSQL server', () => {
  it('apply every migration once', async () => {
    const store = await newTestStore();
    const fail = (error: Error) => {
      throw error;
    };
    const databases = await Promise.all([1, 2, 3, 4].map(() => Database.open(store.env, fail)));
    const rows = await databases[0]!.query<{ count: number }>(
      sql`SELECT count(*)::float8 AS count FROM _prisma_migrations`,
    );
    expect(rows[0]?.count).toBe((await readMigrations(FOLDER)).length);
    await Promise.all(databases.map((database) => database.close()));
    await store.remove();
  });
});
