// SQL: batches with RETURNING, row locks, and confirmations that store fingerprints in the same statement.
import { runningOperation } from '../../../audit/audit-operation';
import type { AuditNote } from '../../../audit/audit-trail';
import { noteOn, recordedWrite } from '../../../audit/recorded-write';
import { UUID_PATTERN } from '../../../common/uuid';
import type { MemoryTransfer } from '../../memory-store';
import { PrismaService } from '../../../database/prisma.service';
import { sql, type Sql } from '../../../database/sql';
import type { KeyedEntry, PageCursor } from '../../pages';
import type { Act, Dated, HistoryEntry, NewMemory } from '../../memory';
import type { LaterChange } from '../reading/past-memory';
import type { DatedAct } from './memory-change';

/** A change, logged before the backend is called. */
export interface NewChange extends HistoryEntry {
  memoryId: string;
  sweepId: string | null;
  /** Digest of the changed memory (see `digestOf`); null for a deletion. */
  digest: string | null;
  /** Hash of deleted content, in hex. */
  fingerprint: string | null;
}

/** A change whose outcome in the backend is unknown. */
export interface OpenChange {
  /** Ids follow the order of time. */
  id: number;
  memoryId: string;
  digest: string | null;
}

export interface LeftOpen {
  id: number;
  namespace: string;
  memoryId: string;
}

/** What the audit chain holds of a change. */
interface RecordedChange extends Pick<NewChange, 'memoryId' | 'event' | 'by' | 'sessionId' | 'digest'> {
  namespace: string;
}

export class RemoteChangesRepository {
  constructor(private readonly database: PrismaService) {}

  /** Records a copy, which changes nothing in its namespace. */
  async recordCopy({ from, to, id, newId }: MemoryTransfer): Promise<void> {
    const item = { kind: 'memory', id, event: 'copied', fields: { to, id: newId } };
    const nothing = () => Promise.resolve();
    await recordedWrite(this.database, nothing, () => noteOn(from, 'copyMemory', item));
  }

  /** Dates an act without a time by the service's own database: its replicas share that clock. */
  async dated(act: Act): Promise<DatedAct> {
    return { ...act, at: act.at ?? (await this.database.now()) };
  }

  /** The same for new memories. */
  async datedAll(memories: readonly NewMemory[]): Promise<Dated<NewMemory, 'createdAt'>[]> {
    const now = await this.database.now();
    return memories.map((memory) => ({ ...memory, createdAt: memory.createdAt ?? now }));
  }

  /** Logs changes in order, and returns their ids. */
  async add(namespace: string, changes: readonly NewChange[], isConfirmed: boolean): Promise<number[]> {
    if (changes.length === 0) return [];
    const adding = sql`
      INSERT INTO remote_changes (namespace, memory_id, at, event, session_id, by, former, sweep_id, digest,
        fingerprint, confirmed)
      SELECT ${namespace}, c.memory_id, c.at, c.event, c.session_id, c.by, c.former, c.sweep_id,
        decode(c.digest, 'hex'), decode(c.fingerprint, 'hex'), ${isConfirmed}
      FROM ROWS FROM (json_to_recordset(${JSON.stringify(changes.map(toJson))}::json)
        AS (memory_id text, at timestamptz, event text, session_id text, by text, former jsonb, sweep_id uuid,
          digest text, fingerprint text)) WITH ORDINALITY AS c
      ORDER BY c.ordinality
      RETURNING id::float8 AS id`;
    const recorded = isConfirmed ? changes.map((change) => ({ ...change, namespace })) : [];
    const rows = await this.recorded(recorded, () => this.database.query<{ id: number }>(adding));
    return rows.map(({ id }) => id).sort((one, other) => one - other);
  }

  /** The open changes of these memories, oldest first. */
  async findOpen(namespace: string, memoryIds: readonly string[]): Promise<OpenChange[]> {
    return this.database.query(sql`
      SELECT c.id::float8 AS id, c.memory_id AS "memoryId", encode(c.digest, 'hex') AS digest
      FROM remote_changes c
      WHERE c.namespace = ${namespace} AND c.memory_id = ANY(${memoryIds}::text[]) AND NOT c.confirmed
      ORDER BY c.id`);
  }

  /** Open changes after one, oldest first. */
  async findLeftOpen(after: number, limit: number): Promise<LeftOpen[]> {
    return this.database.query(sql`
      SELECT c.id::float8 AS id, c.namespace, c.memory_id AS "memoryId" FROM remote_changes c
      WHERE NOT c.confirmed AND c.id > ${after}::bigint ORDER BY c.id LIMIT ${limit}`);
  }

  /** Ids of memories whose creation in a session is open. */
  async findOpenInSession(namespace: string, sessionId: string): Promise<string[]> {
    const rows = await this.database.query<{ memoryId: string }>(sql`
      SELECT c.memory_id AS "memoryId" FROM remote_changes c
      WHERE c.session_id = ${sessionId} AND c.event = 'created' AND c.namespace = ${namespace} AND NOT c.confirmed`);
    return rows.map(({ memoryId }) => memoryId);
  }

