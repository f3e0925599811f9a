import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { runStatement } from '../support/fresh-database';
import { MemoryPeak } from '../support/resident-memory';
import { SECRET_KEY, type ServiceProcess } from '../support/service-process';

const PROGRAM = join(__dirname, '../../dist/maintenance-run.js');

export interface NightFigures {
  agents: number;
  expired: number;
  scanned: number;
  seconds: number;
  /** Most resident memory of the process, MB. */
  memory: number;
}

/** Gives every agent a policy under which the oldest day of memories expires, and runs maintenance. */
export async function measureNight(
  databaseUrl: string,
  service: Pick<ServiceProcess, 'url' | 'key'>,
  agents: readonly string[],
): Promise<NightFigures> {
  await setPolicies(databaseUrl, service, agents[0] ?? '');
  const start = performance.now();
  const memory = await runMaintenance(databaseUrl);
  const seconds = (performance.now() - start) / 1_000;
  const [sums] = await runStatement(
    databaseUrl,
    `SELECT count(DISTINCT agent_id)::float8 AS agents, coalesce(sum(changed), 0)::float8 AS expired,
       coalesce(sum(scanned), 0)::float8 AS scanned
     FROM sweeps WHERE evaluated_at > now() - interval '1 millisecond' * ${performance.now() - start}`,
  );
  const { agents: swept, expired, scanned } = sums ?? {};
  return { agents: Number(swept), expired: Number(expired), scanned: Number(scanned), seconds, memory };
}

async function setPolicies(
  databaseUrl: string,
  { url, key }: Pick<ServiceProcess, 'url' | 'key'>,
  agent: string,
): Promise<void> {
  const [row] = await runStatement(
    databaseUrl,
    `SELECT extract(day FROM now() - min(m.created_at))::int AS days FROM memories m WHERE m.status = 'active'
     AND m.namespace_id = (SELECT n.id FROM namespaces n JOIN agents a ON a.namespace = n.name WHERE a.agent_id = '${agent}')`,
  );
  const response = await fetch(`${url}/api/v2/agents/${agent}/policy`, {
    method: 'PUT',
    headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${key}` },
    body: JSON.stringify({ retention: { fact: `${Math.max(1, Number(row?.days))}d` } }),
  });
  if (!response.ok) throw new Error(`PUT policy: ${response.status} ${await response.text()}`);
  await runStatement(
    databaseUrl,
    `INSERT INTO policies (agent_id, policy, updated_at)
     SELECT a.agent_id, p.policy, p.updated_at FROM agents a, policies p
     WHERE p.agent_id = '${agent}' AND a.agent_id <> p.agent_id
     ON CONFLICT (agent_id) DO UPDATE SET policy = excluded.policy, updated_at = excluded.updated_at`,
  );
}

/** Its own process, as a nightly job runs it. Most resident memory, MB. */
async function runMaintenance(databaseUrl: string): Promise<number> {
  const variables = { NODE_ENV: 'production', DATABASE_URL: databaseUrl, SERVICE_SECRET_KEY: SECRET_KEY };
  const env = { PATH: process.env.PATH, ...variables };
  const child = spawn(process.execPath, [PROGRAM], {
    cwd: tmpdir(),
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const peak = new MemoryPeak(child.pid ?? 0);
  const [printed] = await Promise.all([text(child.stdout), once(child, 'exit')]);
  const memory = peak.stop();
  if (child.exitCode !== 0) throw new Error(`Maintenance failed: ${printed}`);
  return memory;
}
