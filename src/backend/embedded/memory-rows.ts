// SQL: parts of statements that write memories and their history, from `json_to_recordset`.
import { Logger } from '@nestjs/common';
import { sql, type Sql } from '../../database/sql';
import { contentKey } from '../fingerprints';
import { noteDamaged } from '../damaged-memories';
import { MEMORY_TYPES, type Act, type Memory, type NewMemory, type WriteTime } from '../memory';
import { FIELD_LIST, NEW_FIELDS, type ByColumn, type NamedField } from '../memory-columns';
import { columnDefinitions, columnOf, joined, raw } from './column-sql';
import type { IdRange } from './lifecycle/id-slices';

const logger = new Logger('DamagedMemories');

/** A row of `memories` as the statements here select it, under the alias `m`. */
export type MemoryRow = ByColumn & {
  seq: number;
  /** False: no memory can be made of it. */
  is_sound: boolean;
};

/** FIRST_TIME_MS and LAST_TIME_MS, which stand for all times before and after them. */
export const FIRST_TIME = sql`'0001-01-01 00:00:00+00'::timestamptz`;
export const LAST_TIME = sql`'9999-12-31 23:59:59.999+00'::timestamptz`;

/** MEMORY_TYPES, as literals: parameters would be read for every statement. */
const KNOWN_TYPES = raw(MEMORY_TYPES.map((type) => `'${type}'`).join(', '));

/** The columns that hold a value in every memory, as a condition on `m`. */
const HAS_VALUES = raw(
  FIELD_LIST.filter(({ isNullable }) => !isNullable)
    .map(({ column }) => `m.${column} IS NOT NULL`)
    .join(' AND '),
);

/**
 * Whether a memory can be made of the row `m`, which the constraints of the table see to. An older row, or one that was
 * written without them, may have a time without an end, a content of megabytes, a null or an unknown type.
 */
export const IS_SOUND = sql`((octet_length(m.content) <= 400000 AND octet_length(m.title) <= 500
  AND m.created_at > ${FIRST_TIME} AND m.created_at < ${LAST_TIME}
  AND m.updated_at > ${FIRST_TIME} AND m.updated_at < ${LAST_TIME}
  AND (m.expired_at IS NULL OR m.expired_at > ${FIRST_TIME} AND m.expired_at < ${LAST_TIME})
  AND array_position(m.tags, NULL) IS NULL AND array_position(m.names, NULL) IS NULL AND m.type IN (${KNOWN_TYPES})) IS TRUE AND ${HAS_VALUES})`;

/** A time that a `Date` holds; of a sound row, the time itself. */
export function readableTime(column: Sql): Sql {
  return sql`GREATEST(LEAST(${column}, ${LAST_TIME}), ${FIRST_TIME})`;
}

/** `seq` fits a double up to 2^53. Of a damaged row, what cannot be read has another value. */
export const MEMORY_COLUMNS = sql`m.seq::float8 AS seq, ${joined(FIELD_LIST.map(readColumn))}, ${IS_SOUND} AS is_sound`;

function readColumn(field: NamedField): Sql {
  const column = columnOf(field, 'm');
  const name = columnOf(field);
  if (field.name === 'content')
    return sql`CASE WHEN octet_length(${column}) <= 400000 THEN ${column} END AS ${name}`;
  if (field.value.kind !== 'time') return column;
  const time = readableTime(column);
  return sql`${field.isNullable ? sql`CASE WHEN ${column} IS NOT NULL THEN ${time} END` : time} AS ${name}`;
}

/** Milliseconds since the epoch of a time that a `Date` holds, or null. */
export function milliseconds(time: Sql): Sql {
  return sql`extract(epoch FROM ${time})::float8 * 1000`;
}

export const CREATED_MS = milliseconds(readableTime(sql`m.created_at`));

/**
 * What a memory is found by: indexed by its words, and embedded; `memoryText` says the same. A derived title repeats
 * the content, and would count its first words twice.
 */
export const MEMORY_TEXT = sql`CASE WHEN m.title_derived THEN m.content ELSE m.title || E'\n' || m.content END`;

/** The transaction that wrote `m` last; ids of transactions fit a double for as long as anybody lives. */
export const MEMORY_VERSION = sql`m.xid::text::float8`;

/** The memories of rows; damaged rows are left out. */
export function toMemories(rows: readonly MemoryRow[]): Memory[] {
  return rows.filter(isSound).map(toMemory);
}

/** Notes a damaged row. */
export function isSound(row: MemoryRow): boolean {
  if (row.is_sound) return true;
  // Never its content.
  if (noteDamaged(row.id)) logger.warn(`Memory ${row.id} is left out of all readings: its row is damaged`);
  return false;
}

/** Copies of an object with all properties are filled in half the time of an empty object. */
const EMPTY_MEMORY: Readonly<Record<string, unknown>> = Object.fromEntries(
  FIELD_LIST.map(({ name }) => [name, null]),
);
const EMPTY_ROW: Readonly<Record<string, unknown>> = {
  ...Object.fromEntries(NEW_FIELDS.map(({ column }) => [column, null])),
  content_key: '',
};
const NAMES = FIELD_LIST.map(({ name, column }) => ({ name, column: column as keyof ByColumn }));
const NEW_NAMES = NEW_FIELDS.map(({ name, column }) => ({ name: name as keyof NewMemory, column }));

