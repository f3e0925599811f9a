import { runStatement } from './fresh-database';
import type { ServiceProcess } from './service-process';

/** Deletes an agent with its memories; milliseconds until the answer. The memories are removed after it. */
export async function deleteAgent(
  { url, key }: Pick<ServiceProcess, 'url' | 'key'>,
  agentId: string,
): Promise<number> {
  const from = performance.now();
  const response = await fetch(`${url}/api/v2/agents/${agentId}?delete-backup-too=true`, {
    method: 'DELETE',
    headers: { 'X-API-Key': key },
  });
  if (!response.ok) throw new Error(`DELETE: ${response.status} ${await response.text()}`);
  return performance.now() - from;
}

/** Memories of deleted agents that are not removed yet. */
export async function countDeleted(databaseUrl: string): Promise<number> {
  const rows = await runStatement(
    databaseUrl,
    `SELECT count(*)::float8 AS left FROM memories m JOIN namespaces n ON n.id = m.namespace_id
     WHERE n.name IS NULL`,
  );
  return Number(rows[0]?.left);
}
