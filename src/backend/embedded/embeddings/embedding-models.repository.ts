// SQL: advisory locks, slices of memories in one statement, and a transaction id (`xid8`).
import { PrismaService } from '../../../database/prisma.service';
import { sql, type Sql } from '../../../database/sql';
import { TEXT_FORM } from './embedding-backlog.repository';
import type { VectorSpace } from '../../../retrieval/vectors';

/** A model that memories are embedded with, as the database knows it. */
export interface EmbeddingModel extends VectorSpace {
  name: string;
  /** Put before every memory's text. */
  textPrefix: string;
}

/** Names the lock under which models change their roles. */
const ROLES_LOCK = 'embedding_models';

const MODEL_COLUMNS: Sql = sql`w.id, w.name, w.text_prefix AS "textPrefix", w.dimensions,
  w.similarity_mean AS mean, w.similarity_deviation AS deviation`;

/** The memory up to which memories are enlisted. */
interface EnlistPlace {
  namespace_id: string;
  memory_id: string;
}

export type CandidateModel = Omit<EmbeddingModel, 'id'>;

/** The models and their roles; see the table for what they mean. */
export class EmbeddingModelsRepository {
  constructor(private readonly database: PrismaService) {}

  async current(): Promise<EmbeddingModel | null> {
    const rows = await this.database.query<EmbeddingModel>(sql`
      SELECT ${MODEL_COLUMNS} FROM embedding_models w WHERE w.is_current`);
    return rows[0] ?? null;
  }

  /** Whether memories of the time before a model was wanted are still to be enlisted. */
  async hasToEnlist(modelId: number): Promise<boolean> {
    const rows = await this.database.query(sql`
      SELECT 1 AS found FROM embedding_models w
      WHERE w.id = ${modelId}::int AND w.is_wanted AND NOT w.is_enlisted`);
    return rows.length > 0;
  }

  /**
   * Makes a model the wanted one, and the current one where there is none yet. What it is wanted for already
   * goes on; a model that loses both roles is left for `dropFormer`.
   */
  register(model: CandidateModel): Promise<EmbeddingModel> {
    return this.database.transaction(async () => {
      await this.database.lockInTransaction(ROLES_LOCK);
      const wanted = await this.findWanted(model);
      if (wanted) return wanted;
      await this.database.execute(sql`UPDATE embedding_models SET is_wanted = false WHERE is_wanted`);
      return (await this.wantAgain(model)) ?? (await this.insert(model));
    });
  }

  /**
   * Enlists the next memories of the time before the model was wanted, at most `limit`. False when there are
   * none left, or somebody else is at it, or a transaction of that time is still open.
   */
  enlist(modelId: number, limit: number): Promise<boolean> {
    return this.database.transaction(async () => {
      const place = await this.placeOfEnlisting(modelId);
      if (place === null) return false;
      const last = await this.lastOfSlice(place, limit);
      if (last.count > 0) await this.enlistUntil(modelId, place, last);
      await this.database.execute(sql`
        UPDATE embedding_models SET is_enlisted = ${last.count < limit}::boolean,
          enlisted_namespace = ${last.namespace_id}::bigint, enlisted_memory = ${last.memory_id}::uuid
        WHERE id = ${modelId}::int`);
      return true;
    });
  }

  /** Makes the wanted model current once only memories with that many `attempts` wait for it. True if it did. */
  takeOver(modelId: number, attempts: number): Promise<boolean> {
    return this.database.transaction(async () => {
      await this.database.lockInTransaction(ROLES_LOCK);
      const enlisted = await this.database.query(sql`
        SELECT 1 AS one FROM embedding_models w
        WHERE w.id = ${modelId}::int AND w.is_wanted AND NOT w.is_current AND w.is_enlisted`);
      if (enlisted.length === 0) return false;
      const waiting = await this.database.query(sql`
        SELECT 1 AS one FROM embedding_backlog b
        WHERE b.model_id = ${modelId}::int AND b.attempts < ${attempts}::int LIMIT 1`);
      if (waiting.length > 0) return false;
      await this.database.execute(sql`UPDATE embedding_models SET is_current = false WHERE is_current`);
      await this.database.execute(sql`
        UPDATE embedding_models SET is_current = true WHERE id = ${modelId}::int`);
      return true;
    });
  }

  /** Deletes at most `limit` vectors of models without a role. False when none are left. */
  async dropFormer(limit: number): Promise<boolean> {
    const former = await this.database.query<{ id: number }>(sql`
      SELECT w.id FROM embedding_models w WHERE NOT w.is_current AND NOT w.is_wanted ORDER BY w.id LIMIT 1`);
    const id = former[0]?.id;
    if (id === undefined) return false;
    // Up to a hash, and not by the place of the rows: a distributed database finds none on several servers by it.
    const [end] = await this.database.query<{ hash: Uint8Array }>(sql`
      SELECT h.text_hash AS hash FROM (
        SELECT e.text_hash FROM memory_embeddings e WHERE e.model_id = ${id}::int ORDER BY e.text_hash LIMIT ${limit}
      ) AS h ORDER BY h.text_hash DESC LIMIT 1`);
    if (end)
      await this.database.execute(sql`
        DELETE FROM memory_embeddings e WHERE e.model_id = ${id}::int AND e.text_hash <= ${end.hash}::bytea`);
    else await this.dropModel(id);
    return true;
  }

