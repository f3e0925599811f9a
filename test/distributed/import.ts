import assert from 'node:assert/strict';
import { eventually } from '../support/eventually';
import type { CitusCluster } from './citus-cluster';
import { Agent } from './main-path';

interface Line {
  kind: string;
}
interface Imported {
  created: number;
  existing: number;
  refused: number;
  errors: unknown[];
}

/** Brings agents back that were deleted, with their memories and histories, from one file with the lines of all of them. */
export async function importsAgents(cluster: CitusCluster, service: string, ids: string[]): Promise<void> {
  const exports = await Promise.all(ids.map((id) => linesOf(service, id)));
  const before = await Promise.all(ids.map((id) => stateOf(service, id)));
  for (const id of ids) await remove(service, id);
  const left = () =>
    cluster.query(`SELECT 1 AS one FROM namespaces
      WHERE name IS NULL OR name = ANY('{${ids.map((id) => `service_agent_${id}`).join(',')}}')`);
  await eventually(left, (rows) => rows.length === 0);
  const file = fileOf(ids, exports);
  const created = before.flat().length;
  const counted = async () => {
    const { errors, ...counts } = await send(service, file);
    assert.deepEqual(errors, []);
    return [counts.created, counts.existing, counts.refused];
  };
  assert.deepEqual(await counted(), [created, 0, 0]);
  assert.deepEqual(await Promise.all(ids.map((id) => stateOf(service, id))), before);
  for (const [at, id] of ids.entries())
    assert.deepEqual(historyOf(await linesOf(service, id)), historyOf(exports[at] ?? []));
  assert.deepEqual(await counted(), [0, created, 0]);
  console.log(`import: ${ids.length} agents from one file as they were, and nothing twice`);
}

async function stateOf(service: string, id: string): Promise<string[]> {
  return (await (await Agent.open(service, id)).recent()).sort();
}

async function linesOf(service: string, id: string): Promise<Line[]> {
  const response = await fetch(`${service}/api/v2/agents/${id}/export`);
  const text = await response.text();
  assert.equal(response.status, 200, text);
  return text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Line);
}

/** The memories with their histories, and what is kept of deleted ones. */
function historyOf(lines: readonly Line[]): Line[] {
  return lines.filter(({ kind }) => kind === 'memory' || kind === 'deleted' || kind === 'fingerprint');
}

function fileOf(ids: readonly string[], exports: readonly Line[][]): string {
  const data = exports.flatMap((lines) => lines.filter(({ kind }) => kind !== 'header' && kind !== 'end'));
  const [header] = exports[0] ?? [];
  const lines = [{ ...header, agents: ids }, ...data, { kind: 'end', lines: data.length + 1 }];
  return `${lines.map((line) => JSON.stringify(line)).join('\n')}\n`;
}

async function remove(service: string, id: string): Promise<void> {
  const response = await fetch(`${service}/api/v2/agents/${id}?delete-backup-too=true`, { method: 'DELETE' });
  assert.equal(response.status, 200, await response.text());
}

async function send(service: string, body: string): Promise<Imported> {
  const headers = { 'Content-Type': 'application/x-ndjson' };
  const response = await fetch(`${service}/api/v2/import`, { method: 'POST', headers, body });
  const text = await response.text();
  assert.equal(response.status, 200, text);
  return JSON.parse(text) as Imported;
}
