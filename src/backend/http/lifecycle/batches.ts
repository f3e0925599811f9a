import { DomainError, isBackendUnavailable } from '../../../common/domain-error';
import { errorCode, isDatabaseUnavailable } from '../../../database/database-errors';
import type { SweepErrors } from '../../sweep-tally';
import { MAX_DOCUMENTS, type BackendApi } from '../protocol/backend-api';

interface BatchWork<T> {
  /** The number of changed memories. Must be idempotent, count included: it may fail after its work is done. */
  take(items: readonly T[]): Promise<number>;
  /** Handles a memory that fails alone; throws when the work cannot continue. */
  fail(item: T, error: unknown): Promise<void>;
}

/** Collects memories into batches of one call. */
export class Batches<T> {
  /** Memories that were changed. */
  done = 0;
  private waiting: T[] = [];

  constructor(private readonly work: BatchWork<T>) {}

  async add(item: T): Promise<void> {
    this.waiting.push(item);
    if (this.waiting.length === MAX_DOCUMENTS) await this.flush();
  }

  /** Works on the last, incomplete batch. */
  async flush(): Promise<void> {
    const items = this.waiting;
    this.waiting = [];
    if (items.length > 0) this.done += await this.takeOrDivide(items);
  }

  /** Divides a failed batch into halves, down to the memory that fails. */
  private async takeOrDivide(items: readonly T[]): Promise<number> {
    try {
      return await this.work.take(items);
    } catch (error) {
      const [first] = items;
      if (first !== undefined && items.length === 1) {
        await this.work.fail(first, error);
        return 0;
      }
      const middle = Math.ceil(items.length / 2);
      return (
        (await this.takeOrDivide(items.slice(0, middle))) + (await this.takeOrDivide(items.slice(middle)))
      );
    }
  }
}

/** Lists the error of a memory. Throws it if it concerns more than this memory, or if the list is full. */
export async function listError(
  errors: SweepErrors,
  api: Pick<BackendApi, 'ping'>,
  memoryId: string,
  error: unknown,
): Promise<void> {
  if (isDatabaseUnavailable(error)) throw error;
  if (error instanceof DomainError && !isBackendUnavailable(error)) throw error;
  await api.ping();
  errors.add(memoryId, error, errorCode(error));
}
