import { resolve } from 'node:path';
import { Client, Pool, type ClientBase, type PoolConfig } from 'pg';
import { readDatabaseUrl } from '../config/database-url';
import type { Env } from '../config/env';
import { DatabaseClient, finderOf, type DatabaseClientConfig } from './database-client';
import { connectionOf } from './driver-connection';

const CONNECT_TIMEOUT_MS = 5_000;
/** An idle connection is checked after that; by itself the system begins after two hours. */
const KEEP_ALIVE_MS = 10_000;
/** The server reports its own time-out first. A server that does not is given up after this much more time. */
const ANSWER_MARGIN_MS = 5_000;

export type DatabaseConfig = PoolConfig & DatabaseClientConfig;

/** How to connect to the database of the settings. */
export function poolConfig(env: Env): DatabaseConfig {
  return env.DATABASE_URL === null ? embeddedPoolConfig(env.DATA_DIR) : serverConfig(env, env.DATABASE_URL);
}

/** One connection: the embedded engine has one session, for which a second connection would only wait. */
function embeddedPoolConfig(dataDir: string): DatabaseConfig {
  return { host: resolve(dataDir), port: 5432, user: 'postgres', database: 'postgres', max: 1 };
}

function serverConfig(env: Env, text: string): DatabaseConfig {
  const address = readDatabaseUrl(text);
  if (address === null) throw new Error('DATABASE_URL cannot be read');
  const { url, servers, attributes } = address;
  const config = {
    connectionString: url,
    attributes,
    max: env.DATABASE_POOL_SIZE,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_MS,
    application_name: 'agent-memory-service',
    statement_timeout: env.DATABASE_STATEMENT_TIMEOUT_MS,
    // Prisma's driver adapter drops the offset of a time with zone, so sessions must be in UTC.
    options: '-c timezone=UTC',
  };
  return servers.length === 0 ? config : { ...config, finder: finderOf(servers, config) };
}

/** `onError` is called when a connection breaks while it is idle. */
export function openPool(env: Env, onError: (error: Error) => void): Pool {
  const config = poolConfig(env);
  // The types of the pool know no class of clients with a configuration of its own.
  const pool = new Pool({ ...config, Client: DatabaseClient as unknown as PoolConfig['Client'] });
  pool.on('error', onError);
  discardUnfinished(pool);
  endUnanswered(pool, env.DATABASE_STATEMENT_TIMEOUT_MS + ANSWER_MARGIN_MS);
  return pool;
}

/**
 * Closes released connections that have an open transaction. If a statement of a transaction times out, so does its
 * rollback; the statements of the next user would join the transaction and be lost with it.
 */
function discardUnfinished(pool: Pool): void {
  pool.on('release', (_error: Error, client: ClientBase) => {
    // The pool does not keep a connection that is ending.
    if (client instanceof Client && client.getTransactionStatus() !== 'I') void client.end();
  });
}

/**
 * Closes connections in use that receive nothing for `timeoutMs`; their statement fails with `Query read timeout`. The
 * driver's `query_timeout` keeps rows in memory for too long (docs/PERFORMANCE.md).
 */
export function endUnanswered(pool: Pool, timeoutMs: number): void {
  const inUse = new WeakSet<ClientBase>();
  pool.on('acquire', (client) => inUse.add(client));
  pool.on('release', (_error: Error, client: ClientBase) => inUse.delete(client));
  pool.on('connect', (client: ClientBase) => {
    const { stream } = connectionOf(client);
    stream.setTimeout(timeoutMs);
    stream.on('timeout', () => {
      if (inUse.has(client)) stream.destroy(new Error('Query read timeout'));
    });
  });
}
