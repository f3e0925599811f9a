// SQL: VACUUM and ANALYZE, which Prisma does not have.
import { PrismaService } from '../database/prisma.service';
import { sql } from '../database/sql';

/** Tables from which runs delete texts, or values that follow from texts. */
export const TOUCHED_TABLES = [
  'memories',
  'memory_history',
  'memory_embeddings',
  'embedding_backlog',
  'recall_segments',
  'recall_segment_chunks',
  'conflict_rows',
  'memory_links',
  'idempotency_keys',
  'recall_traces',
  'files',
  'remote_changes',
  'remote_documents',
] as const;

/**
 * Writes the tables of the embedded database again, because deleted rows stay in their files until then. Each is locked
 * meanwhile. On a database server that is the administrator's decision (docs/GOVERNANCE.md).
 */
export async function compact(database: PrismaService): Promise<void> {
  if (database.kind !== 'embedded') return;
  for (const table of TOUCHED_TABLES) await database.execute(sql([`VACUUM (FULL, ANALYZE) ${table}`]));
  // The planner's statistics hold samples of texts.
  await database.execute(sql`VACUUM FULL pg_statistic`);
  await database.execute(sql`CHECKPOINT`);
}
