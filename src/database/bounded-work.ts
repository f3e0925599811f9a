// SQL: the time limits of a transaction, and a condition by the database's clock.
import type { PrismaService } from './prisma.service';
import { sql, type Sql } from './sql';

export interface TimeLimits {
  /** The longest wait for a lock, in ms. */
  lockMs: number;
  /** The longest time of one statement, in ms. */
  statementMs: number;
}

/**
 * Runs `work` in a separate transaction that throws when a limit passes, so that it does not keep a connection from
 * requests. The embedded database ignores the limits: its one session never waits for a lock.
 */
export function brieflyInTransaction<T>(
  database: PrismaService,
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

/** The result of one statement of a long piece of work. */
export interface Slice<Key> {
  /** The last key, after which the next slice starts; null when nothing is left. */
  last: Key | null;
  /** Changed rows. */
  touched: number;
}

/** Runs a statement that deletes or changes a slice of a table, and says which. */
export async function sliceBy<Key>(database: PrismaService, statement: Sql): Promise<Slice<Key>> {
  const [row] = await database.query<Slice<Key>>(statement);
  return row ?? { last: null, touched: 0 };
}

/** Runs a change of rows and updates the counts in the same transaction; the number of changed rows. */
export type CountedChange = (change: () => Promise<number>) => Promise<number>;

/** The same for rows that were found; one that changes nothing returns their number. */
export type Counted = (change: () => Promise<number>, found: number) => Promise<number>;

export const uncounted: CountedChange = (change) => change();

/** Processes a table in short statements, so that none blocks others for long; the number of changed rows. */
export async function inSlices<Key>(first: Key, slice: (after: Key) => Promise<Slice<Key>>): Promise<number> {
  let touched = 0;
  let after: Key | null = first;
  while (after !== null) {
    const done: Slice<Key> = await slice(after);
    touched += done.touched;
    after = done.last;
  }
  return touched;
}

/**
 * Whether a hold until this time is valid; false for null. One that ends later than twice `longestMs` from now was
 * made while the clock was ahead. Not `now()`, since a statement may wait for a row with a later hold.
 */
export function isHeldUntil(end: Sql, longestMs: number): Sql {
  return sql`COALESCE(${end} > clock_timestamp()
    AND ${end} <= clock_timestamp() + 2 * ${longestMs}::float8 * interval '1 millisecond', false)`;
}
