import type { PoolConfig } from 'pg';
import type { Env } from '../config/env';
import { embeddedPoolConfig } from './embedded-postgres';

const CONNECT_TIMEOUT_MS = 5_000;

/** How to connect to the database of the settings. */
export function poolConfig(env: Env): PoolConfig {
  return env.DATABASE_URL === null ? embeddedPoolConfig(env.DATA_DIR) : serverConfig(env, env.DATABASE_URL);
}

function serverConfig(env: Env, url: string): PoolConfig {
  return {
    connectionString: url,
    max: env.DATABASE_POOL_SIZE,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    keepAlive: true,
    application_name: 'agent-memory-service',
    statement_timeout: env.DATABASE_STATEMENT_TIMEOUT_MS,
    // Prisma's driver adapter drops the offset of a time with zone, so sessions must be in UTC.
    options: '-c timezone=UTC',
  };
}