  /** Confirms changes and runs `record` with it. Erases the values and report texts of deleted memories. */
  async confirm(ids: readonly number[], record?: () => Promise<unknown>): Promise<void> {
    if (record) {
      return this.database.transaction(async () => {
        await record();
        await this.confirm(ids);
      });
    }
    if (ids.length === 0) return;
    await this.database.transaction(async () => {
      await this.recorded(await this.holdOpen(ids), () => this.database.execute(confirmation(ids)));
    });
  }

  /** Locks those of these changes that are not confirmed, until the transaction ends. */
  private holdOpen(ids: readonly number[]): Promise<RecordedChange[]> {
    return this.database.query<RecordedChange>(sql`
      SELECT c.namespace, c.memory_id AS "memoryId", c.event, c.by, c.session_id AS "sessionId",
        encode(c.digest, 'hex') AS digest
      FROM remote_changes c WHERE c.id = ANY(${ids}::bigint[]) AND NOT c.confirmed ORDER BY c.id FOR UPDATE`);
  }

  /** The backend has made a change when it is confirmed, so that is when it is recorded. */
  private recorded<Result>(changes: readonly RecordedChange[], work: () => Promise<Result>): Promise<Result> {
    if (changes.length === 0) return work();
    return this.database.transaction(async () => {
      const result = await work();
      for (const change of changes) {
        const note = noteOf(change);
        await recordedWrite(
          this.database,
          () => Promise.resolve(),
          () => note,
        );
      }
      return result;
    });
  }

  /** Whether these changes are not confirmed; waits for a transaction that is confirming them. */
  async areOpen(ids: readonly number[]): Promise<boolean> {
    const rows = await this.database.query(sql`
      SELECT 1 AS one FROM remote_changes c WHERE c.id = ANY(${ids}::bigint[]) AND NOT c.confirmed FOR UPDATE`);
    return rows.length > 0;
  }

  async drop(ids: readonly number[]): Promise<void> {
    if (ids.length === 0) return;
    await this.database.execute(sql`
      WITH stale AS (${staleOf(ids)}) DELETE FROM remote_changes c WHERE c.id = ANY(${ids}::bigint[])`);
  }

  /** Newest first, the creation last. */
  async history(
    namespace: string,
    memoryId: string,
    after: PageCursor | null,
    limit: number,
  ): Promise<KeyedEntry[]> {
    const at = after && new Date(after.createdAt);
    const following = after
      ? sql`AND (c.event = 'created' OR (c.at, c.id) < (${at}::timestamptz, ${after.key}::bigint))`
      : sql``;
    return this.database.query<KeyedEntry>(sql`
      SELECT c.id::text AS key, c.at, c.event, c.session_id AS "sessionId", c.by,
        CASE WHEN c.event = 'edited' THEN c.former END AS former
      FROM remote_changes c
      WHERE c.namespace = ${namespace} AND c.memory_id = ${memoryId} AND c.confirmed ${following}
      ORDER BY c.event = 'created', c.at DESC, c.id DESC
      LIMIT ${limit}`);
  }

  /** Later changes by memory id, oldest first, with open ones: if one was lost, its old values equal the document. */
  async later(namespace: string, ids: readonly string[], at: Date): Promise<Map<string, LaterChange[]>> {
    const rows = await this.database.query<LaterChange & { id: string }>(sql`
      SELECT c.memory_id AS id, c.at, c.event, c.former FROM remote_changes c
      WHERE c.namespace = ${namespace} AND c.memory_id = ANY(${ids}::text[]) AND c.at >= ${at}::timestamptz
      ORDER BY c.at, c.id`);
    const later = new Map<string, LaterChange[]>();
    for (const { id, ...change } of rows) {
      const changes = later.get(id);
      if (changes) changes.push(change);
      else later.set(id, [change]);
    }
    return later;
  }

  /** The memories with logged changes, open or confirmed. */
  async findKnown(namespace: string, memoryIds: readonly string[]): Promise<string[]> {
    const rows = await this.database.query<{ id: string }>(sql`
      SELECT DISTINCT c.memory_id AS id FROM remote_changes c
      WHERE c.namespace = ${namespace} AND c.memory_id = ANY(${memoryIds}::text[])`);
    return rows.map(({ id }) => id);
  }

  /** Memories that a session created, later deleted ones included. */
  async countCreatedInSession(namespace: string, sessionId: string): Promise<number> {
    const rows = await this.database.query<{ count: number }>(sql`
      SELECT count(DISTINCT c.memory_id)::float8 AS count FROM remote_changes c
      WHERE c.session_id = ${sessionId} AND c.event = 'created' AND c.namespace = ${namespace} AND c.confirmed`);
    return rows[0]?.count ?? 0;
  }

