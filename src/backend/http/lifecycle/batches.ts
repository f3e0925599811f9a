import { MAX_DOCUMENTS } from '../protocol/backend-api';

/** What is done to many memories, some at a time. */
export interface BatchWork<T> {
  /**
   * Does the work on some; the number of those that it was done to. Doing it again must do no harm, and count the
   * same: it may have failed after it was done.
   */
  take(items: readonly T[]): Promise<number>;
  /** Told of the one that fails by itself; throws when the work cannot go on. */
  fail(item: T, error: unknown): Promise<void>;
}

/** Gathers memories until a call can take them together. */
export class Batches<T> {
  /** Memories that the work was done to. */
  done = 0;
  private waiting: T[] = [];

  constructor(private readonly work: BatchWork<T>) {}

  async add(item: T): Promise<void> {
    this.waiting.push(item);
    if (this.waiting.length === MAX_DOCUMENTS) await this.flush();
  }

  /** Works on those that are left. */
  async flush(): Promise<void> {
    const items = this.waiting;
    this.waiting = [];
    if (items.length > 0) this.done += await this.takeOrDivide(items);
  }

  /** Those that fail together are tried by halves, down to the one that it fails for. */
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
