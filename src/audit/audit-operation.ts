import { AsyncContext } from '../common/async-context';

/** The running operation, which the records of its writes name. */
export interface AuditOperation {
  /** The operation of the API, or the name of a job; null while it is not known. */
  operation: string | null;
  /** The actor of writes that do not name one. */
  actor: string | null;
}

const running = new AsyncContext<AuditOperation>();

export function duringOperation<T>(operation: AuditOperation, work: () => T): T {
  return running.run(operation, work);
}

/** Null outside of an operation. */
export function runningOperation(): AuditOperation | null {
  return running.get() ?? null;
}

/** Sets the actor of the running operation. */
export function noteActor(actor: string): void {
  const operation = running.get();
  if (operation) operation.actor = actor;
}
