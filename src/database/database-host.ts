import { join } from 'node:path';
import { Client, type PoolConfig } from 'pg';
import type { Env } from '../config/env';
import { EmbeddedPostgres } from './embedded-postgres';
import { applyMigrations, readMigrations } from './migrations';
import { poolConfig } from './pool-config';

const MIGRATIONS_FOLDER = join(__dirname, '../../prisma/migrations');

/** A database that is there to be connected to, for as long as it is not stopped. */
export interface DatabaseHost {
  /** Stops the embedded database. One on a server goes on. */
  stop(): Promise<void>;
}

/**
 * Brings the database of the settings to where processes can use it: starts the embedded one, where no other is named,
 * and migrates. `onCrash` is called when the embedded one dies without being told to stop, `onThread` when what is left
 * to wait for is done by another thread.
 */
export async function hostDatabase(
  env: Env,
  onCrash: (error: Error) => void,
  onThread?: () => void,
): Promise<DatabaseHost> {
  const { DATABASE_URL: url, DATA_DIR: dataDir, DATABASE_STATEMENT_TIMEOUT_MS: timeoutMs } = env;
  const embedded = url === null ? await EmbeddedPostgres.start(dataDir, timeoutMs, onCrash, onThread) : null;
  try {
    await migrate(poolConfig(env));
  } catch (error) {
    await embedded?.stop();
    throw error;
  }
  return { stop: () => embedded?.stop() ?? Promise.resolve() };
}

/** On a connection of its own, which waits as long as a migration takes. */
async function migrate(config: PoolConfig): Promise<void> {
  const migrations = await readMigrations(MIGRATIONS_FOLDER);
  const client = new Client(config);
  await client.connect();
  try {
    await applyMigrations(client, migrations);
  } finally {
    await client.end();
  }
}