  private async findWanted(model: CandidateModel): Promise<EmbeddingModel | null> {
    const rows = await this.database.query<EmbeddingModel>(sql`
      SELECT ${MODEL_COLUMNS} FROM embedding_models w WHERE w.is_wanted AND ${sameAs(model)}`);
    return rows[0] ?? null;
  }

  /** A current model that was about to be replaced: memories stored since lack its vector. */
  private async wantAgain(model: CandidateModel): Promise<EmbeddingModel | null> {
    const rows = await this.database.query<EmbeddingModel>(sql`
      UPDATE embedding_models w SET is_wanted = true, is_enlisted = false, enlist_fence = NULL,
        enlisted_namespace = 0, enlisted_memory = '00000000-0000-0000-0000-000000000000'
      WHERE w.is_current AND ${sameAs(model)} RETURNING ${MODEL_COLUMNS}`);
    return rows[0] ?? null;
  }

  private async insert(model: CandidateModel): Promise<EmbeddingModel> {
    const rows = await this.database.query<EmbeddingModel>(sql`
      INSERT INTO embedding_models AS w
        (name, text_prefix, text_form, dimensions, similarity_mean, similarity_deviation, is_current, is_wanted)
      SELECT ${model.name}, ${model.textPrefix}, ${TEXT_FORM}::smallint, ${model.dimensions}::int, ${model.mean}::float8,
        ${model.deviation}::float8, NOT EXISTS (SELECT 1 FROM embedding_models c WHERE c.is_current), true
      RETURNING ${MODEL_COLUMNS}`);
    const [inserted] = rows;
    if (!inserted) throw new Error('An embedding model was not inserted');
    return inserted;
  }

  /**
   * Where enlisting goes on, locked until the transaction ends. The fence is set at the first call, when the
   * model's role is committed: a writer that did not see it has an older transaction.
   */
  private async placeOfEnlisting(modelId: number): Promise<EnlistPlace | null> {
    await this.database.execute(sql`
      UPDATE embedding_models w SET enlist_fence = pg_snapshot_xmax(pg_current_snapshot())
      WHERE w.id = ${modelId}::int AND w.enlist_fence IS NULL`);
    const rows = await this.database.query<EnlistPlace>(sql`
      SELECT w.enlisted_namespace::text AS namespace_id, w.enlisted_memory AS memory_id
      FROM embedding_models w
      WHERE w.id = ${modelId}::int AND w.is_wanted AND NOT w.is_enlisted
        AND w.enlist_fence <= pg_snapshot_xmin(pg_current_snapshot())
      FOR UPDATE SKIP LOCKED`);
    return rows[0] ?? null;
  }

  /** The end of a slice of memories after a place, and their number; the place itself if there are none. */
  private async lastOfSlice(place: EnlistPlace, limit: number): Promise<EnlistPlace & { count: number }> {
    const rows = await this.database.query<EnlistPlace & { count: number }>(sql`
      SELECT s.namespace_id::text, s.id AS memory_id, s.count::float8 AS count FROM (
        SELECT m.namespace_id, m.id, row_number() OVER (ORDER BY m.namespace_id, m.id) AS count FROM memories m
        WHERE ${isAfter(place)} ORDER BY m.namespace_id, m.id LIMIT ${limit}
      ) AS s ORDER BY s.namespace_id DESC, s.id DESC LIMIT 1`);
    return rows[0] ?? { ...place, count: 0 };
  }

  private async enlistUntil(modelId: number, place: EnlistPlace, last: EnlistPlace): Promise<void> {
    await this.database.execute(sql`
      INSERT INTO embedding_backlog (namespace_id, memory_id, model_id)
      SELECT m.namespace_id, m.id, ${modelId}::int FROM memories m LEFT JOIN memory_embeddings e
        ON e.namespace_id = m.namespace_id AND e.memory_id = m.id AND e.model_id = ${modelId}::int
      WHERE ${isAfter(place)} AND (m.namespace_id, m.id) <= (${last.namespace_id}::bigint, ${last.memory_id}::uuid)
        AND e.memory_id IS NULL
      ON CONFLICT DO NOTHING`);
  }

  /** Models that got a role again meanwhile stay. */
  private dropModel(id: number): Promise<void> {
    return this.database.transaction(async () => {
      await this.database.lockInTransaction(ROLES_LOCK);
      const isUnwanted = sql`w.id = ${id}::int AND NOT w.is_current AND NOT w.is_wanted`;
      const rows = await this.database.query(
        sql`SELECT 1 AS one FROM embedding_models w WHERE ${isUnwanted}`,
      );
      if (rows.length === 0) return;
      // A distributed database has no foreign key that would take these away.
      await this.database.execute(sql`DELETE FROM embedding_backlog b WHERE b.model_id = ${id}::int`);
      await this.database.execute(sql`DELETE FROM embedding_models w WHERE ${isUnwanted}`);
    });
  }
}

function isAfter(place: EnlistPlace): Sql {
  return sql`(m.namespace_id, m.id) > (${place.namespace_id}::bigint, ${place.memory_id}::uuid)`;
}

function sameAs(model: CandidateModel): Sql {
  return sql`w.name = ${model.name} AND w.text_prefix = ${model.textPrefix}
    AND w.text_form = ${TEXT_FORM}::smallint AND w.dimensions = ${model.dimensions}::int`;
}
