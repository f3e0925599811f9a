// SQL: a page merges living rows with lines that triggers have kept, in one statement.
import { Injectable } from '@nestjs/common';
import { sql, type Sql } from '../database/sql';
import type { Reader } from '../database/snapshot';
import { entries, LINES, type PagedKind, type ScopeSql } from './export-lines.repository';

export interface Scope {
  /** Null for a namespace without an agent. */
  agentId: string | null;
  /** Null where nothing was remembered. */
  namespaceId: string | null;
  namespace: string;
}

export interface LineSource {
  reader: Reader;
  /** The export for which former lines are kept; null where the reader shows one instant by itself. */
  keptFor: string | null;
  /** Leaves the database to others between two pages. */
  isPaced: boolean;
}

export interface LinePage {
  /** Each line with its line break. */
  text: string;
  count: number;
  /** Milliseconds that the database worked. */
  ms: number;
  /** After which the next page begins; null after the last page. A page may be empty and not the last. */
  next: string | null;
}

type PageRow = Omit<LinePage, 'text'> & { text: string | null };

/** The lines of an agent and its namespace, a page at a time, each in a short statement. */
@Injectable()
export class ExportPagesRepository {
  /** `after`: null for the first page. */
  async page(source: LineSource, kind: PagedKind, scope: Scope, after: string | null): Promise<LinePage> {
    const { first, window, isAfter, order, rows, key } = LINES[kind];
    const from = sql`${after ?? first}::text`;
    const owner = parameters(scope);
    const [page] = await source.reader.query<PageRow>(sql`
      WITH live AS MATERIALIZED (
        ${rows(owner, isAfter(from))} ORDER BY ${order} LIMIT ${window}
      ), kept AS MATERIALIZED (
        ${keptLines(source.keptFor, kind, from)} ORDER BY key LIMIT ${window}
      ), reached AS MATERIALIZED (
        SELECT LEAST(
          (SELECT CASE WHEN count(*) = ${window} THEN max((${key}) COLLATE "C") END FROM live r),
          (SELECT CASE WHEN count(*) = ${window} THEN max(k.key) END FROM kept k)) AS next
      ), page AS (
        SELECT e.key, e.line FROM (${entries(kind, owner, sql`SELECT * FROM live`)}) e
        WHERE NOT EXISTS (SELECT FROM kept k WHERE k.key = e.key)
        UNION ALL
        SELECT k.key, k.line FROM kept k WHERE k.line IS NOT NULL
      )
      SELECT n.next, count(p.key)::float8 AS count,
        extract(epoch FROM clock_timestamp() - statement_timestamp())::float8 * 1000 AS ms,
        -- JSON columns may have line breaks between their parts; JSON strings have none.
        string_agg(replace(p.line, chr(10), ' ') || chr(10), '' ORDER BY p.key) AS text
      FROM reached n LEFT JOIN page p ON n.next IS NULL OR p.key <= n.next
      GROUP BY n.next`);
    const { text = null, count = 0, ms = 0, next = null } = page ?? {};
    return { text: text ?? '', count, ms, next };
  }
}

function parameters({ agentId, namespaceId, namespace }: Scope): ScopeSql {
  return {
    agentId: sql`${agentId}::text`,
    namespaceId: sql`${namespaceId}::text::bigint`,
    namespace: sql`${namespace}::text`,
  };
}

function keptLines(exportId: string | null, kind: PagedKind, after: Sql): Sql {
  if (exportId === null) return sql`SELECT NULL::text COLLATE "C" AS key, NULL::text AS line WHERE false`;
  return sql`
    SELECT k.key, k.line FROM export_snapshot.kept k
    WHERE k.export_id = ${exportId}::uuid AND k.kind = ${kind} AND k.key > ${after}`;
}
