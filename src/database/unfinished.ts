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
