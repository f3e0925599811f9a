import { Client } from 'pg';

/** Agents with their namespaces, as the interface creates them, but without a session. */
export async function createAgents(
  databaseUrl: string,
  agents: readonly { agentId: string; namespace: string }[],
): Promise<void> {
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    await client.query(
      `WITH made AS (
        INSERT INTO agents (agent_id, namespace, pattern, created_at)
        SELECT a.id, a.namespace, 'tool', now() FROM unnest($1::text[], $2::text[]) AS a (id, namespace)
        RETURNING namespace, created_at
      ) INSERT INTO namespaces (name, created_at) SELECT namespace, created_at FROM made`,
      [agents.map(({ agentId }) => agentId), agents.map(({ namespace }) => namespace)],
    );
  } finally {
    await client.end();
  }
}
