// SQL: rows from `json_to_recordset`, with ON CONFLICT, in batches.
import { Injectable } from '@nestjs/common';
import { createHash } from 'node:crypto';
import { recordedWrite } from '../audit/recorded-write';
import { columnDefinitions, columnList, columnOf, joined, parameterOf } from '../backend/embedded/column-sql';
import { FIELD_LIST, type NamedField } from '../backend/memory-columns';
import { PrismaService } from '../database/prisma.service';
import { sql, type Sql } from '../database/sql';
import type { Outcome } from './import-tally';

export interface MemoryImport {
  /** The lines, as a JSON array. */
  json: string;
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

interface ImportedName {
  id: string;
  namespace: string;
}

interface ImportedRow extends ImportedName {
  outcome: Outcome;
}

/** Brings memories back, each together with its history or not at all. */
@Injectable()
export class ImportMemoriesRepository {
  constructor(private readonly database: PrismaService) {}

  /** A memory that is there stays as it is. Rejects, having stored nothing, where a line cannot be stored. */
  async insert(memories: MemoryImport): Promise<Outcome[]> {
    await this.makeRoom(memories.lastSeq);
    const insertion = sql`
      WITH judged AS MATERIALIZED (${judged(memories)}
      ), stored AS (
        INSERT INTO memories (namespace_id, seq, content_key, ${columnList(FIELD_LIST)})
        OVERRIDING SYSTEM VALUE
        SELECT j.namespace_id, j.seq, j.content_key, ${IMPORTED_VALUES}
        FROM judged j WHERE j.outcome = 'stored' ORDER BY j.ordinality
        ON CONFLICT DO NOTHING RETURNING namespace_id, id
      ), noted AS (
        INSERT INTO memory_history (namespace_id, memory_id, at, event, session_id, by, former, sweep_id)
        SELECT s.namespace_id, s.id, h.at, h.event, h.session_id, h.by, h.former, h.sweep_id
        FROM stored s JOIN judged j ON j.namespace_id = s.namespace_id AND j.id = s.id
        CROSS JOIN LATERAL ROWS FROM (json_to_recordset(j.history) AS (${HISTORY})) WITH ORDINALITY AS h
        ORDER BY j.ordinality, h.ordinality
      )
      SELECT outcome, id, namespace FROM judged ORDER BY ordinality`;
    return this.database.transaction(async () => {
      const rows = await this.database.query<ImportedRow>(insertion);
      await this.record(
        rows.filter(({ outcome }) => outcome === 'stored'),
        memories.json,
        'imported',
      );
      return rows.map((row) => row.outcome);
    });
  }

  /** One record for each agent of the slice. */
  private async record(stored: readonly ImportedName[], json: string, event: string): Promise<void> {
    for (const chain of new Set(stored.map(({ namespace }) => namespace))) {
      const ids = stored.filter(({ namespace }) => namespace === chain).map(({ id }) => id);
      const slice = createHash('sha256').update(json).digest('hex');
      const items = ids.map((id) => ({ kind: 'memory', id, event, fields: { slice } }));
      const note = { chain, operation: 'importAgents', actor: null, items };
      await recordedWrite(
        this.database,
        () => Promise.resolve(),
        () => note,
      );
    }
  }

  /** What is kept of deleted memories; how many are new. */
  async insertDeleted(json: string): Promise<number> {
    const insertion = sql`
      WITH given AS MATERIALIZED (
        SELECT n.id AS namespace_id, g.namespace, g.id, g.history, g.ordinality
        FROM ROWS FROM (json_to_recordset(${json}::json) AS (namespace text, id uuid, history json))
          WITH ORDINALITY AS g LEFT JOIN namespaces n ON n.name = g.namespace
        WHERE NOT EXISTS (SELECT FROM memory_history h WHERE h.namespace_id = n.id AND h.memory_id = g.id)
          AND NOT EXISTS (SELECT FROM memories m WHERE m.namespace_id = n.id AND m.id = g.id)
      ), noted AS (
        INSERT INTO memory_history (namespace_id, memory_id, at, event, session_id, by, former, sweep_id)
        SELECT g.namespace_id, g.id, h.at, h.event, h.session_id, h.by, h.former, h.sweep_id
        FROM given g
        CROSS JOIN LATERAL ROWS FROM (json_to_recordset(g.history) AS (${HISTORY})) WITH ORDINALITY AS h
        ORDER BY g.ordinality, h.ordinality
      )
      SELECT id, namespace FROM given ORDER BY ordinality`;
    return this.database.transaction(async () => {
      const rows = await this.database.query<ImportedName>(insertion);
      await this.record(rows, json, 'history imported');
      return rows.length;
    });
  }

  /** Later memories get a higher sequence number than imported ones. */
  private async makeRoom(seq: number): Promise<void> {
    await this.database.query(sql`
      SELECT setval(s.name, GREATEST(${seq}::bigint, nextval(s.name)))::text AS seq
      FROM (SELECT pg_get_serial_sequence('memories', 'seq')::regclass AS name) s`);
  }
}

function judged({ json, contentKeys, fingerprints, formerFingerprints, force }: MemoryImport): Sql {
  const marks = contentKeys.map((key, at) => ({
    content_key: key,
    fingerprint: fingerprints[at],
    former_fingerprint: formerFingerprints[at],
  }));
  return sql`
    SELECT g.*, n.id AS namespace_id, CASE
      WHEN EXISTS (SELECT FROM memories m WHERE m.namespace_id = n.id AND m.id = g.id) THEN 'there'
      WHEN NOT ${force}::boolean AND (
        EXISTS (SELECT FROM deleted_fingerprints d
          WHERE d.namespace_id = n.id AND d.fingerprint IN (decode(g.fingerprint, 'hex'), decode(g.former_fingerprint, 'hex')))
        OR EXISTS (SELECT FROM memory_history h
          WHERE h.namespace_id = n.id AND h.memory_id = g.id AND h.event = 'deleted')) THEN 'refused'
      ELSE 'stored' END AS outcome
    FROM ROWS FROM (
      json_to_recordset(${json}::json)
        AS (namespace text, seq bigint, ${columnDefinitions(FIELD_LIST)}, history json),
      json_to_recordset(${JSON.stringify(marks)}::json) AS (content_key bigint, fingerprint text, former_fingerprint text)
    ) WITH ORDINALITY AS g LEFT JOIN namespaces n ON n.name = g.namespace`;
}
