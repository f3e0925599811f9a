// SQL: the database writes the lines as JSON, so that no value is read and written differently.
import { columnList } from '../backend/embedded/column-sql';
import { IS_SOUND } from '../backend/embedded/memory-rows';
import { FIELD_LIST, MEMORY_FIELDS } from '../backend/memory-columns';
import { sql, type Sql } from '../database/sql';
import type { LineKind } from './transfer-line';

/** The kinds of lines that belong to an agent or a namespace, of which there may be any number. */
export type PagedKind = Exclude<LineKind, 'agent' | 'namespace'>;

/** Whose lines: parameters, or columns. */
export interface ScopeSql {
  agentId: Sql;
  namespaceId: Sql;
  namespace: Sql;
}

/** How the lines of a kind are read, in the order of a key. The rows are called `r`. */
export interface LinesOfKind {
  /** As a literal. */
  name: Sql;
  /** Before all keys. */
  first: string;
  /** Rows that a page reads. */
  window: number;
  /** As text whose order by bytes is the order of the rows. */
  key: Sql;
  /** `key`: of another row, as text. */
  is: (key: Sql) => Sql;
  isAfter: (key: Sql) => Sql;
  order: Sql;
  /** The rows of an owner that meet a condition. */
  rows: (scope: ScopeSql, condition: Sql) => Sql;
  /** Those of the rows that are exported, once each. */
  exported?: (rows: Sql, scope: ScopeSql) => Sql;
  /** The columns after the kind. */
  line: (scope: ScopeSql) => Sql;
}

/** Lines that a page reads at most. */
const WINDOW = 50;
/** Most memories are not deleted, and cost no more than the look at an index. */
const DELETED_WINDOW = 2_000;

const FIRST_ID = '00000000-0000-0000-0000-000000000000';

/** `key` and `line` of rows of a kind. */
export function entries(kind: PagedKind, scope: ScopeSql, rows: Sql): Sql {
  const { name, key, line, exported = (all) => all } = LINES[kind];
  return sql`
    SELECT (${key}) COLLATE "C" AS key, (SELECT row_to_json(l)::text FROM (SELECT ${name} AS kind, ${line(scope)}) l) AS line
    FROM (${exported(rows, scope)}) r`;
}

/** The rows of a table that belong to an agent or a namespace. */
function rowsOf(table: Sql, owner: 'agent_id' | 'namespace_id') {
  const [ownerId, of]: [Sql, keyof ScopeSql] =
    owner === 'agent_id' ? [sql`agent_id`, 'agentId'] : [sql`namespace_id`, 'namespaceId'];
  return {
    window: WINDOW,
    rows: (scope: ScopeSql, condition: Sql) =>
      sql`SELECT r.* FROM ${table} r WHERE r.${ownerId} = ${scope[of]} AND ${condition}`,
  };
}

function byId(table: Sql, owner: 'agent_id' | 'namespace_id', id: Sql) {
  return {
    ...rowsOf(table, owner),
    first: FIRST_ID,
    key: sql`r.${id}::text`,
    is: (key: Sql) => sql`r.${id} = (${key})::uuid`,
    isAfter: (key: Sql) => sql`r.${id} > (${key})::uuid`,
    order: owner === 'agent_id' ? sql`r.agent_id, r.${id}` : sql`r.namespace_id, r.${id}`,
  };
}

/**
 * Of the memory `r`, in order; its former values are as they were. The namespace is named, not taken from `r`: a distributed
 * database then knows where the history is.
 */
function history({ namespaceId }: ScopeSql, memoryId: Sql): Sql {
  return sql`(
    SELECT COALESCE(json_agg(row_to_json(e) ORDER BY h.id), '[]') FROM memory_history h CROSS JOIN LATERAL (
      SELECT h.at, h.event, h.session_id, h.by, h.former, h.sweep_id
    ) e
    WHERE h.namespace_id = ${namespaceId} AND h.memory_id = ${memoryId}) AS history`;
}

/** Of a memory; its place in the order of storing stands behind the id. */
const EXPORTED_COLUMNS = sql`r.id, r.seq, ${columnList(
  FIELD_LIST.filter((field) => field.column !== MEMORY_FIELDS.id.column),
  'r',
)}`;

