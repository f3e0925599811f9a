import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { StartProblem } from '../common/start-problem';
import type { Env } from '../config/env';
import { DatabaseClient } from './database-client';
import { EmbeddedPostgres } from './embedded-postgres';
import { applyMigrations, checkMigrations, readMigrations } from './migrations';
import { poolConfig } from './pool';

const MIGRATIONS_FOLDER = join(__dirname, '../../prisma/migrations');

/** A database that accepts connections until it is stopped. */
export interface DatabaseHost {
  /** The names of the migrations that this start applied. */
  applied: string[];
  /** Stops the embedded database. A database server is left alone. */
  stop(): Promise<void>;
}

/**
 * Starts the embedded database if the settings name no other, and migrates, or checks that this is done. `onCrash` is called when the embedded
 * database ends unexpectedly, `onThread` when its thread runs.
 */
export async function hostDatabase(
  env: Env,
  onCrash: (error: Error) => void,
  onThread?: () => void,
): Promise<DatabaseHost> {
  const embedded =
    env.DATABASE_URL === null
      ? await EmbeddedPostgres.start(
          { dataDir: env.DATA_DIR, skipsDamagedPages: env.EMBEDDED_SKIP_DAMAGED_PAGES },
          onCrash,
          onThread,
        )
      : null;
  try {
    const applied = await migrate(env);
    return { applied, stop: () => embedded?.stop() ?? Promise.resolve() };
  } catch (error) {
    await embedded?.stop();
    throw error;
  }
}

/** Uses a separate connection, because a migration may take longer than a statement may. */
async function migrate(env: Env): Promise<string[]> {
  const migrations = await readMigrations(MIGRATIONS_FOLDER);
  const client = new DatabaseClient(poolConfig(env));
  await client.connect();
  try {
    if (env.DATABASE_URL !== null) await checkTimeZone(client);
    if (env.MIGRATE_ON_START) return await applyMigrations(client, migrations);
    await checkMigrations(client, migrations);
    return [];
  } finally {
    await client.end();
  }
}

/** The pool asks for UTC. A pooler such as PgBouncer may ignore that, and then all times would be wrong. */
async function checkTimeZone(client: DatabaseClient): Promise<void> {
  const { rows } = await client.query<{ TimeZone: string }>('SHOW TimeZone');
  const zone = rows[0]?.TimeZone ?? '';
  if (/^(Etc\/)?UTC$/.test(zone)) return;
  throw new StartProblem(
    `The time zone of connections to DATABASE_URL is ${zone}, but the service needs UTC. Run ` +
      "ALTER ROLE <role> SET timezone = 'UTC' as that role, and restart the pooler in front of the database",
  );
}

/**
 * V8 optimises a function of the engine after this much work. The default is a quarter of it, which also optimises
 * functions that only the start needs and makes the start slower (`npm run bench -- start`).
 */
const LATER_OPTIMISATION = '--wasm-tiering-budget=8000000';

/** A database that starts while this process does other work. */
export class DatabaseLaunch {
  private constructor(
    /** Rejects if the database cannot start. */
    readonly hosted: Promise<DatabaseHost>,
  ) {}

  /** Resolves when the thread of the embedded database runs, so that a busy caller does not delay its start. */
  static begin(env: Env, onCrash: (error: Error) => void): Promise<DatabaseLaunch> {
    setFlagsFromString(LATER_OPTIMISATION);
    return new Promise((resolve) => {
      const begun = (): void => resolve(new DatabaseLaunch(hosted));
      const hosted: Promise<DatabaseHost> = hostDatabase(env, onCrash, begun);
      // Users of `hosted` receive the failure.
      hosted.then(begun, begun);
    });
  }
}

/** Ends the process when its embedded database has failed, so that a supervisor restarts it. */
export function endOfDatabase(error: Error): never {
  process.stderr.write(`The embedded database failed: ${error.message}\n`);
  process.exit(1);
}
