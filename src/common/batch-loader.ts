import { setImmediate as eventLoopTurn } from 'node:timers/promises';

interface Batch<Key, Value> {
  keys: Set<Key>;
  /** Of the keys that were found, when the batch has been read. */
  found: Promise<ReadonlyMap<Key, Value>>;
}

/**
 * Reads many keys in one batch for callers that must see everything that happened before they asked.
 *
 * A caller never joins a read that has begun, because that read may have looked too early: it joins the next one.
 * A read begins when the event loop has handled what arrived with its first caller, so that these callers share it. While
 * `limits.readings` reads run, all new callers share the next one.
 */
export class BatchLoader<Key, Value> {
  /** The batch that has not begun; null when there is none. */
  private next: Batch<Key, Value> | null = null;
  private running = 0;
  /** Begins the next batch when it waits for a running one. */
  private begin: (() => void) | null = null;

  /** `read`: the values of some keys, at least one and each once; keys of which there is none are left out. */
  constructor(
    private readonly read: (keys: Key[]) => Promise<ReadonlyMap<Key, Value>>,
    private readonly limits: { readings: number; keys: number },
  ) {}

  /** Null when there is none. A failed read rejects only the callers that waited for it. */
  async find(key: Key): Promise<Value | null> {
    const batch = this.batchFor(key);
    batch.keys.add(key);
    return (await batch.found).get(key) ?? null;
  }

  private batchFor(key: Key): Batch<Key, Value> {
    const { next } = this;
    if (next !== null && (next.keys.size < this.limits.keys || next.keys.has(key))) return next;
    // A full batch does not wait for more keys.
    if (next !== null) this.begin?.();
    return this.open();
  }

  private open(): Batch<Key, Value> {
    const keys = new Set<Key>();
    const batch: Batch<Key, Value> = { keys, found: this.mayBegin().then(() => this.fly(batch)) };
    this.next = batch;
    return batch;
  }

  private mayBegin(): Promise<void> {
    if (this.running < this.limits.readings) return eventLoopTurn();
    return new Promise((resolve) => {
      this.begin = resolve;
    });
  }

  private async fly(batch: Batch<Key, Value>): Promise<ReadonlyMap<Key, Value>> {
    if (this.next === batch) {
      this.next = null;
      this.begin = null;
    }
    this.running++;
    try {
      return await this.read([...batch.keys]);
    } finally {
      this.running--;
      this.begin?.();
    }
  }
}