export const LINES: Record<PagedKind, LinesOfKind> = {
  deleted: {
    name: sql`'deleted'::text`,
    ...byId(sql`memory_history`, 'namespace_id', sql`memory_id`),
    window: DELETED_WINDOW,
    // OFFSET: looked up one by one. As a join, it could read all memories of the namespace for each page.
    exported: (rows, { namespaceId }) => sql`
      SELECT DISTINCT a.namespace_id, a.memory_id FROM (${rows}) a WHERE NOT EXISTS (
        SELECT FROM memories m WHERE m.namespace_id = ${namespaceId} AND m.id = a.memory_id OFFSET 0)`,
    line: (scope) => sql`
      ${scope.namespace} AS namespace, r.memory_id AS id, ${history(scope, sql`r.memory_id`)}`,
  },
  memory: {
    name: sql`'memory'::text`,
    ...byId(sql`memories`, 'namespace_id', sql`id`),
    exported: (rows) => sql`SELECT m.* FROM (${rows}) m WHERE ${IS_SOUND}`,
    line: (scope) => sql`
      ${scope.namespace} AS namespace, ${EXPORTED_COLUMNS}, ${history(scope, sql`r.id`)}`,
  },
  document: {
    name: sql`'document'::text`,
    first: '-1',
    ...rowsOf(sql`documents`, 'namespace_id'),
    key: sql`lpad(r.seq::text, 19, '0')`,
    is: (key) => sql`r.seq = (${key})::bigint`,
    isAfter: (key) => sql`r.seq > (${key})::bigint`,
    order: sql`r.namespace_id, r.seq`,
    line: ({ namespace }) => sql`
      ${namespace} AS namespace, r.id, r.memory_id, r.text, r.metadata, r.created_at`,
  },
  fingerprint: {
    name: sql`'fingerprint'::text`,
    first: '',
    ...rowsOf(sql`deleted_fingerprints`, 'namespace_id'),
    key: sql`encode(r.fingerprint, 'hex')`,
    is: (key) => sql`r.fingerprint = decode(${key}, 'hex')`,
    isAfter: (key) => sql`r.fingerprint > decode(${key}, 'hex')`,
    order: sql`r.namespace_id, r.fingerprint`,
    line: ({ namespace }) => sql`
      ${namespace} AS namespace, encode(r.fingerprint, 'hex') AS fingerprint,
        r.deleted_at`,
  },
  policy: {
    name: sql`'policy'::text`,
    first: '',
    ...rowsOf(sql`policies`, 'agent_id'),
    key: sql`r.agent_id`,
    is: (key) => sql`r.agent_id = ${key}`,
    isAfter: (key) => sql`r.agent_id > ${key}`,
    order: sql`r.agent_id`,
    line: () => sql`r.agent_id, r.policy, r.updated_at`,
  },
  sweep: {
    name: sql`'sweep'::text`,
    ...byId(sql`sweeps`, 'agent_id', sql`sweep_id`),
    line: () => sql`
      r.agent_id, r.sweep_id, r.kind AS sweep_kind, r.cause, r.status, r.evaluated_at,
        r.finished_at, r.scanned, r.matched, r.changed, r.errors, r.per_rule`,
  },
  file: {
    name: sql`'file'::text`,
    ...byId(sql`files`, 'agent_id', sql`file_id`),
    exported: (rows) => sql`SELECT a.* FROM (${rows}) a WHERE NOT a.deleting`,
    line: () => sql`
      r.agent_id, r.file_id, r.session_id, r.file_name, r.file_size,
        encode(r.sha256, 'hex') AS sha256, r.status, r.chunks, r.progress, r.error, r.created_at`,
  },
  conflict: {
    name: sql`'conflict'::text`,
    first: '0001-01-01 -1',
    ...rowsOf(sql`conflict_rows`, 'agent_id'),
    key: sql`concat(to_char(r.date, 'YYYY-MM-DD'), ' ', lpad(r.index::text, 10, '0'))`,
    is: (key) => sql`(r.date, r.index) = (${dayAndIndex(key)})`,
    isAfter: (key) => sql`(r.date, r.index) > (${dayAndIndex(key)})`,
    order: sql`r.agent_id, r.date, r.index`,
    line: () => sql`
      r.agent_id, r.date, r.index, r.type, r.title, r.description, r.recommendation,
        r.old_memory_id, r.new_memory_id, r.resolved, r.action, r.resolved_at, r.generated_by, r.created_at`,
  },
  link: {
    name: sql`'link'::text`,
    ...byId(sql`memory_links`, 'agent_id', sql`link_id`),
    line: () => sql`
      r.agent_id, r.link_id, r.newer_id, r.older_id, r.kind AS link_kind, r.certainty, r.found_by, r.state,
        r.former_by, r.former_to, r.ended_at, r.made_at, r.changed_at, r.changed_by`,
  },
  read: {
    name: sql`'read'::text`,
    first: '',
    ...rowsOf(sql`agent_reads`, 'agent_id'),
    key: sql`r.read_id`,
    is: (key) => sql`r.read_id = ${key}`,
    isAfter: (key) => sql`r.read_id > ${key}`,
    order: sql`r.agent_id, r.read_id`,
    line: () => sql`r.agent_id, r.read_id, r.place`,
  },
};

function dayAndIndex(key: Sql): Sql {
  return sql`split_part(${key}, ' ', 1)::date, split_part(${key}, ' ', 2)::int`;
}
