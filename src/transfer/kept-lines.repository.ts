// SQL: creates and drops the triggers and the table that keep lines of an export.
import { Injectable } from '@nestjs/common';
import { PrismaService } from '../database/prisma.service';
import { sql, type Sql } from '../database/sql';
import type { Scope } from './export-pages.repository';
import { entries, LINES, type PagedKind } from './export-lines.repository';

/** A table with rows that are exported, and the lines that change with such a row, by their keys. */
interface WatchedTable {
  table: Sql;
  /** The export is of the owner of the row `changed`. */
  isOfOwner: Sql;
  /** The key as text, of the row `changed`. */
  lines: readonly { kind: PagedKind; key: Sql }[];
}

const OF_AGENT = sql`x.agent_id = changed.agent_id`;
const OF_NAMESPACE = sql`x.namespace_id = changed.namespace_id`;

const WATCHED: readonly WatchedTable[] = [
  ofMemory(sql`memories`, sql`changed.id::text`),
  ofMemory(sql`memory_history`, sql`changed.memory_id::text`),
  watched(sql`documents`, OF_NAMESPACE, 'document', sql`lpad(changed.seq::text, 19, '0')`),
  watched(sql`deleted_fingerprints`, OF_NAMESPACE, 'fingerprint', sql`encode(changed.fingerprint, 'hex')`),
  watched(sql`policies`, OF_AGENT, 'policy', sql`changed.agent_id`),
  watched(sql`sweeps`, OF_AGENT, 'sweep', sql`changed.sweep_id::text`),
  watched(sql`files`, OF_AGENT, 'file', sql`changed.file_id::text`),
  watched(
    sql`conflict_rows`,
    OF_AGENT,
    'conflict',
    sql`concat(to_char(changed.date, 'YYYY-MM-DD'), ' ', lpad(changed.index::text, 10, '0'))`,
  ),
  watched(sql`memory_links`, OF_AGENT, 'link', sql`changed.link_id::text`),
  watched(sql`agent_reads`, OF_AGENT, 'read', sql`changed.read_id`),
];

function watched(table: Sql, isOfOwner: Sql, kind: PagedKind, key: Sql): WatchedTable {
  return { table, isOfOwner, lines: [{ kind, key }] };
}

/** A memory is in a line, and its history alone in another one when it is deleted. */
function ofMemory(table: Sql, key: Sql): WatchedTable {
  const lines = (['memory', 'deleted'] as const).map((kind) => ({ kind, key }));
  return { table, isOfOwner: OF_NAMESPACE, lines };
}

/**
 * Keeps lines of running exports as they were when the export began (docs/adr/0038). Only for the embedded database,
 * whose transactions run one after the other: on a server, a transaction could be open that does not see the triggers.
 */
@Injectable()
export class KeptLinesRepository {
  constructor(private readonly database: PrismaService) {}

  /** Adds the triggers. Call it when no export runs. */
  async watch(): Promise<void> {
    await this.unwatch();
    await this.database.execute(watchStatement());
  }

  /** Drops the triggers and all that was kept. */
  async unwatch(): Promise<void> {
    await this.database.execute(sql`DROP SCHEMA IF EXISTS export_snapshot CASCADE`);
  }

  /** After the end of the transaction, lines of this export are kept before they change. */
  async begin(exportId: string, { agentId, namespaceId, namespace }: Scope): Promise<void> {
    await this.database.execute(sql`
      INSERT INTO export_snapshot.exports (export_id, agent_id, namespace_id, namespace)
      VALUES (${exportId}::uuid, ${agentId}, ${namespaceId}::text::bigint, ${namespace})`);
  }

  async end(exportId: string): Promise<void> {
    await this.database.execute(sql`
      DELETE FROM export_snapshot.exports x WHERE x.export_id = ${exportId}::uuid`);
  }
}

function watchStatement(): Sql {
  const triggers = WATCHED.map(triggerOf);
  return sql`
    DO $watch$ BEGIN
      CREATE SCHEMA export_snapshot;
      CREATE UNLOGGED TABLE export_snapshot.exports (
        export_id uuid PRIMARY KEY, agent_id text, namespace_id bigint, namespace text NOT NULL);
      -- A line is null where there was none when the export began.
      CREATE UNLOGGED TABLE export_snapshot.kept (
        export_id uuid NOT NULL REFERENCES export_snapshot.exports ON DELETE CASCADE, kind text NOT NULL,
        key text COLLATE "C" NOT NULL, line text, PRIMARY KEY (export_id, kind, key));
      ${joined(triggers)}
    END $watch$`;
}

/** Runs before a row changes, so that the statements in it read the lines as they were. */
function triggerOf({ table, isOfOwner, lines }: WatchedTable): Sql {
  return sql`
    CREATE FUNCTION export_snapshot.keep_${table}() RETURNS trigger LANGUAGE plpgsql AS $keep$
    DECLARE changed ${table}%ROWTYPE;
    BEGIN
      IF TG_OP = 'INSERT' THEN changed := NEW; ELSE changed := OLD; END IF;
      ${joined(lines.map(({ kind, key }) => keep(kind, key, isOfOwner)))}
      IF TG_OP = 'DELETE' THEN RETURN OLD; END IF;
      RETURN NEW;
    END $keep$;
    CREATE TRIGGER export_keep BEFORE INSERT OR UPDATE OR DELETE ON ${table}
      FOR EACH ROW EXECUTE FUNCTION export_snapshot.keep_${table}();`;
}

/** The first change of a line keeps it. */
function keep(kind: PagedKind, key: Sql, isOfOwner: Sql): Sql {
  const { name, rows, is } = LINES[kind];
  const scope = { agentId: sql`x.agent_id`, namespaceId: sql`x.namespace_id`, namespace: sql`x.namespace` };
  return sql`
      INSERT INTO export_snapshot.kept (export_id, kind, key, line)
      SELECT x.export_id, ${name}, ${key}, (SELECT e.line FROM (${entries(kind, scope, rows(scope, is(key)))}) e)
      FROM export_snapshot.exports x
      WHERE ${isOfOwner} AND NOT EXISTS (
        SELECT FROM export_snapshot.kept k WHERE k.export_id = x.export_id AND k.kind = ${name} AND k.key = ${key})
      ON CONFLICT DO NOTHING;`;
}

function joined(parts: readonly Sql[]): Sql {
  return parts.reduce((all, part) => sql`${all}${part}`, sql``);
}
