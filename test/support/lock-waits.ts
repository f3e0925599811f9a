import type { PrismaService } from '../../src/database/prisma.service';
import { sql } from '../../src/database/sql';
import { eventually } from './eventually';

/** Until so many statements wait for locks in this database, which is one of a server. */
export async function lockWaits(database: PrismaService, count = 1): Promise<void> {
  const waiting = sql`
    SELECT 1 AS one FROM pg_stat_activity
    WHERE datname = current_database() AND wait_event_type = 'Lock'`;
  await eventually(
    async () => (await database.apart(() => database.query(waiting))).length,
    (found) => found >= count,
  );
}
