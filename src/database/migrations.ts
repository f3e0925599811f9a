import { createHash, randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { ClientBase } from 'pg';
import { StartProblem } from '../common/start-problem';
import { PACKAGE } from '../config/package';

/** The key that `prisma migrate deploy` locks by, so that it and this runner exclude each other. */
const ADVISORY_LOCK_KEY = 72707369;

/** Waiting for a slow migration of another replica is no reason to give up. */
const BEGIN_LOCKED = `BEGIN; SET LOCAL statement_timeout = 0; SELECT pg_advisory_xact_lock(${ADVISORY_LOCK_KEY})`;

/** As Prisma creates it. */
const CREATE_TABLE = `
CREATE TABLE IF NOT EXISTS _prisma_migrations (
  id                  varchar(36) PRIMARY KEY NOT NULL,
  checksum            varchar(64) NOT NULL,
  finished_at         timestamptz,
  migration_name      varchar(255) NOT NULL,
  logs                text,
  rolled_back_at      timestamptz,
  started_at          timestamptz NOT NULL DEFAULT now(),
  applied_steps_count integer NOT NULL DEFAULT 0
)`;

export interface Migration {
  name: string;
  sql: string;
  /** SHA-256 of the file in hex, as Prisma computes it. */
  checksum: string;
}

interface Recorded {
  migration_name: string;
  checksum: string;
  finished_at: Date | null;
}

/** The migrations of a folder in Prisma's format, in the order of their names. */
export async function readMigrations(folder: string): Promise<Migration[]> {
  const names = (await readdir(folder)).filter((name) => existsSync(join(folder, name, 'migration.sql')));
  return Promise.all(
    names.sort().map(async (name) => {
      const bytes = await readFile(join(folder, name, 'migration.sql'));
      return { name, sql: bytes.toString(), checksum: createHash('sha256').update(bytes).digest('hex') };
    }),
  );
}

/**
 * Applies what is missing, each migration in a transaction with its record; the names applied. Replicas wait for each
 * other. Throws, changing nothing, when an applied migration differs from its file or was left failed, or when the
 * database is newer than this service.
 */
export async function applyMigrations(
  client: ClientBase,
  migrations: Migration[],
  version: string = PACKAGE.version,
): Promise<string[]> {
  const applied: string[] = [];
  for (;;) {
    const next = await locked(client, () => applyNext(client, migrations, version));
    if (next === null) return applied;
    applied.push(next);
  }
}

/** For a service that may not migrate. Throws, changing nothing, when a migration is missing or would be refused. */
export async function checkMigrations(
  client: ClientBase,
  migrations: Migration[],
  version: string = PACKAGE.version,
): Promise<void> {
  const table = await client.query(`SELECT 1 WHERE to_regclass('_prisma_migrations') IS NOT NULL`);
  const recorded = table.rows.length === 0 ? [] : await recordedMigrations(client);
  await refuseNewer(client, migrations, recorded, version);
  const [next] = missingMigrations(migrations, recorded);
  if (next === undefined) return;
  throw new StartProblem(
    `The database lacks migration ${next.name}, and MIGRATE_ON_START is false: run "npm run migrate", or in the image ` +
      '"node dist/migrate-run.js", and start again',
  );
}

/**
 * Runs `work` in a transaction that no other replica runs at the same time. The lock is that of a transaction, and not
 * of a session, which a pooler such as PgBouncer would give to other clients.
 */
async function locked<T>(client: ClientBase, work: () => Promise<T>): Promise<T> {
  try {
    await client.query(BEGIN_LOCKED);
    const result = await work();
    await client.query('COMMIT');
    return result;
  } catch (error) {
    await client.query('ROLLBACK').catch(() => undefined);
    throw error;
  }
}

/** Applies the first missing migration; its name. Null when none is missing. */
async function applyNext(
  client: ClientBase,
  migrations: Migration[],
  version: string,
): Promise<string | null> {
  await client.query(CREATE_TABLE);
  const recorded = await recordedMigrations(client);
  await refuseNewer(client, migrations, recorded, version);
  const [next] = missingMigrations(migrations, recorded);
  if (next === undefined) {
    await recordVersion(client, migrations, version);
    return null;
  }
  await applyOne(client, next);
  return next.name;
}

async function recordedMigrations(client: ClientBase): Promise<Recorded[]> {
  const { rows } = await client.query<Recorded>(
    'SELECT migration_name, checksum, finished_at FROM _prisma_migrations WHERE rolled_back_at IS NULL',
  );
  return rows;
}

/** An older service cannot use the tables of a newer one. */
async function refuseNewer(
  client: ClientBase,
  migrations: Migration[],
  recorded: Recorded[],
  version: string,
): Promise<void> {
  const known = new Set(migrations.map(({ name }) => name));
  const newest = recorded
    .map((each) => each.migration_name)
    .filter((name) => !known.has(name))
    .sort()
    .at(-1);
  if (newest === undefined) return;
  const needed = await versionOf(client, newest);
  throw new StartProblem(
    `The database is newer than this service, version ${version}: ${needed ?? 'a newer version'} applied migration ` +
      `${newest}; start ${needed ?? 'that version'} or newer, or restore a backup made before`,
  );
}

/** Null where only another tool, such as `prisma migrate deploy`, has applied the migration so far. */
async function versionOf(client: ClientBase, migration: string): Promise<string | null> {
  const table = await client.query(`SELECT 1 WHERE to_regclass('migration_versions') IS NOT NULL`);
  if (table.rows.length === 0) return null;
  const { rows } = await client.query<{ service_version: string }>(
    'SELECT service_version FROM migration_versions WHERE migration_name = $1',
    [migration],
  );
  return rows[0] ? `version ${rows[0].service_version}` : null;
}

/** Every start does this, so that migrations that another tool applied get their version too. */
async function recordVersion(client: ClientBase, migrations: Migration[], version: string): Promise<void> {
  await client.query(
    `INSERT INTO migration_versions (migration_name, service_version)
     SELECT name, $2 FROM unnest($1::text[]) AS name ON CONFLICT DO NOTHING`,
    [migrations.map(({ name }) => name), version],
  );
}

function missingMigrations(migrations: Migration[], recorded: Recorded[]): Migration[] {
  const byName = new Map(recorded.map((each) => [each.migration_name, each]));
  return migrations.filter((migration) => {
    const record = byName.get(migration.name);
    if (!record) return true;
    if (record.finished_at === null) {
      throw new Error(
        `Migration ${migration.name} was left failed: resolve it with "prisma migrate resolve"`,
      );
    }
    if (record.checksum !== migration.checksum) {
      throw new Error(`Migration ${migration.name} was changed after it had been applied`);
    }
    return false;
  });
}

async function applyOne(client: ClientBase, migration: Migration): Promise<void> {
  try {
    await client.query(migration.sql);
    await client.query(
      `INSERT INTO _prisma_migrations (id, checksum, migration_name, finished_at, applied_steps_count)
       VALUES ($1, $2, $3, clock_timestamp(), 1)`,
      [randomUUID(), migration.checksum, migration.name],
    );
  } catch (error) {
    throw new Error(`Migration ${migration.name} failed: ${(error as Error).message}`, { cause: error });
  }
}
