import { sql, type Sql } from './database';

/**
 * Whether a hold that ends at this time, by the clock of the database, still keeps others away; false for null.
 * `longestMs`: what a hold is given at the most. One that ends later than twice that from now was given while the
 * clock was ahead, and counts for nothing; the double is for small corrections of the clock. The time is the one at
 * which the row is read: a statement that waited for the row is older than the hold it finds there.
 */
export function isHeldUntil(end: Sql, longestMs: number): Sql {
  return sql`COALESCE(${end} > clock_timestamp()
    AND ${end} <= clock_timestamp() + 2 * ${longestMs}::float8 * interval '1 millisecond', false)`;
}
