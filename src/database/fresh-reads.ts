import { LRUCache } from 'lru-cache';

/** How long a process may use what another process changed. */
const FRESH_MS = 1_000;
const MOST = 10_000;

/**
 * What is read by a name at most once a second, for all who ask. A transaction never waits for the reading of another
 * request, which may wait for the connection that the transaction has: it reads by itself.
 */
export class FreshReads<Value extends object> {
  private readonly known = new LRUCache<string, Value>({ max: MOST, ttl: FRESH_MS });
  private readonly reading = new Map<string, Promise<Value>>();

  constructor(
    private readonly database: { readonly isInTransaction: boolean },
    private readonly read: (name: string) => Promise<Value>,
  ) {}

  async of(name: string): Promise<Value> {
    const known = this.known.get(name);
    if (known !== undefined) return known;
    if (this.database.isInTransaction) return this.read(name);
    return this.reading.get(name) ?? this.readShared(name);
  }

  /** The next request reads again. */
  changed(name: string): void {
    this.known.delete(name);
    this.reading.delete(name);
  }

  /** For all who ask meanwhile, unless it is changed before the reading is done. */
  private readShared(name: string): Promise<Value> {
    const reading = this.read(name)
      .then((value) => {
        if (this.reading.get(name) === reading) this.known.set(name, value);
        return value;
      })
      .finally(() => {
        if (this.reading.get(name) === reading) this.reading.delete(name);
      });
    this.reading.set(name, reading);
    return reading;
  }
}
