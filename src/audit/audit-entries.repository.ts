// SQL: entries of several chains in one statement, which may be part of another statement.
import type { PrismaService } from '../database/prisma.service';
import { sql, type Sql } from '../database/sql';
import type { AuditEntry } from './audit-entry';
import type { WrittenEvent } from './written-event';

/** An entry with the code of the process that made it. */
export interface ProtectedEntry extends AuditEntry {
  mac: string;
  /** What subscribers learn; not part of what the record proves. */
  events: WrittenEvent[] | null;
}

const COLUMNS = sql`chain, id, actor, operation, session_id, targets, count, digest, mac, events`;

/** Entries as a parameter of `entriesTable`. */
export function entriesJson(entries: readonly ProtectedEntry[]): string {
  return JSON.stringify(entries.map(({ sessionId, ...entry }) => ({ ...entry, session_id: sessionId })));
}

/** An INSERT of entries; `condition` is about the row `e`. */
export function insertingEntries(json: string, condition: Sql = sql`true`): Sql {
  return sql`INSERT INTO audit_entries (${COLUMNS})
    SELECT e.chain, e.id, e.actor, e.operation, e.session_id, e.targets, e.count,
      decode(e.digest, 'hex'), decode(e.mac, 'hex'), e.events
    FROM json_to_recordset(${json}::json) AS e (chain text, id uuid, actor text, operation text, session_id text,
      targets json, count int, digest text, mac text, events json)
    WHERE ${condition}`;
}

export class AuditEntriesRepository {
  constructor(private readonly database: PrismaService) {}

  async insert(entries: readonly ProtectedEntry[]): Promise<void> {
    if (entries.length > 0) await this.database.execute(insertingEntries(entriesJson(entries)));
  }
}
