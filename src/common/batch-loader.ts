interface Batch<Key, Value> {
  keys: Set<Key>;
  /** Of the keys that were found, when the batch has been read. */
  found: Promise<ReadonlyMap<Key, Value>>;
}

/**
 * Reads many keys in one go, for callers that must see everything that happened before they asked.
 *
 * A caller never joins a reading that has begun, since that may have looked too early: it joins the one that begins
 * next. While as many readings as are allowed run, all who come wait in that one, so that the more come at a time, the
 * fewer readings each of them costs. A lone caller's reading begins at once.
 */
export class BatchLoader<Key, Value> {
  /** It has not begun. */
  private next: Batch<Key, Value> | null = null;
  private running = 0;
  /** Begins the next batch, where it waits for one of those that run. */
  private begin: (() => void) | null = null;

  /** `read`: the values of some keys, at least one and each once; keys of which there is none are left out. */
  constructor(
    private readonly read: (keys: Key[]) => Promise<ReadonlyMap<Key, Value>>,
    private readonly limits: { readings: number; keys: number },
  ) {}

  /** Null when there is none. A failed reading rejects those who waited for it and nobody else. */
  async find(key: Key): Promise<Value | null> {
    const batch = this.batchFor(key);
    batch.keys.add(key);
    return (await batch.found).get(key) ?? null;
  }

  private batchFor(key: Key): Batch<Key, Value> {
    const { next } = this;
    if (next !== null && (next.keys.size < this.limits.keys || next.keys.has(key))) return next;
    // A full batch no longer waits to grow.
    if (next !== null) this.begin?.();
    return this.open();
  }

  private open(): Batch<Key, Value> {
    const keys = new Set<Key>();
    const batch: Batch<Key, Value> = { keys, found: this.turn().then(() => this.fly(batch)) };
    this.next = batch;
    return batch;
  }

  /** When a batch may begin: at the end of what runs now, so that those who ask at one go share it. */
  private turn(): Promise<void> {
    if (this.running < this.limits.readings) return Promise.resolve();
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
