import { Client } from 'pg';
import { measureSizes, type Sizes } from './sizes';

/** Of the memories, in a day. */
const EDITED = 0.01;
const SLICE = 1_000;

export interface EditFigures {
  edited: number;
  seconds: number;
  /** Updates that wrote no index. */
  hotShare: number;
  deadRows: number;
  /** Dead rows at which autovacuum begins, with the settings of the server. */
  autovacuumAt: number;
  walBytes: number;
  vacuumSeconds: number;
  sizes: { before: Sizes; edited: Sizes; vacuumed: Sizes };
}

/**
 * The statement of an edit (src/backend/embedded/memories.repository.ts) for many memories by chance. `TABLESAMPLE`
 * takes pages of the table by chance, and the condition some of their rows.
 */
const EDIT = `
  WITH former AS (
    SELECT m.* FROM memories m TABLESAMPLE SYSTEM ($1) WHERE random() < 0.1 LIMIT ${SLICE} FOR UPDATE
  ), edited AS (
    UPDATE memories m SET content = f.content || ' Changed.', content_key = f.content_key + 1, updated_at = now()
    FROM former f WHERE m.namespace_id = f.namespace_id AND m.id = f.id
    RETURNING m.namespace_id, m.id
  )
  INSERT INTO memory_history (namespace_id, memory_id, at, event, session_id, by, former)
  SELECT e.namespace_id, e.id, now(), 'edited', NULL, 'bench', jsonb_build_object('content', f.content)
  FROM edited e JOIN former f ON f.namespace_id = e.namespace_id AND f.id = e.id`;

/** Edits one memory in a hundred while autovacuum is off for the table, then vacuums it. */
export async function measureEdits(databaseUrl: string): Promise<EditFigures> {
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    await client.query('VACUUM memories');
    await client.query('ALTER TABLE memories SET (autovacuum_enabled = false)');
    const before = await measureSizes(databaseUrl);
    const target = Math.floor(before.memories * EDITED);
    const [countsBefore, walBefore] = [await updateCounts(client), await walBytes(client)];
    const start = performance.now();
    const edited = await edit(client, before.memories, target);
    const seconds = (performance.now() - start) / 1_000;
    const walAfter = await walBytes(client);
    const sizes = { before, edited: await measureSizes(databaseUrl) };
    const counts = await updateCounts(client);
    const vacuumStart = performance.now();
    await client.query('VACUUM memories');
    const vacuumSeconds = (performance.now() - vacuumStart) / 1_000;
    return {
      edited,
      seconds,
      hotShare: (counts.hot - countsBefore.hot) / Math.max(1, counts.all - countsBefore.all),
      deadRows: counts.dead,
      autovacuumAt: await autovacuumAt(client),
      walBytes: walAfter - walBefore,
      vacuumSeconds,
      sizes: { ...sizes, vacuumed: await measureSizes(databaseUrl) },
    };
  } finally {
    await client.query('ALTER TABLE memories RESET (autovacuum_enabled)');
    await client.end();
  }
}

async function edit(client: Client, memories: number, target: number): Promise<number> {
  // Enough pages for a slice, at one row in ten of them.
  const percent = Math.min(100, ((SLICE * 20) / memories) * 100);
  let edited = 0;
  while (edited < target) {
    const { rowCount } = await client.query({ name: 'edit', text: EDIT, values: [percent] });
    edited += rowCount ?? 0;
  }
  return edited;
}

async function walBytes(client: Client): Promise<number> {
  const { rows } = await client.query<{ bytes: number }>(
    'SELECT wal_bytes::float8 AS bytes FROM pg_stat_wal',
  );
  return rows[0]?.bytes ?? 0;
}

async function updateCounts(client: Client): Promise<{ all: number; hot: number; dead: number }> {
  // The statistics of this session are sent when it has been idle for a moment, or at this call.
  await client.query('SELECT pg_stat_force_next_flush()').catch(() => undefined);
  const { rows } = await client.query<{ all: number; hot: number; dead: number }>(
    `SELECT n_tup_upd::float8 AS "all", n_tup_hot_upd::float8 AS hot, n_dead_tup::float8 AS dead
     FROM pg_stat_user_tables WHERE relname = 'memories'`,
  );
  return rows[0] ?? { all: 0, hot: 0, dead: 0 };
}

async function autovacuumAt(client: Client): Promise<number> {
  const { rows } = await client.query<{ dead: number }>(
    `SELECT current_setting('autovacuum_vacuum_threshold')::float8
       + current_setting('autovacuum_vacuum_scale_factor')::float8 * reltuples AS dead
     FROM pg_class WHERE oid = 'memories'::regclass`,
  );
  return rows[0]?.dead ?? 0;
}
