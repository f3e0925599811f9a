// SQL: positions of transactions (`xid8`), one table of cursors for both backends, and holds by the database's clock.
import { isHeldUntil } from '../database/bounded-work';
import type { PrismaService } from '../database/prisma.service';
import { sql, type Sql } from '../database/sql';

/** Where a text stands among those of its namespace: by the transaction that wrote it, and then by its memory. */
export interface TextPlace {
  xid: string;
  memoryId: string;
}

export interface WrittenTexts {
  /** In the order in which they were written; each can be passed once it was read. */
  places: TextPlace[];
  /** Whether there are more, or some whose order is not settled, because an older transaction still runs. */
  isMore: boolean;
}

export interface TextBacklog {
  /** Namespaces with texts that wait. */
  namespaces: number;
  memories: number;
  /** Since the text that waits longest was written, in seconds; 0 without any. */
  ageSeconds: number;
}

/** A `TextPlace` as SQL. */
export interface PlaceSql {
  xid: Sql;
  memoryId: Sql;
}

/** How a backend finds the texts of a namespace: tables with the columns `memory_id`, `xid` and `at`. */
export interface TextSource {
  /** Those written by this transaction and later ones, each memory once. */
  since(namespace: string, xid: Sql): Sql;
  /** Those of these memories, each memory once. */
  of(namespace: string, ids: readonly string[]): Sql;
  /** A row with how many `memories` come after a place, at most so many (null: all), and the `oldest` time of these. */
  backlog(namespace: Sql, after: PlaceSql, most: number | null): Sql;
  /** The snapshot of the server whose transactions wrote the texts. */
  snapshot(namespace: Sql): Sql;
}

/** How long a holder has a namespace, in ms, if it does not advance. It is waited for after a crash. */
export const HOLD_MS = 10_000;

/** Of the cursor `c`. A row of no cursor stands before all texts. */
const PLACE: PlaceSql = { xid: sql`coalesce(c.xid, '0'::xid8)`, memoryId: sql`coalesce(c.memory_id, '')` };

/**
 * New texts of memories in the order in which they were written, for one reader, which has a cursor for each namespace. A
 * write adds nothing here. Texts from the oldest transaction on that a snapshot does not see wait until their order is
 * settled. What an edit changes beside the text is no new text.
 */
export class TextChanges {
  private listener: ((namespace: string) => void) | null = null;

  constructor(
    private readonly database: PrismaService,
    private readonly source: TextSource,
  ) {}

  /** `listener` is called after texts may have been written by this process. */
  onWritten(listener: ((namespace: string) => void) | null): void {
    this.listener = listener;
  }

  written(namespace: string): void {
    this.listener?.(namespace);
  }

  /** Namespaces of agents with texts to read, after a name, in the order of their names. */
  async findWaiting(after: string, limit: number): Promise<string[]> {
    // A shard that moved is on a server whose transactions have other ids.
    if (await this.database.isDistributed()) await this.bringBack();
    const rows = await this.database.query<{ namespace: string }>(sql`
      SELECT a.namespace FROM ${AGENTS} CROSS JOIN LATERAL ${this.source.backlog(sql`a.namespace`, PLACE, 1)} w
      WHERE a.supersession <> 'off' AND w.memories > 0 AND a.namespace COLLATE "C" > ${after}
      ORDER BY a.namespace COLLATE "C" LIMIT ${limit}`);
    return rows.map(({ namespace }) => namespace);
  }

  async countWaiting(): Promise<TextBacklog> {
    const [row] = await this.database.query<TextBacklog>(sql`
      SELECT count(*) FILTER (WHERE w.memories > 0)::float8 AS namespaces, coalesce(sum(w.memories), 0)::float8 AS memories,
        coalesce(greatest(extract(epoch FROM clock_timestamp() - min(w.oldest)), 0), 0)::float8 AS "ageSeconds"
      FROM ${AGENTS} CROSS JOIN LATERAL ${this.source.backlog(sql`a.namespace`, PLACE, null)} w
      WHERE a.supersession <> 'off'`);
    return row ?? { namespaces: 0, memories: 0, ageSeconds: 0 };
  }

  /** Takes a namespace, or keeps it; false while another holder (a UUID) has it. */
  async hold(namespace: string, holder: string): Promise<boolean> {
    const held = await this.database.execute(sql`
      INSERT INTO link_cursors AS c (namespace, holder, held_until) VALUES (${namespace}, ${holder}::uuid, ${HOLD_END})
      ON CONFLICT (namespace) DO UPDATE SET holder = EXCLUDED.holder, held_until = EXCLUDED.held_until
      WHERE c.holder = EXCLUDED.holder OR NOT ${isHeldUntil(sql`c.held_until`, HOLD_MS)}`);
    return held === 1;
  }

