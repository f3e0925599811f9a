import { randomBytes } from 'node:crypto';
import { Client, escapeIdentifier } from 'pg';
import { Cleanup } from './cleanup';

/** A new, empty database on that server, dropped at the end; its URL. */
export async function createDatabase(serverUrl: string, cleanup: Cleanup): Promise<string> {
  const name = `memory_bench_${randomBytes(6).toString('hex')}`;
  await runStatement(serverUrl, `CREATE DATABASE ${escapeIdentifier(name)}`);
  cleanup.add(async () => {
    await runStatement(serverUrl, `DROP DATABASE IF EXISTS ${escapeIdentifier(name)} WITH (FORCE)`);
  });
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  return url.href;
}

/** Such as `PostgreSQL 16.4`. */
export async function serverVersion(serverUrl: string): Promise<string> {
  const rows = await runStatement(serverUrl, 'SHOW server_version');
  return `PostgreSQL ${String(rows[0]?.server_version)}`;
}

/** Runs one statement on a connection of its own. */
export async function runStatement(url: string, statement: string): Promise<Record<string, unknown>[]> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    const { rows } = await client.query<Record<string, unknown>>(statement);
    return rows;
  } finally {
    await client.end();
  }
}
