import type { AddressInfo } from 'node:net';
import type { Express } from 'express';
import { Pool } from 'pg';

/** Longer than a benchmark leaves a connection at rest. */
const KEPT_MS = 600_000;

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
  // At a low rate most connections rest for longer than Node's 5 s.
  server.keepAliveTimeout = KEPT_MS;
  process.once('SIGTERM', () => process.exit(0));
}
