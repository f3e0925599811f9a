import { runStatement } from '../support/fresh-database';

export interface Size {
  name: string;
  bytes: number;
}

export interface Sizes {
  memories: number;
  /** Tables with their TOAST tables, and indexes, the largest first. */
  relations: readonly Size[];
  total: number;
}

const LEAST_BYTES = 1_000_000;

/** On disk, of relations that have at least a megabyte. */
export async function measureSizes(databaseUrl: string): Promise<Sizes> {
  const rows = await runStatement(
    databaseUrl,
    `SELECT c.relname AS name,
       (CASE c.relkind WHEN 'i' THEN pg_relation_size(c.oid) ELSE pg_table_size(c.oid) END)::float8 AS bytes
     FROM pg_class c WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'i')
     ORDER BY 2 DESC, 1`,
  );
  const [count] = await runStatement(
    databaseUrl,
    'SELECT sum(memories)::float8 AS memories FROM memory_counts',
  );
  const all = rows.map(({ name, bytes }) => ({ name: String(name), bytes: Number(bytes) }));
  return {
    memories: Number(count?.memories ?? 0),
    relations: all.filter(({ bytes }) => bytes >= LEAST_BYTES),
    total: all.reduce((sum, { bytes }) => sum + bytes, 0),
  };
}

export function sizeRows({ memories, relations, total }: Sizes): string[][] {
  return [...relations, { name: 'all', bytes: total }].map(({ name, bytes }) => [
    name,
    (bytes / 1e6).toFixed(0),
    (bytes / memories).toFixed(0),
  ]);
}
