import { Client, type ClientBase, type Pool } from 'pg';
import { connectionOf } from './driver-connection';

/** What PostgreSQL answers to writes on a standby, or where transactions only read. */
const READ_ONLY = '25006';

/**
 * Closes all connections when a server refuses a write because it only reads: another one is the primary now, and a
 * proxy leads new connections there. `onReadOnly` is called before. Connections in use end when they are released.
 */
export function dropReadOnly(pool: Pool, onReadOnly: () => void): void {
  const idle = new Set<ClientBase>();
  const inUse = new Set<ClientBase>();
  const stale = new WeakSet<ClientBase>();
  const refused = (): void => {
    onReadOnly();
    for (const client of inUse) stale.add(client);
    for (const client of idle) connectionOf(client).stream.destroy(new Error('The server only reads'));
  };
  pool.on('acquire', (client: ClientBase) => {
    idle.delete(client);
    inUse.add(client);
  });
  pool.on('release', (_error: Error, client: ClientBase) => {
    inUse.delete(client);
    if (stale.has(client) && client instanceof Client) void client.end();
    else idle.add(client);
  });
  pool.on('remove', (client: ClientBase) => {
    idle.delete(client);
    inUse.delete(client);
  });
  pool.on('connect', (client: ClientBase) => {
    connectionOf(client).on('errorMessage', (error: { code?: string }) => {
      if (error.code === READ_ONLY) refused();
    });
  });
}
