// SQL: batched inserts (`json_to_recordset`), edits that write the history in the same statement, and row locks.
import { runningNote, type AuditNote, type AuditTrail } from '../../audit/audit-trail';
import { insertingEntries } from '../../audit/audit-entries.repository';
import { PrismaService } from '../../database/prisma.service';
import { sql, type Sql } from '../../database/sql';
import { contentKey, contentKeys } from '../fingerprints';
import { deriveTitle, type Memory, type NewMemory, type Act } from '../memory';
import { changedFields, isCleared, type MemoryEdit } from '../memory-edit';
import { EDITED_FIELDS, NEW_FIELDS, type EditedName, type NamedField } from '../memory-columns';
import { namesAndScopes, type ScopedName } from '../../common/scoped-name';
import { namespaceNotFound } from '../memory-store';
import { targetText, textOf, type UpsertReference } from '../store-plan';
import { columnList, columnOf, joined, parameterOf } from './column-sql';
import { changeNote, storedNote } from './memory-notes';
import {
  heldNamespaces,
  inNamespace,
  IS_SOUND,
  MEMORY_COLUMNS,
  MEMORY_JSON_FIELDS,
  memoryJson,
  movedOn,
  statementTime,
  timeAfter,
  toMemories,
  type MemoryRow,
} from './memory-rows';

export interface PlacedMemory {
  namespace: string;
  memory: NewMemory;
  /** What the operation is that stores it. */
  note: AuditNote;
}

const INSERTED_COLUMNS = sql`namespace_id, content_key, ${columnList(NEW_FIELDS)}, updated_at`;
/** The same time for all memories of a statement; `seq` keeps their order. An insert waits for no other writer. */
const CREATED_AT = sql`COALESCE(m.created_at, date_trunc('milliseconds', statement_timestamp()))`;
const INSERTED_VALUES = sql`m.content_key, ${joined(
  NEW_FIELDS.map((field) => (field.name === 'createdAt' ? CREATED_AT : columnOf(field, 'm'))),
)}, ${CREATED_AT}`;

/** Memories by their ids, and their changes. Each change is one statement together with its history. */
export class MemoriesRepository {
  constructor(
    private readonly database: PrismaService,
    private readonly trail: AuditTrail,
  ) {}

  /** Inserts in the given order; waits for a deletion of the namespace under way. Returns how many were stored: none when the namespace does not exist. */
  async insert(namespace: string, memories: readonly NewMemory[]): Promise<number> {
    const note = storedNote(namespace, memories);
    const held = heldNamespaces([{ namespace }]);
    const inserting = sql`
      INSERT INTO memories (${INSERTED_COLUMNS})
      SELECT n.id, ${INSERTED_VALUES}
      FROM held n CROSS JOIN ROWS FROM (json_to_recordset(${JSON.stringify(memories.map(memoryJson))}::json)
        AS (${MEMORY_JSON_FIELDS})) WITH ORDINALITY AS m
      ORDER BY m.ordinality`;
    if (!this.database.isInTransaction) return this.insertRecorded(held, inserting, note);
    const stored = await this.database.execute(sql`WITH ${held} ${inserting}`);
    if (stored > 0) this.trail.note(note);
    return stored;
  }

  /**
   * Inserts memories of several namespaces in the given order; does not wait for locks on those. The ids of those
   * stored: none of namespaces that do not exist or are locked.
   */
  async insertPlaced(placed: readonly PlacedMemory[]): Promise<Set<string>> {
    const json = placed.map(({ namespace, memory }) => ({ namespace, ...memoryJson(memory) }));
    const entries = await this.trail.entriesOf(placed.map(({ note }) => note));
    const isStored =
      placed.length === 1
        ? sql`EXISTS (SELECT FROM stored)`
        : sql`(e.targets #>> '{0,ids,0}')::uuid IN (SELECT s.id FROM stored s)`;
    const stored = await this.database.query<{ id: string }>(sql`
      WITH ${heldNamespaces(json, sql`SKIP LOCKED`)}, stored AS (
        INSERT INTO memories (${INSERTED_COLUMNS})
        SELECT n.id, ${INSERTED_VALUES}
        FROM ROWS FROM (json_to_recordset(${JSON.stringify(json)}::json)
          AS (namespace text, ${MEMORY_JSON_FIELDS})) WITH ORDINALITY AS m
        JOIN held n ON n.name = m.namespace ORDER BY m.ordinality
        RETURNING id
      ), recorded AS (
        ${insertingEntries(entries, isStored)}
      )
      SELECT id FROM stored`);
    return new Set(stored.map(({ id }) => id));
  }

