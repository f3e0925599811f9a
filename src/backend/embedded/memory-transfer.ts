// SQL: a memory goes into another namespace with its history, as JSON of the database, so that no value changes.
import type { AuditTrail } from '../../audit/audit-trail';
import type { PrismaService } from '../../database/prisma.service';
import { sql, type Sql } from '../../database/sql';
import { FIELD_LIST, MEMORY_FIELDS, type NamedField } from '../memory-columns';
import { namespaceNotFound, type MemoryTransfer } from '../memory-store';
import { columnDefinitions, columnList, columnOf, joined } from './column-sql';
import { changeNote } from './memory-notes';
import { idOf, inNamespace, timeAfter } from './memory-rows';

/** The place of the transfer among the events of a memory: the greatest `bigint`. */
const AFTER_ALL = sql`9223372036854775807`;

interface Source {
  /** As JSON. */
  memory: string;
  history: string;
}

/** Puts memories into other namespaces. */
export class MemoryTransfers {
  constructor(
    private readonly database: PrismaService,
    private readonly trail: AuditTrail,
  ) {}

  /** Stores the memory there, in the running transaction. False when there is no such memory. Throws AgentNotFound. */
  async put(transfer: MemoryTransfer): Promise<boolean> {
    const { from, to, id, newId, isMove, act } = transfer;
    await this.hold(from, to);
    await this.forgetFormer(to, newId);
    if ((await this.insert(transfer)) === 0) return this.has(from, id);
    this.trail.note(changeNote(to, [newId], 'imported', act, { from, id }));
    if (!isMove) this.trail.note(changeNote(from, [id], 'copied', act, { to, id: newId }));
    return true;
  }

  /** Transactions lock namespaces before memories; both in one order, so that two transfers cannot wait for each other. */
  private async hold(from: string, to: string): Promise<void> {
    const found = await this.database.query<{ name: string }>(sql`
      SELECT n.name FROM held_namespaces n WHERE n.name IN (${from}, ${to}) ORDER BY n.name FOR KEY SHARE`);
    if (!found.some(({ name }) => name === to)) throw namespaceNotFound(to);
  }

  private async has(namespace: string, id: string): Promise<boolean> {
    const found = await this.database.query(
      sql`SELECT 1 AS one FROM memories m WHERE ${inNamespace(namespace)} AND m.id = ${id}::uuid`,
    );
    return found.length > 0;
  }

  /** The number of memories stored: none if there is no such memory, or one of the new id. */
  private async insert({ from, to, id, newId, act }: MemoryTransfer): Promise<number> {
    const source = await this.read(from, id);
    if (source === null) return 0;
    const values = joined(FIELD_LIST.map((field) => valueOf(field, newId)));
    return this.database.execute(sql`
      WITH source AS MATERIALIZED (
        SELECT s.* FROM json_to_recordset(${`[${source.memory}]`}::json) AS s (content_key bigint, ${columnDefinitions(FIELD_LIST)})
      ), moment AS MATERIALIZED (${timeAfter(sql`source`, act.at)}), target AS MATERIALIZED (
        SELECT n.id FROM namespaces n WHERE n.name = ${to}
      ), stored AS (
        INSERT INTO memories (namespace_id, content_key, ${columnList(FIELD_LIST)})
        SELECT g.id, s.content_key, ${values} FROM source s CROSS JOIN target g CROSS JOIN moment t
        ON CONFLICT DO NOTHING RETURNING namespace_id, id
      ), events AS (
        SELECT h.place, h.at, h.event, h.session_id, h.by, h.former
        FROM json_to_recordset(${source.history}::json)
          AS h (place bigint, at timestamptz, event text, session_id text, by text, former jsonb)
        UNION ALL
        SELECT ${AFTER_ALL}, t.at, 'edited', ${act.sessionId}, ${act.by},
          jsonb_build_object('provenance', s.provenance, 'updated_at', s.updated_at)
        FROM source s CROSS JOIN moment t
      )
      INSERT INTO memory_history (namespace_id, memory_id, at, event, session_id, by, former)
      SELECT o.namespace_id, o.id, e.at, e.event, e.session_id, e.by, e.former
      FROM stored o CROSS JOIN events e ORDER BY e.place`);
  }

  /**
   * The memory, locked, and its history as JSON of the database: a distributed one has the target on another server, and
   * locks rows only of one table.
   */
  private async read(namespace: string, id: string): Promise<Source | null> {
    const [found] = await this.database.query<Pick<Source, 'memory'>>(sql`
      SELECT row_to_json(m)::text AS memory FROM memories m
      WHERE ${inNamespace(namespace)} AND m.id = ${id}::uuid FOR UPDATE OF m`);
    if (found === undefined) return null;
    const [past] = await this.database.query<Pick<Source, 'history'>>(sql`
      SELECT coalesce(json_agg(json_build_object('place', h.id, 'at', h.at, 'event', h.event,
        'session_id', h.session_id, 'by', h.by, 'former', h.former)), '[]')::text AS history
      FROM memory_history h WHERE h.namespace_id = ${idOf(namespace)} AND h.memory_id = ${id}::uuid`);
    return { ...found, history: past?.history ?? '[]' };
  }

  /** A memory that comes back brings its whole history. */
  private async forgetFormer(namespace: string, id: string): Promise<void> {
    await this.database.execute(sql`
      DELETE FROM memory_history h WHERE h.namespace_id = ${idOf(namespace)} AND h.memory_id = ${id}::uuid
        AND NOT EXISTS (SELECT 1 FROM memories m WHERE m.namespace_id = h.namespace_id AND m.id = h.memory_id)`);
  }
}

/** The value of the copy: that of the source, except for the fields that a transfer sets. */
function valueOf(field: NamedField, newId: string): Sql {
  if (field.name === 'id') return sql`${newId}::uuid`;
  if (field.name === 'provenance') return sql`'imported'`;
  if (field.column === MEMORY_FIELDS.updatedAt.column) return sql`t.at`;
  return columnOf(field, 's');
}
