// SQL: rows from `json_to_recordset`, with ON CONFLICT, in batches.
import { isDeepStrictEqual } from 'node:util';
import { Injectable } from '@nestjs/common';
import { insertingEntries } from '../audit/audit-entries.repository';
import type { AuditNote } from '../audit/audit-trail';
import { entriesFor } from '../audit/recorded-write';
import { columnDefinitions, columnList, columnOf, joined, parameterOf } from '../backend/embedded/column-sql';
import { heldNamespaces, idOf, inNamespace } from '../backend/embedded/memory-rows';
import { FIELD_LIST, type NamedField } from '../backend/memory-columns';
import { PrismaService } from '../database/prisma.service';
import { sql, type Sql } from '../database/sql';
import type { Outcome } from './import-tally';
import { sliceHash } from './slice-hash';

/** Lines of one namespace that are written together. */
export interface ImportSlice {
  namespace: string;
  /** The lines, as a JSON array. */
  json: string;
  /** Which memory each is of. */
  ids: readonly string[];
}

export interface MemoryImport extends ImportSlice {
  /** Of each content, in the order of the lines. */
  contentKeys: readonly string[];
  fingerprints: readonly string[];
  /** As earlier versions made them. */
  formerFingerprints: readonly string[];
  /** The greatest place in the order of storage. */
  lastSeq: number;
  /** Also imports memories that were deleted here. */
  force: boolean;
}

const HISTORY = sql`at timestamptz, event text, session_id text, by text, former jsonb, sweep_id uuid`;

const IMPORTED_VALUES = joined(FIELD_LIST.map(importedValue));

/** Exports of earlier versions lack some fields, which then have their defaults. */
function importedValue(field: NamedField): Sql {
  const column = columnOf(field, 'j');
  if (!field.isAddedLater || field.isNullable) return column;
  return sql`COALESCE(${column}, ${parameterOf(field, field.default)})`;
}

/** A line of a slice, and whether it is written. */
interface JudgedLine {
  /** From 1. */
  place: number;
  isWritten: boolean;
}

/** Brings memories back, each together with its history or not at all. */
@Injectable()
export class ImportMemoriesRepository {
  constructor(private readonly database: PrismaService) {}

  /** A memory that is there stays as it is. Rejects, having stored nothing, where a line cannot be stored. */
  async insert(memories: MemoryImport): Promise<Outcome[]> {
    await this.makeRoom(memories.lastSeq);
    const rows = await this.write<JudgedLine & { outcome: Outcome }>(
      memories,
      'imported',
      (slice) => sql`
      WITH ${heldNamespaces([memories])}, judged AS MATERIALIZED (${judged(memories)}
      ), agreed AS (
        SELECT ${slice.isAgreed(sql`SELECT ordinality FROM judged WHERE outcome = 'stored'`)} AS yes
      ), stored AS (
        INSERT INTO memories (namespace_id, seq, content_key, ${columnList(FIELD_LIST)})
        OVERRIDING SYSTEM VALUE
        SELECT n.id, j.seq, j.content_key, ${IMPORTED_VALUES}
        FROM judged j CROSS JOIN agreed a LEFT JOIN held n ON true WHERE a.yes AND j.outcome = 'stored' ORDER BY j.ordinality
        ON CONFLICT DO NOTHING RETURNING namespace_id, id
      ), noted AS (
        INSERT INTO memory_history (namespace_id, memory_id, at, event, session_id, by, former, sweep_id)
        SELECT s.namespace_id, s.id, h.at, h.event, h.session_id, h.by, h.former, h.sweep_id
        FROM stored s JOIN judged j ON j.id = s.id
        CROSS JOIN LATERAL ROWS FROM (json_to_recordset(j.history) AS (${HISTORY})) WITH ORDINALITY AS h
        ORDER BY j.ordinality, h.ordinality
      ), recorded AS (${slice.record})
      SELECT ordinality::int AS place, outcome = 'stored' AS "isWritten", outcome FROM judged ORDER BY ordinality`,
    );
    return rows.map((row) => row.outcome);
  }

