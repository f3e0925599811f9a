import { sql, type Database } from './database';

export interface TimeLimits {
  /** What waiting for a lock of others may take, in ms. */
  lockMs: number;
  /** What one statement may take, in ms. */
  statementMs: number;
}

/**
 * Runs `work` in a transaction of its own that gives up, and throws, rather than wait: for what must not keep a
 * connection from those who serve requests. The embedded database has one session, so that nothing in it ever
 * waits for a lock, and it keeps no time.
 */
export function brieflyInTransaction<T>(
  database: Database,
  limits: TimeLimits,
  work: () => Promise<T>,
): Promise<T> {
  const [lock, statement] = [`${limits.lockMs}ms`, `${limits.statementMs}ms`];
  return database.apart(() =>
    database.transaction(async () => {
      await database.query(sql`
        SELECT set_config('lock_timeout', ${lock}, true) AS lock_limit,
               set_config('statement_timeout', ${statement}, true) AS statement_limit`);
      return work();
    }),
  );
}
