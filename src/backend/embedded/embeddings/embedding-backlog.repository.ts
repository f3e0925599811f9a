// SQL: FOR UPDATE SKIP LOCKED, the database's clock, and vectors from `json_to_recordset`.
import { createHash } from 'node:crypto';
import { PrismaService } from '../../../database/prisma.service';
import { sql, type Sql } from '../../../database/sql';
import { byNamespace } from '../by-namespace';
import { IS_SOUND, MEMORY_TEXT } from '../memory-rows';

interface BacklogKey {
  namespaceId: string;
  memoryId: string;
}

/** A memory taken from the backlog to be embedded. */
export interface BacklogItem extends BacklogKey {
  revision: number;
  /** This one included. */
  attempts: number;
  text: string;
}

export interface EmbeddedItem {
  item: BacklogItem;
  vector: Int8Array;
}

export interface BacklogCounts {
  /** Memories that wait, at most `MAX_COUNTED`. */
  waiting: number;
  /** Those of them that failed often. */
  failing: number;
}

/** Counting a long backlog exactly would cost more than knowing is worth. */
const MAX_COUNTED = 100_000;

/**
 * A claim looks at so many times what it takes: on a distributed database, where each namespace is a statement, it finds
 * more of the same namespaces. It looks at more where others have taken or locked all of that, up to the second number of
 * memories.
 */
const AHEAD = 4;
const MOST_AHEAD = 4_096;

/** Rows with the same text that are read for each text, of which one is used: `ok` may be the text of many memories. */
const SAME_TEXTS = 20;

/** The stored hash of a memory's text: 128 bits in hex. */
export function textHash(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 32);
}

/** The memories that wait for their vectors. Processes share it: none takes a memory that another one has taken. */
export class EmbeddingBacklogRepository {
  constructor(private readonly database: PrismaService) {}

  /** Takes at most `limit` due memories. They are due again after `leaseMs`, in case this process ends. */
  async claim(modelId: number, limit: number, leaseMs: number): Promise<BacklogItem[]> {
    for (let look = limit * AHEAD; ; look *= AHEAD) {
      const due = await this.findDue(modelId, look);
      const taken: Omit<BacklogItem, 'text'>[] = [];
      for (const keys of await this.together(due))
        if (taken.length < limit)
          taken.push(...(await this.take(modelId, keys, { limit: limit - taken.length, leaseMs })));
      if (taken.length > 0) return this.withTexts(taken);
      if (due.length < look || look >= MOST_AHEAD) return [];
    }
  }

  /** Vectors of texts that were embedded before, by hash. Of texts that many memories have, some may be missing. */
  async known(modelId: number, hashes: readonly string[]): Promise<Map<string, Int8Array>> {
    const rows = await this.database.query<{ hash: string; vector: Uint8Array }>(sql`
      SELECT DISTINCT ON (v.text_hash) encode(v.text_hash, 'hex') AS hash, v.vector FROM (
        SELECT e.text_hash, e.vector FROM memory_embeddings e
        WHERE e.model_id = ${modelId}::int AND e.text_hash = ANY(${hashes.map((hash) => Buffer.from(hash, 'hex'))}::bytea[])
        LIMIT ${hashes.length * SAME_TEXTS}) AS v
      ORDER BY v.text_hash`);
    return new Map(rows.map(({ hash, vector }) => [hash, new Int8Array(vector)]));
  }

  /**
   * Keeps vectors and takes their memories off the backlog: of memories that still say what was embedded. One
   * that somebody is changing at this moment stays in the backlog. The number of kept ones.
   */
  async complete(modelId: number, embedded: readonly EmbeddedItem[]): Promise<number> {
    const itemOf = new Map(embedded.map((each) => [nameOf(each.item), each]));
    const items = embedded.map(({ item }) => item);
    return this.database.transaction(async () => {
      const done: EmbeddedItem[] = [];
      for (const some of await this.together(items))
        for (const key of await this.takeOff(modelId, some)) {
          const each = itemOf.get(nameOf(key));
          if (each) done.push(each);
        }
      await this.keep(modelId, done);
      return done.length;
    });
  }

