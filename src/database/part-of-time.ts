// SQL: the number of the part of a time in which something was, which Prisma cannot group by.
import { sql, type Sql } from './sql';

/** From 0 on; what is before or after counts in the part at that end. */
export function partOf(
  time: Sql,
  { since, until, buckets }: { since: Date; until: Date; buckets: number },
): Sql {
  const [start, end] = [since.getTime() / 1_000, Math.max(until.getTime(), since.getTime() + 1) / 1_000];
  const within = sql`LEAST(GREATEST(${time}, ${since}::timestamptz), ${until}::timestamptz)`;
  return sql`LEAST(width_bucket(extract(epoch FROM ${within})::float8, ${start}::float8, ${end}::float8, ${buckets}::int),
    ${buckets}::int) - 1`;
}
