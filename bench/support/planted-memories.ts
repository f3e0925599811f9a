import { namespaceOf } from '../../src/agents/agent';
import { runStatement } from './fresh-database';
import { startProgress } from '../../src/common/progress';

/** Memories of one statement: the triggers hold the rows of a statement in memory. */
const SLICE = 200_000;

const COLUMNS = `namespace_id, id, title, title_derived, content, content_key, type, confidence, tags, source,
  provenance, actor_id, created_at, updated_at`;
const VALUES = `gen_random_uuid(), 'Memory number ' || i, true, 'Memory number ' || i || ' about topic ' || i % 997,
  i, (ARRAY['fact', 'preference', 'event'])[1 + i % 3], 0.8, '{}', 'agent', 'explicit_statement', 'bench',
  now() - i * interval '1 second', now() - i * interval '1 second'`;

/** Memories of an agent that exists. */
export async function plantMemories(databaseUrl: string, agentId: string, memories: number): Promise<void> {
  await runStatement(
    databaseUrl,
    `INSERT INTO memories (${COLUMNS}) SELECT n.id, ${VALUES}
     FROM namespaces n, generate_series(1, ${memories}) i WHERE n.name = '${namespaceOf(agentId)}'`,
  );
}

/** So many agents that share so many memories evenly. */
export async function plantAgents(databaseUrl: string, agents: number, memories: number): Promise<void> {
  await runStatement(
    databaseUrl,
    `INSERT INTO agents (agent_id, namespace, pattern, created_at)
     SELECT 'planted-' || i, '${namespaceOf('planted-')}' || i, 'support', now() FROM generate_series(1, ${agents}) i`,
  );
  await runStatement(
    databaseUrl,
    `INSERT INTO namespaces (name, created_at)
     SELECT '${namespaceOf('planted-')}' || i, now() FROM generate_series(1, ${agents}) i`,
  );
  const [{ first } = { first: 0 }] = await runStatement(
    databaseUrl,
    `SELECT min(id)::float8 AS first FROM namespaces WHERE name LIKE '${namespaceOf('planted-')}%'`,
  );
  const progress = startProgress('Planting memories', memories);
  for (let from = 1; from <= memories; from += SLICE) {
    const until = Math.min(memories, from + SLICE - 1);
    await runStatement(
      databaseUrl,
      `INSERT INTO memories (${COLUMNS})
       SELECT ${String(first)} + (i::bigint * ${agents} / ${memories + 1}), ${VALUES} FROM generate_series(${from}, ${until}) i`,
    );
    progress.step(until - from + 1);
  }
  progress.stop();
  await runStatement(databaseUrl, 'VACUUM (ANALYZE)');
}

/** Entries of 30 days in the activity log, each of a random session of 2,000 and of one of three tools. */
export async function plantActivity(databaseUrl: string, entries: number): Promise<void> {
  await runStatement(
    databaseUrl,
    `INSERT INTO agents (agent_id, namespace, pattern, created_at)
     VALUES ('planted-activity', '${namespaceOf('planted-activity')}', 'support', now())`,
  );
  await runStatement(
    databaseUrl,
    `INSERT INTO sessions (session_id, agent_id, token_hash, started_at, expires_at, status)
     SELECT 'sess_' || lpad(i::text, 12, '0'), 'planted-activity', '', now() - interval '31 days', now(), 'expired'
     FROM generate_series(1, 2000) i`,
  );
  const progress = startProgress('Planting the activity log', entries);
  for (let until = entries; until > 0; until -= SLICE) {
    const from = Math.max(1, until - SLICE + 1);
    await runStatement(
      databaseUrl,
      `INSERT INTO activity (ts, tool, agent_id, session_id, op, kind, n)
       SELECT now() - i * interval '30 days' / ${entries}, (ARRAY['claude-code', 'cursor', 'codex'])[1 + floor(random() * 3)::int],
         'planted-activity', 'sess_' || lpad((1 + floor(random() * 2000)::int)::text, 12, '0'), 'recall',
         CASE WHEN random() < 0.3 THEN 'write' ELSE 'read' END, floor(random() * 10)::int
       FROM generate_series(${until}, ${from}, -1) i`,
    );
    progress.step(until - from + 1);
  }
  progress.stop();
  await runStatement(databaseUrl, 'VACUUM (ANALYZE)');
}
