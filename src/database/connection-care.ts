import type { Socket } from 'node:net';
import { Client, type ClientBase, type Pool } from 'pg';

/**
 * Keeps connections with an open transaction from coming back to the pool. Where a statement of a transaction is not
 * answered in time, neither is its roll-back, and the connection is let go in the middle of it: the statements of
 * others would be part of that transaction from then on, and undone with it, though they had been answered.
 */
export function discardUnfinished(pool: Pool): void {
  pool.on('release', (_error: Error, client: ClientBase) => {
    // The pool keeps no connection that is ending.
    if (client instanceof Client && client.getTransactionStatus() !== 'I') void client.end();
  });
}

/**
 * Hears of connections that break, at every moment of their life. One that breaks before whoever waits for it has
 * taken it has no other listener, and an error that nobody hears ends the process. Whoever uses the connection next
 * is told.
 */
export function surviveErrors(pool: Pool): void {
  pool.on('connect', (client: ClientBase) => client.on('error', () => undefined));
}

/** Where the driver keeps the connection of a client. */
interface Connected {
  connection: { stream: Socket };
}

/**
 * Closes connections on which nothing has come for `timeoutMs` while somebody waits; what is under way there fails with
 * `Query read timeout`. The driver's own `query_timeout` does the same by a timer for each statement, whose closure
 * keeps the statement and its rows through the collections of the young generation: most of what then makes the old
 * one grow (docs/PERFORMANCE.md).
 */
export function endUnanswered(pool: Pool, timeoutMs: number): void {
  const waitedFor = new WeakSet<ClientBase>();
  pool.on('acquire', (client) => waitedFor.add(client));
  pool.on('release', (_error: Error, client: ClientBase) => waitedFor.delete(client));
  pool.on('connect', (client: ClientBase) => {
    const { stream } = (client as ClientBase & Connected).connection;
    stream.setTimeout(timeoutMs);
    stream.on('timeout', () => {
      if (waitedFor.has(client)) stream.destroy(new Error('Query read timeout'));
    });
  });
}