  /** Gives memories back as if they had not been taken: the failure was not theirs. */
  async release(modelId: number, items: readonly BacklogItem[]): Promise<void> {
    for (const some of await this.together(items))
      await this.database.execute(sql`
        UPDATE embedding_backlog b SET attempts = GREATEST(0, b.attempts - 1), due_at = now()
        WHERE ${isOneOf(sql`b`, some)} AND b.model_id = ${modelId}::int AND b.revision = ${revisionIn(some, sql`b`)}`);
  }

  /** Lets a memory wait before it is tried again. */
  async defer(modelId: number, item: BacklogItem, waitMs: number): Promise<void> {
    await this.database.execute(sql`
      UPDATE embedding_backlog b SET due_at = now() + ${waitMs}::float8 * interval '1 millisecond'
      WHERE b.namespace_id = ${item.namespaceId}::bigint AND b.memory_id = ${item.memoryId}::uuid
        AND b.model_id = ${modelId}::int AND b.revision = ${item.revision}::int`);
  }

  /** `failing`: after this many attempts. */
  async count(modelId: number, failing: number): Promise<BacklogCounts> {
    const rows = await this.database.query<BacklogCounts>(sql`
      SELECT count(*)::float8 AS waiting, (count(*) FILTER (WHERE c.attempts >= ${failing}::int))::float8 AS failing
      FROM (SELECT b.attempts FROM embedding_backlog b WHERE b.model_id = ${modelId}::int LIMIT ${MAX_COUNTED}) AS c`);
    return rows[0] ?? { waiting: 0, failing: 0 };
  }

  private findDue(modelId: number, limit: number): Promise<BacklogKey[]> {
    return this.database.query(sql`
      SELECT d.namespace_id::text AS "namespaceId", d.memory_id AS "memoryId" FROM embedding_backlog d
      WHERE d.model_id = ${modelId}::int AND d.due_at <= now()
      ORDER BY d.due_at LIMIT ${limit}`);
  }

  /** In groups that one statement can lock: a distributed database locks no rows of several namespaces. */
  private async together<Row extends BacklogKey>(rows: readonly Row[]): Promise<(readonly Row[])[]> {
    if (rows.length === 0) return [];
    const groups = [...byNamespace(rows).values()];
    return groups.length > 1 && (await this.database.isDistributed()) ? groups : [rows];
  }

  /** Takes the first of these memories that are due and that no other transaction has locked. */
  private take(
    modelId: number,
    keys: readonly BacklogKey[],
    { limit, leaseMs }: { limit: number; leaseMs: number },
  ): Promise<Omit<BacklogItem, 'text'>[]> {
    return this.database.query(sql`
      WITH due AS (
        SELECT d.namespace_id, d.memory_id FROM embedding_backlog d
        WHERE ${isOneOf(sql`d`, keys)} AND d.model_id = ${modelId}::int AND d.due_at <= now()
        ORDER BY d.due_at LIMIT ${limit} FOR UPDATE SKIP LOCKED
      )
      UPDATE embedding_backlog b
      SET attempts = b.attempts + 1, due_at = now() + ${leaseMs}::float8 * interval '1 millisecond'
      FROM due WHERE ${isOneOf(sql`b`, keys)}
        AND (b.namespace_id, b.memory_id, b.model_id) = (due.namespace_id, due.memory_id, ${modelId}::int)
      RETURNING b.namespace_id::text AS "namespaceId", b.memory_id AS "memoryId", b.revision, b.attempts`);
  }

  /** Takes memories with unchanged texts off the backlog. They stay locked until the transaction ends. */
  private takeOff(modelId: number, items: readonly BacklogItem[]): Promise<BacklogKey[]> {
    return this.database.query(sql`
      WITH held AS (
        SELECT m.namespace_id, m.id AS memory_id FROM memories m WHERE ${isOneOf(sql`m`, items, sql`id`)}
        FOR KEY SHARE SKIP LOCKED
      )
      DELETE FROM embedding_backlog b USING held h
      WHERE ${isOneOf(sql`b`, items)}
        AND (b.namespace_id, b.memory_id, b.model_id) = (h.namespace_id, h.memory_id, ${modelId}::int)
        AND b.revision = ${revisionIn(items, sql`b`)}
      RETURNING b.namespace_id::text AS "namespaceId", b.memory_id AS "memoryId"`);
  }