  /** The next texts after the cursor, which is read first: a distributed database uses an index only with its values. */
  async readNext(namespace: string, limit: number): Promise<WrittenTexts> {
    const [cursor] = await this.database.query<TextPlace>(sql`
      SELECT c.xid::text AS xid, c.memory_id AS "memoryId" FROM link_cursors c WHERE c.namespace = ${namespace}`);
    const xid = sql`${cursor?.xid ?? '0'}::xid8`;
    const texts = textsAfter(this.source.since(namespace, xid), {
      xid,
      memoryId: sql`${cursor?.memoryId ?? ''}`,
    });
    const rows = await this.database.query<TextPlace & { isSettled: boolean }>(sql`
      SELECT t.xid::text AS xid, t.memory_id AS "memoryId", t.xid < pg_snapshot_xmin(pg_current_snapshot()) AS "isSettled"
      FROM ${texts} t
      ORDER BY t.xid, t.memory_id COLLATE "C" LIMIT ${limit}`);
    const places = rows.filter(({ isSettled }) => isSettled).map(({ xid, memoryId }) => ({ xid, memoryId }));
    return { places, isMore: rows.length === limit || places.length < rows.length };
  }

  /** Moves the cursor behind a text that was read; false, and nothing happens, if the holder has lost the namespace. */
  async advance(namespace: string, holder: string, { xid, memoryId }: TextPlace): Promise<boolean> {
    const moved = await this.database.execute(sql`
      UPDATE link_cursors SET xid = ${xid}::xid8, memory_id = ${memoryId}, held_until = ${HOLD_END}
      WHERE namespace = ${namespace} AND holder = ${holder}::uuid`);
    return moved === 1;
  }

  async release(namespace: string, holder: string): Promise<void> {
    await this.database.execute(sql`
      UPDATE link_cursors SET holder = NULL, held_until = NULL
      WHERE namespace = ${namespace} AND holder = ${holder}::uuid`);
  }

  /** Those of these memories whose text was written after one; a memory without a known text is none of them. */
  async laterThan(
    namespace: string,
    { xid, memoryId }: TextPlace,
    ids: readonly string[],
  ): Promise<Set<string>> {
    if (ids.length === 0) return new Set();
    const rows = await this.database.query<{ id: string }>(sql`
      SELECT t.memory_id AS id FROM ${this.source.of(namespace, ids)} t
      WHERE (t.xid, t.memory_id COLLATE "C") > (${xid}::xid8, ${memoryId})`);
    return new Set(rows.map(({ id }) => id));
  }

  /** Passes all texts that are there, unread, and those of transactions that still run. A holder loses the namespace. */
  async skip(namespace: string): Promise<void> {
    await this.database.execute(sql`
      INSERT INTO link_cursors (namespace, xid)
      VALUES (${namespace}, pg_snapshot_xmax(${this.source.snapshot(sql`${namespace}`)}))
      ON CONFLICT (namespace) DO UPDATE SET xid = greatest(link_cursors.xid, EXCLUDED.xid), memory_id = '',
        holder = NULL, held_until = NULL`);
  }

  /** For a namespace that is deleted. */
  async forget(namespace: string): Promise<void> {
    await this.database.execute(sql`DELETE FROM link_cursors WHERE namespace = ${namespace}`);
  }

  /** A restored backup may have cursors of a server that was ahead: without this they would pass all new texts. */
  async bringBack(): Promise<void> {
    const snapshot = this.source.snapshot(sql`namespace`);
    await this.database.execute(sql`
      UPDATE link_cursors SET xid = pg_snapshot_xmin(${snapshot}), memory_id = ''
      WHERE xid > pg_snapshot_xmax(${snapshot})`);
  }
}

/** Those of these texts that come after a place. */
export function textsAfter(texts: Sql, { xid, memoryId }: PlaceSql): Sql {
  return sql`(SELECT s.memory_id, s.xid, s.at FROM ${texts} s
    WHERE (s.xid, s.memory_id COLLATE "C") > (${xid}, ${memoryId}))`;
}

const AGENTS: Sql = sql`agents a LEFT JOIN link_cursors c ON c.namespace = a.namespace`;

const HOLD_END: Sql = sql`clock_timestamp() + ${HOLD_MS}::float8 * interval '1 millisecond'`;