  /** One round trip and commit for the memories and their record. */
  private async insertRecorded(held: Sql, inserting: Sql, note: AuditNote): Promise<number> {
    const entries = await this.trail.entriesOf([runningNote(note)]);
    const [row] = await this.database.query<{ stored: number }>(sql`
      WITH ${held}, stored AS (${inserting} RETURNING id), recorded AS (
        ${insertingEntries(entries, sql`EXISTS (SELECT FROM stored)`)}
      )
      SELECT count(*)::float8 AS stored FROM stored`);
    return row?.stored ?? 0;
  }

  /** The existing ones of these memories as they are now, in no particular order. */
  async findAll(namespace: string, ids: readonly string[]): Promise<Memory[]> {
    const rows = await this.database.query<MemoryRow>(sql`
      SELECT ${MEMORY_COLUMNS} FROM memories m
      WHERE ${inNamespace(namespace)} AND m.id = ANY(${ids}::uuid[])`);
    return toMemories(rows);
  }

  /** Locks them until the transaction ends, in the order of their ids, so that two callers cannot wait for each other. */
  async lock(namespace: string, ids: readonly string[]): Promise<Memory[]> {
    if (ids.length === 0) return [];
    const rows = await this.database.query<MemoryRow>(sql`
      SELECT ${MEMORY_COLUMNS} FROM memories m
      WHERE ${inNamespace(namespace)} AND m.id = ANY(${ids}::uuid[])
      ORDER BY m.id FOR UPDATE OF m`);
    return toMemories(rows);
  }

  /** The newest active memory of the reference. */
  async findByReference(namespace: string, reference: ScopedName): Promise<Memory | null> {
    const [memory] = await this.findAll(
      namespace,
      await this.findNewest(namespace, [{ ...reference, isWaiting: false }]),
    );
    return memory ?? null;
  }

  /**
   * The newest active memory of each reference that has one, by `targetText`. Locks these and the references until the transaction ends: of
   * two concurrent upserts the second sees what the first stored.
   */
  async lockNewest(namespace: string, references: readonly UpsertReference[]): Promise<Map<string, Memory>> {
    if (references.length === 0) return new Map();
    await this.lockReferences(namespace, references);
    const wanted = new Set(references.map(textOf));
    for (;;) {
      const ids = await this.findNewest(namespace, references);
      const locked = await this.lock(namespace, ids);
      const found = new Map(
        locked.flatMap((memory) => {
          const text = memory.status === 'active' ? targetText(memory) : null;
          return text === null ? [] : [[text, memory] as const];
        }),
      );
      // Others may have changed a memory before it was locked.
      if (found.size === ids.length && [...found.keys()].every((each) => wanted.has(each))) return found;
    }
  }

  /** Locks stores with `dedupe` until the transaction ends: the second one sees what the first one stored. */
  lockForDedupe(namespace: string): Promise<void> {
    return this.database.lockInTransaction(namespace);
  }

  async findActiveByContent(
    namespace: string,
    contents: readonly string[],
  ): Promise<Pick<Memory, 'id' | 'type' | 'content' | 'scope' | 'trust'>[]> {
    return this.database.query(sql`
      SELECT m.id, m.type, m.content, m.scope, m.trust FROM memories m
      WHERE ${inNamespace(namespace)} AND m.status = 'active'
        AND m.content_key = ANY(${contents.flatMap(contentKeys)}::bigint[])
      ORDER BY m.created_at, m.seq`);
  }

  async edit(namespace: string, id: string, edit: MemoryEdit, act: Act): Promise<boolean> {
    const fields = editedColumns(edit);
    const change = sql`
      WITH former AS (
        SELECT m.* FROM memories m WHERE ${inNamespace(namespace)} AND m.id = ${id}::uuid FOR UPDATE
      ), moment AS MATERIALIZED (${timeAfter(sql`former`, act.at)}), edited AS (
        UPDATE memories m SET ${assignments(edit)} FROM former f CROSS JOIN moment t
        WHERE ${inNamespace(namespace)} AND m.id = ${id}::uuid AND f.id = m.id
        RETURNING m.namespace_id, m.id
      )
      INSERT INTO memory_history (namespace_id, memory_id, at, event, session_id, by, former)
      SELECT e.namespace_id, e.id, (SELECT t.at FROM moment t), 'edited', ${act.sessionId}, ${act.by},
        (SELECT jsonb_object_agg(v.key, v.value) FROM jsonb_each(to_jsonb(f)) v
          WHERE v.key = ANY(${fields}::text[]) OR (v.key = 'title' AND f.title_derived AND 'content' = ANY(${fields}::text[])))
      FROM edited e JOIN former f ON f.id = e.id`;
    const changes = Object.fromEntries(changedFields(edit).map(({ name }) => [name, edit[name]]));
    return this.trail.recorded(
      async () => (await this.database.execute(change)) > 0,
      (found) => (found ? changeNote(namespace, [id], 'edited', act, changes) : null),
    );
  }