  /** Inserts the histories of deleted memories. Returns how many are new. */
  async insertDeleted(slice: ImportSlice): Promise<number> {
    const rows = await this.write<JudgedLine>(
      slice,
      'history imported',
      ({ isAgreed, record }) => sql`
      WITH ${heldNamespaces([slice])}, given AS MATERIALIZED (
        SELECT g.id, g.history, g.ordinality
        FROM ROWS FROM (json_to_recordset(${slice.json}::json) AS (id uuid, history json)) WITH ORDINALITY AS g
        WHERE NOT EXISTS (SELECT 1 FROM memory_history h WHERE h.namespace_id = ${idOf(slice.namespace)} AND h.memory_id = g.id)
          AND NOT EXISTS (SELECT 1 FROM memories m WHERE ${inNamespace(slice.namespace)} AND m.id = g.id)
      ), agreed AS (SELECT ${isAgreed(sql`SELECT ordinality FROM given`)} AS yes
      ), noted AS (
        INSERT INTO memory_history (namespace_id, memory_id, at, event, session_id, by, former, sweep_id)
        SELECT n.id, g.id, h.at, h.event, h.session_id, h.by, h.former, h.sweep_id
        FROM agreed a CROSS JOIN given g LEFT JOIN held n ON true
        CROSS JOIN LATERAL ROWS FROM (json_to_recordset(g.history) AS (${HISTORY})) WITH ORDINALITY AS h
        WHERE a.yes ORDER BY g.ordinality, h.ordinality
      ), recorded AS (${record})
      SELECT ordinality::int AS place, true AS "isWritten" FROM given ORDER BY ordinality`,
    );
    return rows.length;
  }

  /**
   * Writes a slice and its records in one statement, because a transaction would copy lines of megabytes several times. The
   * records name what is written: most often all lines. If it is not all, nothing is written, and the statement is sent
   * again with what it judged.
   */
  private async write<Line extends JudgedLine>(
    { namespace, ids, json }: ImportSlice,
    event: string,
    statementOf: (slice: { isAgreed: (places: Sql) => Sql; record: Sql }) => Sql,
  ): Promise<Line[]> {
    const slice = sliceHash(json);
    let places = ids.map((_, at) => at + 1);
    for (;;) {
      const written = places.flatMap((place) => ids[place - 1] ?? []);
      const entries = await entriesFor(this.database, [noteOf(namespace, written, event, slice)]);
      const expected = places;
      const lines = await this.database.query<Line>(
        statementOf({
          isAgreed: (found) => sql`ARRAY(${found} ORDER BY ordinality) = ${expected}::bigint[]`,
          record: insertingEntries(entries, sql`(SELECT yes FROM agreed)`),
        }),
      );
      places = lines.filter(({ isWritten }) => isWritten).map(({ place }) => place);
      if (places.length === 0 || isDeepStrictEqual(places, expected)) return lines;
    }
  }

  /** Later memories get a higher sequence number than imported ones. */
  private async makeRoom(seq: number): Promise<void> {
    await this.database.query(sql`
      SELECT setval(s.name, GREATEST(${seq}::bigint, nextval(s.name)))::text AS seq
      FROM (SELECT pg_get_serial_sequence('memories', 'seq')::regclass AS name) s`);
  }
}

function judged({
  namespace,
  json,
  contentKeys,
  fingerprints,
  formerFingerprints,
  force,
}: MemoryImport): Sql {
  const marks = contentKeys.map((key, at) => ({
    content_key: key,
    fingerprint: fingerprints[at],
    former_fingerprint: formerFingerprints[at],
  }));
  return sql`
    SELECT g.*, CASE
      WHEN EXISTS (SELECT 1 FROM memories m WHERE ${inNamespace(namespace)} AND m.id = g.id) THEN 'there'
      WHEN NOT ${force}::boolean AND (
        EXISTS (SELECT 1 FROM deleted_fingerprints d
          WHERE d.namespace_id = ${idOf(namespace)} AND d.fingerprint IN (decode(g.fingerprint, 'hex'), decode(g.former_fingerprint, 'hex')))
        OR EXISTS (SELECT 1 FROM memory_history h
          WHERE h.namespace_id = ${idOf(namespace)} AND h.memory_id = g.id AND h.event = 'deleted')) THEN 'refused'
      ELSE 'stored' END AS outcome
    FROM ROWS FROM (
      json_to_recordset(${json}::json)
        AS (seq bigint, ${columnDefinitions(FIELD_LIST)}, history json),
      json_to_recordset(${JSON.stringify(marks)}::json) AS (content_key bigint, fingerprint text, former_fingerprint text)
    ) WITH ORDINALITY AS g`;
}

function noteOf(namespace: string, written: readonly string[], event: string, slice: string): AuditNote {
  const items = written.map((id) => ({ kind: 'memory' as const, id, event, fields: { slice } }));
  return { chain: namespace, operation: 'importAgents', actor: null, items };
}
