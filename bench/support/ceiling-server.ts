import type { AddressInfo } from 'node:net';
import type { Express } from 'express';
import { Pool } from 'pg';

/** As many connections as the service has, to the same database; both are named by the environment. */
export function ceilingPool(): Pool {
  return new Pool({
    connectionString: process.env.DATABASE_URL,
    max: Number(process.env.DATABASE_POOL_SIZE),
  });
}

/** Tells the process that started this one where it listens, and ends when that says so. */
export function serveCeiling(app: Express): void {
  const server = app.listen(0, '127.0.0.1', () => {
    process.send?.({ port: (server.address() as AddressInfo).port });
  });
  process.once('SIGTERM', () => process.exit(0));
}
