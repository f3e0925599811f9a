import { BatchLoader } from './batch-loader';

/** Reads that end when the test says so. */
class Shelf {
  readonly asked: string[][] = [];
  private readonly ends: { resolve: (found: Map<string, number>) => void; reject: (error: Error) => void }[] =
    [];

  readonly read = (keys: string[]): Promise<Map<string, number>> => {
    this.asked.push(keys);
    return new Promise((resolve, reject) => this.ends.push({ resolve, reject }));
  };

  /** Every key has the number of its reading for a value, but for those that are missing. */
  succeed(reading: number, missing: readonly string[] = []): void {
    const keys = (this.asked[reading] ?? []).filter((key) => !missing.includes(key));
    this.ends[reading]?.resolve(new Map(keys.map((key) => [key, reading])));
  }

  fail(reading: number): void {
    this.ends[reading]?.reject(new Error(`reading ${reading} failed`));
  }
}

const settle = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

describe('BatchLoader', () => {
  let shelf: Shelf;

  function batches(readings: number, keys = 10): BatchLoader<string, number> {
    return new BatchLoader(shelf.read, { readings, keys });
  }

  beforeEach(() => {
    shelf = new Shelf();
  });

  it('begins without further callers, and answers null for what is not found', async () => {
    const found = batches(1).find('a');
    await settle();
    expect(shelf.asked).toEqual([['a']]);
    shelf.succeed(0, ['a']);
    await expect(found).resolves.toBeNull();
  });

  it('reads what is asked for at one go together, each key once', async () => {
    const batch = batches(1);
    const found = [batch.find('a'), batch.find('b'), batch.find('a')];
    await settle();
    expect(shelf.asked).toEqual([['a', 'b']]);
    shelf.succeed(0);
    await expect(Promise.all(found)).resolves.toEqual([0, 0, 0]);
  });

  it('reads together what is asked for before the event loop goes on', async () => {
    const batch = batches(1);
    const found = [batch.find('a')];
    for (let step = 0; step < 20; step++) await Promise.resolve();
    await new Promise<void>((resolve) => process.nextTick(resolve));
    found.push(batch.find('b'));
    expect(shelf.asked).toEqual([]);
    await settle();
    expect(shelf.asked).toEqual([['a', 'b']]);
    shelf.succeed(0);
    await expect(Promise.all(found)).resolves.toEqual([0, 0]);
  });

  it('never joins a reading that has begun, not even for a key that is in it', async () => {
    const batch = batches(1);
    const first = batch.find('a');
    await settle();
    const later = [batch.find('a'), batch.find('b')];
    await settle();
    expect(shelf.asked).toEqual([['a']]);
    shelf.succeed(0);
    await expect(first).resolves.toBe(0);
    await settle();
    expect(shelf.asked).toEqual([['a'], ['a', 'b']]);
    shelf.succeed(1);
    await expect(Promise.all(later)).resolves.toEqual([1, 1]);
  });

  it('runs as many readings at a time as it may, and no more', async () => {
    const batch = batches(2);
    const found: Promise<number | null>[] = [];
    for (const key of ['a', 'b', 'c', 'd']) {
      found.push(batch.find(key));
      await settle();
    }
    expect(shelf.asked).toEqual([['a'], ['b']]);
    shelf.succeed(1);
    await settle();
    expect(shelf.asked).toEqual([['a'], ['b'], ['c', 'd']]);
    shelf.succeed(0);
    shelf.succeed(2);
    await expect(Promise.all(found)).resolves.toEqual([0, 1, 2, 2]);
    await expectAtOnce(batch, 3);
  });

  it('rejects the callers that waited for a failed read, and no others', async () => {
    const batch = batches(1);
    const first = batch.find('a');
    await settle();
    const second = batch.find('a');
    shelf.fail(0);
    await expect(first).rejects.toThrow('reading 0 failed');
    await settle();
    shelf.succeed(1);
    await expect(second).resolves.toBe(1);
    await expectAtOnce(batch, 2);
  });

  it('does not let a batch grow beyond its limit', async () => {
    const batch = batches(1, 2);
    const first = batch.find('a');
    await settle();
    const others = ['b', 'c', 'd', 'b'].map((key) => batch.find(key));
    await settle();
    expect(shelf.asked).toEqual([['a'], ['b', 'c']]);
    shelf.succeed(0);
    shelf.succeed(1);
    await settle();
    expect(shelf.asked).toEqual([['a'], ['b', 'c'], ['d', 'b']]);
    shelf.succeed(2);
    await expect(Promise.all([first, ...others])).resolves.toEqual([0, 1, 1, 2, 2]);
    await expectAtOnce(batch, 3);
  });

  /** Nothing is left behind that a later caller would wait for. */
  async function expectAtOnce(batch: BatchLoader<string, number>, reading: number): Promise<void> {
    const found = batch.find('z');
    await settle();
    expect(shelf.asked[reading]).toEqual(['z']);
    shelf.succeed(reading);
    await expect(found).resolves.toBe(reading);
  }
});
