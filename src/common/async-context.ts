import { AsyncLocalStorage } from 'node:async_hooks';

/** One for all: before Node 24, each AsyncLocalStorage that was ever used makes every promise of the process slower. */
const contexts = new AsyncLocalStorage<ReadonlyMap<object, unknown>>();

/** A value that goes along with the work that runs with it, through all that this work waits for. */
export class AsyncContext<Value> {
  run<Result>(value: Value, work: () => Result): Result {
    return contexts.run(new Map(contexts.getStore()).set(this, value), work);
  }

  /** Runs `work` as if it were not part of any that has a value. */
  exit<Result>(work: () => Result): Result {
    const others = new Map(contexts.getStore());
    others.delete(this);
    return contexts.run(others, work);
  }

  /** Undefined outside of such work. */
  get(): Value | undefined {
    return contexts.getStore()?.get(this) as Value | undefined;
  }
}
