// SQL: one upsert counts, or refuses, by the database's clock and under a lock on the row, for all replicas.
import { Injectable } from '@nestjs/common';
import { PrismaService } from '../database/prisma.service';
import { sql, type Sql } from '../database/sql';

/** Whether the minute of a row runs. One that begins later was made while the clock was ahead. */
const IS_RUNNING: Sql = sql`w.begun_at > clock_timestamp() - interval '1 minute' AND w.begun_at <= clock_timestamp()`;

/** Counts the writes to namespaces within a minute of the first one, by all processes. */
@Injectable()
export class AgentWritesRepository {
  constructor(private readonly prisma: PrismaService) {}

  /** Counts so many, or none if that would be more than `limit`; 0, or the seconds until the minute is over. */
  async count(namespace: string, count: number, limit: number): Promise<number> {
    const counted = await this.prisma.execute(sql`
      INSERT INTO agent_writes AS w (namespace, begun_at, writes)
      VALUES (${namespace}, clock_timestamp(), ${count}::integer)
      ON CONFLICT (namespace) DO UPDATE SET
        begun_at = CASE WHEN ${IS_RUNNING} THEN w.begun_at ELSE clock_timestamp() END,
        writes = CASE WHEN ${IS_RUNNING} THEN w.writes + excluded.writes ELSE excluded.writes END
      WHERE NOT (${IS_RUNNING}) OR w.writes + excluded.writes <= ${limit}::integer`);
    return counted > 0 ? 0 : Math.max(1, (await this.find(namespace)).secondsLeft);
  }

  /** Zeros where no minute runs. */
  async find(namespace: string): Promise<{ writes: number; secondsLeft: number }> {
    const [row] = await this.prisma.query<{ writes: number; secondsLeft: number }>(sql`
      SELECT w.writes, ceil(60 - extract(epoch FROM clock_timestamp() - w.begun_at))::float8 AS "secondsLeft"
      FROM agent_writes w WHERE w.namespace = ${namespace} AND ${IS_RUNNING}`);
    return row ?? { writes: 0, secondsLeft: 0 };
  }
}
