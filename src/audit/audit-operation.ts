import { AsyncLocalStorage } from 'node:async_hooks';

/** What runs, for the records of what it writes. */
export interface AuditOperation {
  /** The operation of the API, or the name of a job; null while it is not known. */
  operation: string | null;
  /** Who acts, where what is written does not say so. */
  actor: string | null;
}

const running = new AsyncLocalStorage<AuditOperation>();

export function duringOperation<T>(operation: AuditOperation, work: () => T): T {
  return running.run(operation, work);
}

/** Null outside of any. */
export function runningOperation(): AuditOperation | null {
  return running.getStore() ?? null;
}

/** Names who acts in the running operation. */
export function noteActor(actor: string): void {
  const operation = running.getStore();
  if (operation) operation.actor = actor;
}