  async noteResolved(namespace: string, ids: readonly string[], act: Act): Promise<void> {
    const noting = sql`
      INSERT INTO memory_history (namespace_id, memory_id, at, event, session_id, by)
      SELECT m.namespace_id, m.id, ${statementTime(act.at)}, 'resolved', ${act.sessionId}, ${act.by}
      FROM memories m WHERE ${inNamespace(namespace)} AND m.id = ANY(${ids}::uuid[])`;
    await this.trail.recorded(
      () => this.database.execute(noting),
      (noted) => (noted > 0 ? changeNote(namespace, ids, 'resolved', act) : null),
    );
  }

  /** First the namespace, which transactions lock before its memories, then the references in one order. */
  private async lockReferences(namespace: string, references: readonly UpsertReference[]): Promise<void> {
    const found = await this.database.query(
      sql`SELECT 1 AS one FROM held_namespaces n WHERE n.name = ${namespace} FOR KEY SHARE`,
    );
    if (found.length === 0) throw namespaceNotFound(namespace);
    await this.database.query(sql`
      SELECT count(pg_advisory_xact_lock(k.key))::float8 AS locked FROM (
        SELECT DISTINCT hashtextextended(${namespace} || ' ' || r.name || r.scope, 1) AS key
        FROM ${tableOf(references)} ORDER BY key
      ) AS k`);
  }

  private async findNewest(namespace: string, references: readonly UpsertReference[]): Promise<string[]> {
    const rows = await this.database.query<{ id: string }>(sql`
      SELECT f.id FROM ${tableOf(references)}
      CROSS JOIN LATERAL (
        SELECT m.id FROM memories m
        WHERE ${inNamespace(namespace)} AND m.source_ref = r.name
          AND COALESCE(m.scope, '') = r.scope AND m.status = 'active' AND (m.trust = 'quarantined') = r.waiting
          AND ${IS_SOUND}
        ORDER BY m.created_at DESC, m.seq DESC LIMIT 1
      ) AS f`);
    return rows.map(({ id }) => id);
  }
}

/** The columns `name`, `scope` and `waiting` of `r`. */
function tableOf(references: readonly UpsertReference[]): Sql {
  const { names, scopes } = namesAndScopes(references);
  const waiting = references.map(({ isWaiting }) => isWaiting);
  return sql`unnest(${names}::text[], ${scopes}::text[], ${waiting}::boolean[]) AS r (name, scope, waiting)`;
}

const TEXT_FIELDS: ReadonlySet<EditedName> = new Set(['title', 'content']);
/** Edited fields on which no other column depends. */
const PLAIN_FIELDS = EDITED_FIELDS.filter(({ name }) => !TEXT_FIELDS.has(name));

/** `t.at`: the time of the edit. */
function assignments(edit: MemoryEdit): Sql {
  const derived = edit.content === null ? null : deriveTitle(edit.content);
  const key = edit.content === null ? null : contentKey(edit.content);
  return sql`
    title = COALESCE(${edit.title}::text, CASE WHEN f.title_derived THEN ${derived}::text END, f.title),
    title_derived = f.title_derived AND ${edit.title}::text IS NULL,
    content = COALESCE(${edit.content}::text, f.content),
    content_key = COALESCE(${key}::bigint, f.content_key),
    ${joined(PLAIN_FIELDS.map((field) => assignment(field, edit)))},
    updated_at = ${movedOn(sql`t.at`)}`;
}

function assignment(field: NamedField<EditedName>, edit: MemoryEdit): Sql {
  if (isCleared(edit, field.name)) return sql`${columnOf(field)} = NULL`;
  return sql`${columnOf(field)} = COALESCE(${parameterOf(field, edit[field.name])}, ${columnOf(field, 'f')})`;
}

/** The columns whose former values the history keeps. */
function editedColumns(edit: MemoryEdit): string[] {
  return [...changedFields(edit).map(({ column }) => column), 'updated_at'];
}