  private async keep(modelId: number, embedded: readonly EmbeddedItem[]): Promise<void> {
    if (embedded.length === 0) return;
    const rows = embedded.map(({ item, vector }) => ({
      ...toRow(item),
      hash: textHash(item.text),
      vector: Buffer.from(vector.buffer, vector.byteOffset, vector.length).toString('base64'),
    }));
    await this.database.execute(sql`
      INSERT INTO memory_embeddings (namespace_id, memory_id, model_id, text_hash, vector)
      SELECT d.namespace_id, d.memory_id, ${modelId}::int, decode(d.hash, 'hex'), decode(d.vector, 'base64')
      FROM json_to_recordset(${JSON.stringify(rows)}::json)
        AS d (namespace_id bigint, memory_id uuid, hash text, vector text)
      ON CONFLICT (namespace_id, memory_id, model_id) DO UPDATE
        SET text_hash = excluded.text_hash, vector = excluded.vector, xid = excluded.xid`);
  }

  /**
   * The texts of memories. Read after they were taken: a text changed since has moved the revision, and its vector
   * is not kept; read together with it, a text could be older than the revision.
   */
  private async withTexts(taken: readonly Omit<BacklogItem, 'text'>[]): Promise<BacklogItem[]> {
    const rows = await this.database.query<{ id: string; text: string }>(sql`
      SELECT d.namespace_id::text || ' ' || d.memory_id AS id,
        ${MEMORY_TEXT} AS text
      FROM json_to_recordset(${JSON.stringify(taken.map(toRow))}::json) AS d (namespace_id bigint, memory_id uuid)
      JOIN memories m ON m.namespace_id = d.namespace_id AND m.id = d.memory_id AND ${IS_SOUND}`);
    const texts = new Map(rows.map(({ id, text }) => [id, embeddedText(text)]));
    return taken.flatMap((item) => {
      const text = texts.get(nameOf(item));
      return text === undefined ? [] : [{ ...item, text }];
    });
  }
}

/** A condition on a table with rows of memories. Of one namespace it names that by a value, as a distributed database needs it. */
function isOneOf(table: Sql, keys: readonly BacklogKey[], id = sql`memory_id`): Sql {
  const ids = keys.map(({ memoryId }) => memoryId);
  const [first] = keys;
  if (keys.every(({ namespaceId }) => namespaceId === first?.namespaceId))
    return sql`${table}.namespace_id = ${first?.namespaceId}::bigint AND ${table}.${id} = ANY(${ids}::uuid[])`;
  const namespaces = keys.map(({ namespaceId }) => namespaceId);
  return sql`(${table}.namespace_id, ${table}.${id}) IN (
    SELECT k.namespace_id, k.id FROM unnest(${namespaces}::bigint[], ${ids}::uuid[]) AS k (namespace_id, id))`;
}

/** The revision of the item that a row of the backlog is; null for other rows. */
function revisionIn(items: readonly BacklogItem[], row: Sql): Sql {
  const name = sql`${row}.namespace_id::text || ' ' || ${row}.memory_id`;
  return sql`(${items.map(({ revision }) => revision)}::int[])[array_position(${items.map(nameOf)}::text[], ${name})]`;
}

function nameOf({ namespaceId, memoryId }: BacklogKey): string {
  return `${namespaceId} ${memoryId}`;
}

function toRow({ namespaceId, memoryId, revision }: Omit<BacklogItem, 'text'>) {
  return { namespace_id: namespaceId, memory_id: memoryId, revision };
}

/**
 * Which form of a memory's text is embedded; part of a model's identity. Raise it when `embeddedText` changes: all
 * memories are then embedded again, as with another model.
 */
export const TEXT_FORM = 1;

/** A time of day in brackets, as chat logs write it: `[1:56 pm on 8 May, 2023] `. */
const TIME = /^[[(][^\][()\n]{0,40}\d:\d\d[^\][()\n]{0,40}[\])]\s*/;

/** The text without the time of a turn, which makes turns of one session alike. A text of only a time keeps it. */
export function embeddedText(text: string): string {
  const rest = text.replace(TIME, '');
  return rest === '' ? text : rest;
}
