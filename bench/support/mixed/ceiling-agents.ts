import type { Pool } from 'pg';
import type { FeedCursor } from '../../../src/retrieval/change-feed';

/** What the ceiling knows of an agent: it verifies no token. */
export interface CeilingAgent {
  agentId: string;
  namespace: string;
  sessionId: string;
  /** Of its memories at the start. */
  ids: string[];
  /** Where its last reading of changes ended; null before the first. */
  cursor: FeedCursor | null;
}

/** Agents with a live session, by their ids. */
export async function readCeilingAgents(pool: Pool): Promise<Map<string, CeilingAgent>> {
  const { rows } = await pool.query<{ agent_id: string; namespace: string; session_id: string }>(
    `SELECT a.agent_id, a.namespace, s.session_id
     FROM agents a JOIN sessions s ON s.agent_id = a.agent_id AND s.status = 'active'`,
  );
  const agents = new Map<string, CeilingAgent>();
  for (const { agent_id: agentId, namespace, session_id: sessionId } of rows) {
    const memories = await pool.query<{ id: string }>(
      `SELECT m.id FROM memories m JOIN namespaces n ON n.id = m.namespace_id
       WHERE n.name = $1 AND m.status = 'active' ORDER BY m.seq`,
      [namespace],
    );
    const ids = memories.rows.map(({ id }) => id);
    agents.set(agentId, { agentId, namespace, sessionId, ids, cursor: null });
  }
  return agents;
}
