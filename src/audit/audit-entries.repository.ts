// SQL: entries of several chains in one statement, which may be part of another statement.
import type { PrismaService } from '../database/prisma.service';
import { sql, type Sql } from '../database/sql';
import type { AuditEntry } from './audit-entry';
import type { WrittenEvent } from './written-event';

/** An entry with the code of the process that made it. */
export interface ProtectedEntry extends AuditEntry {
  mac: string;
  /** The events for subscribers. The record's hash does not cover them. */
  events: WrittenEvent[] | null;
}

const COLUMNS = sql`chain, id, actor, operation, session_id, targets, count, digest, mac, events`;

/**
 * An INSERT of entries where a condition holds, which may be about the row `e` if there are several. A single one comes as
 * parameters: most statements have one, and to read it as JSON takes as long as to store it.
 */
export function insertingEntries(entries: readonly ProtectedEntry[], condition: Sql = sql`true`): Sql {
  const [entry] = entries;
  const rows = entry !== undefined && entries.length === 1 ? valuesOf(entry) : rowsOf(entries);
  return sql`INSERT INTO audit_entries (${COLUMNS}) ${rows} WHERE ${condition}`;
}

function valuesOf(entry: ProtectedEntry): Sql {
  const { chain, id, actor, operation, sessionId, targets, count, digest, mac, events } = entry;
  return sql`SELECT ${chain}::text, ${id}::uuid, ${actor}::text, ${operation}::text, ${sessionId}::text,
    ${JSON.stringify(targets)}::json, ${count}::int, decode(${digest}, 'hex'), decode(${mac}, 'hex'),
    ${events && JSON.stringify(events)}::json`;
}

function rowsOf(entries: readonly ProtectedEntry[]): Sql {
  const rows = entries.map(({ sessionId, ...entry }) => ({ ...entry, session_id: sessionId }));
  const json = rows.length === 0 ? sql`'[]'` : sql`${JSON.stringify(rows)}`;
  return sql`SELECT e.chain, e.id, e.actor, e.operation, e.session_id, e.targets, e.count,
      decode(e.digest, 'hex'), decode(e.mac, 'hex'), e.events
    FROM json_to_recordset(${json}::json) AS e (chain text, id uuid, actor text, operation text, session_id text,
      targets json, count int, digest text, mac text, events json)`;
}

export class AuditEntriesRepository {
  constructor(private readonly database: PrismaService) {}

  async insert(entries: readonly ProtectedEntry[]): Promise<void> {
    if (entries.length > 0) await this.database.execute(insertingEntries(entries));
  }
}
