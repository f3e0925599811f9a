// SQL: a page is a union of the history and of the memory's own row, by time and key.
import { PrismaService } from '../../database/prisma.service';
import { sql, type Sql } from '../../database/sql';
import { FIELD_LIST } from '../memory-columns';
import { historyPage, type HistoryPage, type KeyedEntry, type PageCursor, type PageRequest } from '../pages';
import { FIRST_TIME, inNamespace, LAST_TIME } from './memory-rows';

export class MemoryHistoryRepository {
  constructor(private readonly database: PrismaService) {}

  /** Null when there never was such a memory. The creation of a living memory is in its own row. */
  async find(namespace: string, id: string, { after, limit }: PageRequest): Promise<HistoryPage | null> {
    const rows = await this.database.query<KeyedEntry>(sql`
      SELECT at, event, session_id AS "sessionId", by, former, order_in_time::text AS key FROM (
        SELECT m.id AS order_in_time, m.at, m.event, m.session_id, m.by, m.former FROM memory_history m
        WHERE ${inNamespace(namespace)} AND m.memory_id = ${id}::uuid
        UNION ALL
        SELECT 0, m.created_at, 'created', m.session_id, m.actor_id, NULL FROM memories m
        WHERE ${inNamespace(namespace)} AND m.id = ${id}::uuid
      ) AS entries
      WHERE at > ${FIRST_TIME} AND at < ${LAST_TIME} ${following(after)}
      ORDER BY event = 'created', at DESC, order_in_time DESC
      LIMIT ${limit + 1}`);
    if (rows.length === 0 && after === null) return null;
    const entries = rows.map(({ event, former, ...entry }) => {
      // A restoration keeps the former `updated_at`, for listings of the past only.
      return { ...entry, event, former: event === 'edited' && former !== null ? shownFormer(former) : null };
    });
    return historyPage(entries, limit);
  }
}

/** The creation is the last entry, whatever its time says. */
function following(after: PageCursor | null): Sql {
  if (after === null) return sql``;
  const at = new Date(after.createdAt);
  return sql`AND (event = 'created' OR (at, order_in_time) < (${at}::timestamptz, ${after.key}::bigint))`;
}

const TIMES: readonly string[] = FIELD_LIST.filter(({ value }) => value.kind === 'time').map(
  ({ column }) => column,
);

/** PostgreSQL writes times into JSON its own way. */
function shownFormer(former: Record<string, unknown>): Record<string, unknown> {
  const times = Object.entries(former).filter(([column, at]) => TIMES.includes(column) && at !== null);
  return {
    ...former,
    ...Object.fromEntries(times.map(([column, at]) => [column, new Date(at as string).toISOString()])),
  };
}
