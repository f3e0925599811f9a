import { Logger } from '@nestjs/common';
import { setTimeout as pause } from 'node:timers/promises';
import type { Slice } from '../../../database/bounded-work';
import { Database, sql, type Sql } from '../../../database/database';

/** Rows of namespaces, in the order of a key by which the table has an index behind the namespace. */
export interface NamespaceTable {
  table: Sql;
  key: Sql;
  type: Sql;
  /** The least and the greatest key. A range closed on both sides makes the planner use the index (see `inRange`). */
  first: string;
  last: string;
}

const UUIDS = {
  type: sql`uuid`,
  first: '00000000-0000-0000-0000-000000000000',
  last: 'ffffffff-ffff-ffff-ffff-ffffffffffff',
};
const GREATEST_CHARACTER = '\u{10ffff}';
/** A fingerprint is a SHA-256 digest; this is longer. */
const GREATEST_DIGEST = `\\x${'ff'.repeat(33)}`;

export interface DeletedSlice extends Slice<string> {
  /** Milliseconds that the database worked, without the way to it and the wait for a connection. */
  ms: number;
}

/** In the order of deletion: the backlog first, so that no model is asked for its memories. */
export const NAMESPACE_TABLES: readonly NamespaceTable[] = [
  { table: sql`embedding_backlog`, key: sql`memory_id`, ...UUIDS },
  { table: sql`memory_embeddings`, key: sql`memory_id`, ...UUIDS },
  {
    table: sql`documents`,
    key: sql`id`,
    type: sql`text`,
    first: '',
    last: GREATEST_CHARACTER.repeat(2),
  },
  { table: sql`memories`, key: sql`id`, ...UUIDS },
  { table: sql`memory_history`, key: sql`memory_id`, ...UUIDS },
  {
    table: sql`memory_tombstones`,
    key: sql`xid`,
    type: sql`xid8`,
    first: '0',
    last: '18446744073709551615',
  },
  {
    table: sql`deleted_fingerprints`,
    key: sql`fingerprint`,
    type: sql`bytea`,
    first: '\\x',
    last: GREATEST_DIGEST,
  },
  { table: sql`recall_segment_chunks`, key: sql`segment_id`, ...UUIDS },
];

/** Namespaces that were deleted and whose rows are still there. */
export class DeletedNamespacesRepository {
  constructor(private readonly database: Database) {}

  /**
   * Takes the name of a namespace: from the commit of the caller's transaction nothing finds it any more. Waits for
   * transactions that store memories in it. Its id; null when there is none of this name.
   */
  async markDeleted(name: string): Promise<string | null> {
    const rows = await this.database.query<{ id: string }>(sql`
      UPDATE namespaces n SET name = NULL, deleted_at = clock_timestamp() WHERE n.name = ${name}
      RETURNING n.id::text AS id`);
    return rows[0]?.id ?? null;
  }

  /** Resolves when no open transaction holds the namespace, such as the one that marks it as deleted. */
  async waitFor(namespaceId: string): Promise<void> {
    await this.database.query(sql`
      SELECT 1 AS one FROM namespaces n WHERE n.id = ${namespaceId}::bigint FOR KEY SHARE`);
  }

  /** The one that was created first; null when there is none. */
  async findNext(): Promise<string | null> {
    const rows = await this.database.query<{ id: string }>(sql`
      SELECT n.id::text AS id FROM namespaces n WHERE n.name IS NULL ORDER BY n.id LIMIT 1`);
    return rows[0]?.id ?? null;
  }

  /** Deletes at most `limit` rows from a key on. `last`: where the next slice starts; null after the last slice. */
  async deleteSlice(
    namespaceId: string,
    { table, key, type, last }: NamespaceTable,
    from: string,
    limit: number,
  ): Promise<DeletedSlice> {
    const rows = await this.database.query<{ last: string | null; read: number; ms: number }>(sql`
      WITH slice AS MATERIALIZED (
        SELECT t.ctid AS place, t.${key} AS key FROM ${table} t
        WHERE t.namespace_id = ${namespaceId}::bigint
          AND t.${key} >= ${from}::text::${type} AND t.${key} <= ${last}::text::${type}
        ORDER BY t.${key} LIMIT ${limit}
      ), gone AS (
        DELETE FROM ${table} t USING slice s WHERE t.ctid = s.place RETURNING 1
      )
      SELECT (SELECT s.key::text FROM slice s ORDER BY s.key DESC LIMIT 1) AS last,
        (SELECT count(*) FROM slice)::float8 AS read,
        extract(epoch FROM clock_timestamp() - statement_timestamp())::float8 * 1000 AS ms
      FROM (SELECT count(*) FROM gone) AS after_deletion`);
    const { last: reached = null, read = 0, ms = 0 } = rows[0] ?? {};
    return { last: read < limit ? null : reached, touched: read, ms };
  }