/** The memory of a sound row. */
export function toMemory(row: MemoryRow): Memory {
  const memory: Record<string, unknown> = { ...EMPTY_MEMORY };
  for (const { name, column } of NAMES) memory[name] = row[column];
  return memory as unknown as Memory;
}

/** The time at which the database received the statement, unless one is given: the same wherever the statement uses it. */
export function statementTime(at: WriteTime): Sql {
  return sql`COALESCE(${at}::timestamptz, date_trunc('milliseconds', statement_timestamp()))`;
}

/**
 * A select of one row `at`: the time of a change of the rows of `locked`. It counts these, so that the clock is read
 * after the last lock: a reader that asked for changes during the wait then finds this one later.
 */
export function timeAfter(locked: Sql, at: WriteTime): Sql {
  return sql`SELECT COALESCE(${at}::timestamptz, date_trunc('milliseconds', clock_timestamp())) AS at,
    count(*) AS locked FROM ${locked}`;
}

/**
 * The next `updated_at` of `m`. It always moves, also when two changes fall into one millisecond or a clock stands behind.
 * Without a time zone, the sum depends on no setting: a distributed database computes no other in an UPDATE.
 */
export function movedOn(at: Sql): Sql {
  return sql`GREATEST(${at}, ((m.updated_at AT TIME ZONE 'UTC') + interval '1 millisecond') AT TIME ZONE 'UTC')`;
}

/**
 * The rest of a statement after the part `found` of a WITH clause (with former status, `updated_at`, `expires_at`): restores the
 * expired memories of it and returns their ids. `among` names them again, as rows of `m`, with the namespace as a value. A distributed
 * database sends a statement with an INSERT in one of its parts to all servers, so this one ends with it.
 * `forGood`: those whose own time to expire has passed have none any more, so that they do not expire again at once.
 */
export function restoring(found: Sql, among: Sql, { at, sessionId, by }: Act, forGood: boolean): Sql {
  const clearing = forGood ? sql`, expires_at = CASE WHEN m.expires_at > t.at THEN m.expires_at END` : sql``;
  return sql`moment AS MATERIALIZED (${timeAfter(found, at)}), restored AS (
        UPDATE memories m SET status = 'active', expired_at = NULL, expired_by = NULL,
          updated_at = ${movedOn(sql`t.at`)}${clearing}
        FROM ${found} f CROSS JOIN moment t WHERE ${among} AND m.id = f.id AND f.status = 'expired'
        RETURNING m.namespace_id, m.id, f.updated_at, f.expires_at AS former_expires_at, m.expires_at
      )
        INSERT INTO memory_history (namespace_id, memory_id, at, event, session_id, by, former)
        SELECT r.namespace_id, r.id, t.at, 'restored', ${sessionId}, ${by},
          jsonb_build_object('updated_at', r.updated_at)
            || CASE WHEN r.expires_at IS DISTINCT FROM r.former_expires_at
              THEN jsonb_build_object('expires_at', r.former_expires_at) ELSE '{}' END
        FROM restored r CROSS JOIN moment t
        RETURNING memory_id::text AS id`;
}

/** The id of a namespace. By a function, which a distributed database computes before it looks for the place of the rows. */
export function idOf(namespace: string): Sql {
  return sql`namespace_id(${namespace})`;
}

/** The rows of a namespace, as a condition on `m`. */
export function inNamespace(namespace: string): Sql {
  return sql`m.namespace_id = ${idOf(namespace)}`;
}

/**
 * A part of a WITH clause: the namespaces of these, locked so that none is deleted meanwhile. It stands beside what
 * writes: a distributed database locks no rows in a query that inserts. `otherwise`: what to do with those locked by others.
 */
export function heldNamespaces(of: readonly { namespace: string }[], otherwise: Sql = sql``): Sql {
  const names = [...new Set(of.map(({ namespace }) => namespace))];
  return sql`held AS MATERIALIZED (
    SELECT n.id, n.name FROM held_namespaces n WHERE n.name = ANY(${names}::text[]) FOR KEY SHARE ${otherwise})`;
}

/**
 * A condition and order for the first memories `m` of a range. Both ends are closed, so that the planner uses the
 * primary key without statistics. What joins with such a slice must take the namespace from it: with a constant, the
 * planner takes all of the namespace to be as small as the slice.
 */
export function inRange(namespaceId: string, { after, until, limit }: IdRange): Sql {
  return sql`m.namespace_id = ${namespaceId}::bigint AND m.id > ${after}::uuid AND m.id <= ${until}::uuid
    ORDER BY m.id LIMIT ${limit}`;
}

/** What `memoryJson` makes, as columns of `json_to_recordset`. */
export const MEMORY_JSON_FIELDS = sql`${columnDefinitions(NEW_FIELDS)}, content_key bigint`;

/** A memory that is not stored yet, as a row. */
export function memoryJson(memory: NewMemory): Record<string, unknown> {
  const row: Record<string, unknown> = { ...EMPTY_ROW };
  for (const { name, column } of NEW_NAMES) row[column] = memory[name];
  row.content_key = contentKey(memory.content);
  return row;
}

/** The values of a memory by the names of their columns. */
export function byColumn(memory: Memory): ByColumn {
  return Object.fromEntries(FIELD_LIST.map(({ name, column }) => [column, memory[name]])) as ByColumn;
}
