import { Client } from 'pg';
import { uuidv7 } from 'uuidv7';
import { contentKey } from '../../src/backend/fingerprints';
import { deriveTitle } from '../../src/backend/memory';
import { startProgress } from '../../src/common/progress';
import type { Random } from './random';
import { sessionSchedule, type Filling, type ScheduledSession } from './session-schedule';

const ROWS = 5_000;
const DAY_MS = 86_400_000;
/** Kept of the first namespace, evenly spread, to make queries from. */
const SAMPLES = 2_000;

/** The parameters of the statement below, an array a column. */
interface Columns {
  namespaces: string[];
  ids: string[];
  sessions: string[];
  titles: string[];
  contents: string[];
  keys: string[];
}

/** The namespaces must exist. The defaults are those of a memory remembered with its content alone. */
const INSERT = `
  INSERT INTO memories (namespace_id, id, session_id, title, title_derived, content, content_key, type,
    confidence, tags, source, provenance, actor_id, created_at, updated_at)
  SELECT n.id, m.id, m.session_id, m.title, true, m.content, m.key, 'fact', 0.8, '{}', 'agent',
    'explicit_statement', 'bench', t.at, t.at
  FROM unnest($1::text[], $2::uuid[], $3::text[], $4::text[], $5::text[], $6::bigint[])
    WITH ORDINALITY AS m (namespace, id, session_id, title, content, key, place)
  JOIN namespaces n ON n.name = m.namespace
  CROSS JOIN LATERAL (SELECT $7::timestamptz + m.place * interval '1 microsecond' AS at) AS t
  ORDER BY m.place`;

const COMPARED = `
  INSERT INTO link_cursors (namespace, xid)
  SELECT n.name, pg_snapshot_xmax(pg_current_snapshot()) FROM unnest($1::text[]) AS n (name)
  ON CONFLICT (namespace) DO UPDATE SET xid = EXCLUDED.xid`;

/**
 * Writes made-up memories straight into the tables, since a million take minutes over HTTP. Each namespace
 * gets one session of 20 to 40 memories after another, the namespaces by chance. Returns sentences of the
 * first one. They are made now, or, where `days` are given, evenly over the days before.
 */
export async function fillMemories(
  databaseUrl: string,
  fillings: readonly Filling[],
  sentence: () => string,
  random: Random,
  days = 0,
): Promise<string[]> {
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    const samples = await insertAll(client, fillings, sentence, random, days);
    // Else the service would compare them with each other while something is measured.
    await client.query(COMPARED, [fillings.map(({ namespace }) => namespace)]);
    // What autovacuum would do some time after so many inserts, perhaps while something is measured.
    await client.query('VACUUM (ANALYZE) memories');
    return samples;
  } finally {
    await client.end();
  }
}

async function insertAll(
  client: Client,
  fillings: readonly Filling[],
  sentence: () => string,
  random: Random,
  days: number,
): Promise<string[]> {
  const total = fillings.reduce((sum, { count }) => sum + count, 0);
  const progress = startProgress('Filling', total);
  let left = total;
  const samples = new Sampler(fillings[0]);
  let columns = noColumns();
  const flush = async (): Promise<void> => {
    await insert(client, columns, new Date(Date.now() - (days * DAY_MS * left) / total));
    left -= columns.ids.length;
    progress.step(columns.ids.length);
    columns = noColumns();
  };
  for (const session of sessionSchedule(fillings, random)) {
    const contents = Array.from({ length: session.length }, sentence);
    for (const content of contents) addRow(columns, session, content);
    samples.offer(session.namespace, contents);
    if (columns.ids.length >= ROWS) await flush();
  }
  await flush();
  progress.stop();
  return samples.kept;
}

/** Keeps some of what one namespace holds, evenly spread. */
class Sampler {
  readonly kept: string[] = [];
  private readonly every: number;
  private seen = 0;

  constructor(private readonly from: Filling | undefined) {
    this.every = Math.max(1, Math.floor((from?.count ?? 0) / SAMPLES));
  }

  offer(namespace: string, contents: readonly string[]): void {
    if (namespace !== this.from?.namespace) return;
    for (const content of contents) if (this.seen++ % this.every === 0) this.kept.push(content);
  }
}

function noColumns(): Columns {
  return { namespaces: [], ids: [], sessions: [], titles: [], contents: [], keys: [] };
}

function addRow(columns: Columns, { namespace, session }: ScheduledSession, content: string): void {
  columns.namespaces.push(namespace);
  columns.ids.push(uuidv7());
  columns.sessions.push(session);
  columns.titles.push(deriveTitle(content));
  columns.contents.push(content);
  columns.keys.push(contentKey(content));
}

async function insert(client: Client, columns: Columns, at: Date): Promise<void> {
  const { namespaces, ids, sessions, titles, contents, keys } = columns;
  const values = [namespaces, ids, sessions, titles, contents, keys, at];
  const { rowCount } = await client.query({ name: 'fill', text: INSERT, values });
  if (rowCount !== ids.length) throw new Error(`Filled ${rowCount} of ${ids.length}: a namespace is missing`);
}