  /** Deletes the namespace with what came into it after its slices, from transactions that had begun before. */
  async deleteEmptied(namespaceId: string): Promise<void> {
    await this.database.execute(sql`
      DELETE FROM namespaces n WHERE n.id = ${namespaceId}::bigint AND n.name IS NULL`);
  }
}

/** Milliseconds of work that a slice may take: other statements wait for it where there is one connection. */
const SLICE_MS = 15;
/**
 * Rests between slices last this many times as long as the database worked, so that most of it is left to others. The
 * time that the statement waited does not count: where the process is busy it is many times the work.
 */
const REST_FACTOR = 2;
const LEAST_REST_MS = 5;
const FIRST_SLICE = 100;
const RETRY_MS = 10_000;

/**
 * Deletes namespaces: the name at once, in the caller's transaction, and the rows in the background, in slices. Its
 * state is in the database: stopped at any moment, it goes on with the next start, deletion or maintenance.
 */
export class NamespaceDeletion {
  private readonly logger = new Logger(NamespaceDeletion.name);
  private readonly repository: DeletedNamespacesRepository;
  private readonly stopping = new AbortController();
  /** The work under way and the work behind it, one after the other. */
  private working: Promise<unknown> = Promise.resolve();

  constructor(private readonly database: Database) {
    this.repository = new DeletedNamespacesRepository(database);
  }

  /** Hides a namespace from the commit of the caller's transaction; one that is gone counts as deleted. */
  async delete(name: string): Promise<void> {
    const namespaceId = await this.repository.markDeleted(name);
    if (namespaceId !== null) this.startAfter(() => this.repository.waitFor(namespaceId));
  }

  /** Deletes in the background what deletions of other processes, or of earlier ones, have left. */
  start(): void {
    this.startAfter(() => Promise.resolve());
  }

  /** Stops after the slice under way. */
  async stop(): Promise<void> {
    this.stopping.abort();
    await this.working;
  }

  /** Deletes what is left of all deleted namespaces; the number of rows. Rejects when the database is away. */
  async finish(): Promise<number> {
    let deleted = 0;
    for (;;) {
      const namespaceId = await this.repository.findNext();
      if (namespaceId === null) return deleted;
      for (const table of NAMESPACE_TABLES) deleted += await this.empty(namespaceId, table);
      if (this.stopping.signal.aborted) return deleted;
      await this.repository.deleteEmptied(namespaceId);
    }
  }

  /** Apart from the caller's transaction, which may go on for a while and must not be waited for inside. */
  private startAfter(commit: () => Promise<void>): void {
    this.working = this.database.apart(() => this.working.then(() => this.commitWithRetries(commit)));
  }

  /** Tries again while the database is away. */
  private async commitWithRetries(commit: () => Promise<void>): Promise<void> {
    while (!this.stopping.signal.aborted) {
      try {
        await commit();
        await this.finish();
        return;
      } catch (error) {
        this.warn(error);
        await this.rest(RETRY_MS);
      }
    }
  }

  /** Not at a shutdown, when the database closes soon. */
  private warn(error: unknown): void {
    if (this.stopping.signal.aborted) return;
    const cause = error instanceof Error ? error.message : String(error);
    this.logger.warn(`Deleting the rows of deleted namespaces pauses for ${RETRY_MS / 1000} s: ${cause}`);
  }

  /** Ends early when the deletion is stopped. */
  private async rest(ms: number): Promise<void> {
    const options = { signal: this.stopping.signal, ref: false };
    await pause(ms, undefined, options).catch(() => undefined);
  }

  private async empty(namespaceId: string, table: NamespaceTable): Promise<number> {
    let deleted = 0;
    let from: string | null = table.first;
    let size = FIRST_SLICE;
    while (from !== null && !this.stopping.signal.aborted) {
      const slice: DeletedSlice = await this.repository.deleteSlice(namespaceId, table, from, size);
      deleted += slice.touched;
      from = slice.last;
      size = nextSliceSize(size, slice.ms, SLICE_MS);
      if (from !== null) await this.rest(Math.max(LEAST_REST_MS, slice.ms * REST_FACTOR));
    }
    return deleted;
  }
}

/** Some milliseconds of work even on a busy machine. Fewer rows cost about as much, as each statement has its price. */
const LEAST = 100;
const MOST = 1_000;
/** A single slow or fast slice says little: a disk may be busy for a moment. */
const MOST_GROWTH = 1.5;
const MOST_SHRINKING = 0.5;

/** The rows of the next slice, so that it takes about `wantedMs` milliseconds, when one of `size` rows took `tookMs`. */
export function nextSliceSize(size: number, tookMs: number, wantedMs: number): number {
  const factor = Math.min(MOST_GROWTH, Math.max(MOST_SHRINKING, wantedMs / Math.max(tookMs, 0.1)));
  return Math.round(Math.min(MOST, Math.max(LEAST, size * factor)));
}