  /** The fingerprints whose contents were deleted from the namespace. */
  async findDeleted(namespace: string, fingerprints: readonly string[]): Promise<Set<string>> {
    const rows = await this.database.query<{ fingerprint: string }>(sql`
      SELECT encode(f.fingerprint, 'hex') AS fingerprint FROM remote_fingerprints f
      WHERE f.namespace = ${namespace}
        AND f.fingerprint = ANY(SELECT decode(g, 'hex') FROM unnest(${fingerprints}::text[]) AS g)`);
    return new Set(rows.map(({ fingerprint }) => fingerprint));
  }

  /** Deletes one slice of a namespace; false when nothing is left. */
  async forgetSlice(namespace: string, limit: number): Promise<boolean> {
    const slice = (table: Sql): Sql => sql`
      DELETE FROM ${table} t USING (
        SELECT s.ctid AS place FROM ${table} s WHERE s.namespace = ${namespace} LIMIT ${limit}
      ) AS o WHERE t.ctid = o.place`;
    const tables = [
      sql`remote_changes`,
      sql`remote_fingerprints`,
      sql`remote_indexes`,
      sql`remote_documents`,
      sql`remote_stale`,
      sql`link_cursors`,
    ];
    let isMore = false;
    for (const table of tables) isMore = (await this.database.execute(slice(table))) === limit || isMore;
    return isMore;
  }
}

/** The documents of changes that end here must be read again, where listings have an index (see DocumentIndex). */
function staleOf(ids: readonly number[]): Sql {
  return sql`INSERT INTO remote_stale (namespace, memory_id)
        SELECT DISTINCT c.namespace, c.memory_id FROM remote_changes c
        JOIN remote_indexes i ON i.namespace = c.namespace
        WHERE c.id = ANY(${ids}::bigint[]) AND c.event <> 'resolved'`;
}

function toJson(change: NewChange): Record<string, unknown> {
  return {
    memory_id: change.memoryId,
    at: change.at,
    event: change.event,
    session_id: change.sessionId,
    by: change.by,
    former: change.former,
    sweep_id: change.sweepId,
    digest: change.digest,
    fingerprint: change.fingerprint,
  };
}

/** Null for ids of other programs that are none. */
function asUuid(id: Sql): Sql {
  return sql`CASE WHEN ${id} ~* ${`^${UUID_PATTERN}$`} THEN ${id}::uuid END`;
}

/** Erases the values and report texts of deleted memories. */
function confirmation(ids: readonly number[]): Sql {
  return sql`
      WITH gone AS MATERIALIZED (
        SELECT c.namespace, c.memory_id, c.fingerprint, c.at FROM remote_changes c
        WHERE c.id = ANY(${ids}::bigint[]) AND c.event = 'deleted' AND NOT c.confirmed
      ), stale AS (${staleOf(ids)}), confirmed AS (
        UPDATE remote_changes c SET confirmed = true, xid = pg_current_xact_id(), former = CASE WHEN NOT EXISTS (
          SELECT FROM gone g WHERE g.namespace = c.namespace AND g.memory_id = c.memory_id) THEN c.former END
        WHERE c.id = ANY(${ids}::bigint[])
      ), emptied AS (
        UPDATE remote_changes c SET former = NULL FROM gone g
        WHERE c.namespace = g.namespace AND c.memory_id = g.memory_id AND c.former IS NOT NULL
          AND c.id <> ALL(${ids}::bigint[])
      ), unlinked AS (
        DELETE FROM memory_links l USING agents a, (SELECT g.namespace, ${asUuid(sql`g.memory_id`)} AS id FROM gone g) d
        WHERE a.namespace = d.namespace AND l.agent_id = a.agent_id
          AND (l.older_id = d.id OR l.newer_id = d.id AND l.state <> 'applied')
      ), marked AS (
        INSERT INTO remote_fingerprints (namespace, fingerprint, deleted_at)
        SELECT g.namespace, g.fingerprint, min(g.at) FROM gone g WHERE g.fingerprint IS NOT NULL
        GROUP BY g.namespace, g.fingerprint ORDER BY g.namespace, g.fingerprint
        ON CONFLICT DO NOTHING
      )
      SELECT forget_in_reports(array_agg(g.memory_id::uuid), g.at) FROM gone g
      WHERE g.memory_id ~* ${`^${UUID_PATTERN}$`} GROUP BY g.at`;
}

function noteOf({ namespace, memoryId, event, by, sessionId, digest }: RecordedChange): AuditNote {
  const item = { kind: 'memory', id: memoryId, event, fields: { digest } };
  // Of an expiry and a purge, `by` says why.
  const actor = runningOperation()?.actor ?? by;
  return { chain: namespace, operation: `${event}Memories`, actor, sessionId, items: [item] };
}
