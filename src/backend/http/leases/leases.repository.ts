// SQL: leases are taken by the database's clock, in one statement for several names.
import { isHeldUntil } from '../../../database/bounded-work';
import { PrismaService } from '../../../database/prisma.service';
import { sql, type Sql } from '../../../database/sql';

/** Names that one holder (a UUID) at a time has, until a moment by the clock of the database. */
export class LeasesRepository {
  constructor(private readonly database: PrismaService) {}

  /** Takes all of the names or none; false when somebody has one of them. */
  async take(holder: string, names: readonly string[], forMs: number): Promise<boolean> {
    const taken = await this.database.execute(sql`
      INSERT INTO leases (name, holder, until)
      SELECT n.name, ${holder}::uuid, now() + ${forMs}::float8 * interval '1 millisecond'
      FROM unnest(${names}::text[]) AS n (name)
      WHERE NOT EXISTS (
        SELECT FROM leases l WHERE l.name = ANY(${names}::text[]) AND ${isHeldUntil(sql`l.until`, forMs)}
      )
      ORDER BY n.name COLLATE "C"
      ON CONFLICT (name) DO UPDATE SET holder = excluded.holder, until = excluded.until
      WHERE NOT ${isHeldUntil(sql`leases.until`, forMs)}`);
    if (taken === names.length) return true;
    // Somebody came in between with some of them.
    if (taken > 0) await this.release(holder, names);
    return false;
  }

  /** Has them for so much longer; false when one of them is not the holder's any more. */
  async renew(holder: string, names: readonly string[], forMs: number): Promise<boolean> {
    const renewed = await this.database.execute(sql`
      UPDATE leases l SET until = now() + ${forMs}::float8 * interval '1 millisecond'
      FROM ${heldBy(holder, names)} WHERE l.name = mine.name`);
    return renewed === names.length;
  }

  async release(holder: string, names: readonly string[]): Promise<void> {
    await this.database.execute(sql`
      DELETE FROM leases l USING ${heldBy(holder, names)} WHERE l.name = mine.name`);
  }

  /** Deletes expired leases, and those that were taken while the clock was hours ahead. */
  async prune(): Promise<number> {
    return this.database.execute(sql`
      DELETE FROM leases l WHERE l.until NOT BETWEEN now() - interval '1 hour' AND now() + interval '1 hour'`);
  }
}

/** A table `mine` of the names that the holder has, locked in order. */
function heldBy(holder: string, names: readonly string[]): Sql {
  return sql`(
    SELECT h.name FROM leases h WHERE h.name = ANY(${names}::text[]) AND h.holder = ${holder}::uuid
    ORDER BY h.name FOR UPDATE) AS mine`;
}
