import { SingleFlight } from './single-flight';

/** Work that ends when the test says so, and counts how often it started. */
class Gate {
  started = 0;
  private readonly ends: { resolve: (value: number) => void; reject: (reason: Error) => void }[] = [];

  readonly work = (): Promise<number> => {
    this.started++;
    return new Promise((resolve, reject) => this.ends.push({ resolve, reject }));
  };

  succeed(flight: number): void {
    this.ends[flight]?.resolve(flight);
  }

  fail(flight: number): void {
    this.ends[flight]?.reject(new Error(`flight ${flight} failed`));
  }
}

const settle = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

describe('SingleFlight', () => {
  let flights: SingleFlight<number>;
  let gate: Gate;

  beforeEach(() => {
    flights = new SingleFlight();
    gate = new Gate();
  });

  it('starts at once when nothing runs', async () => {
    const first = flights.run('a', gate.work);
    await settle();
    expect(gate.started).toBe(1);
    gate.succeed(0);
    await expect(first).resolves.toBe(0);
  });

  it('never joins work that has started, and shares the next among all that wait', async () => {
    const first = flights.run('a', gate.work);
    const second = flights.run('a', gate.work);
    const third = flights.run('a', gate.work);
    await settle();
    expect(gate.started).toBe(1);
    gate.succeed(0);
    await expect(first).resolves.toBe(0);
    await settle();
    expect(gate.started).toBe(2);
    gate.succeed(1);
    await expect(Promise.all([second, third])).resolves.toEqual([1, 1]);
  });

  it('queues those who ask while the waiting work runs behind it', async () => {
    const all = [flights.run('a', gate.work), flights.run('a', gate.work)];
    await settle();
    gate.succeed(0);
    await settle();
    all.push(flights.run('a', gate.work));
    await settle();
    expect(gate.started).toBe(2);
    gate.succeed(1);
    await settle();
    gate.succeed(2);
    await expect(Promise.all(all)).resolves.toEqual([0, 1, 2]);
  });

  it('starts the waiting work after a failure, and rejects only who joined the failed one', async () => {
    const first = flights.run('a', gate.work);
    const second = flights.run('a', gate.work);
    await settle();
    gate.fail(0);
    await expect(first).rejects.toThrow('flight 0 failed');
    await settle();
    gate.succeed(1);
    await expect(second).resolves.toBe(1);
  });

  it('rejects every caller of a failed shared flight and starts afresh after it', async () => {
    const first = flights.run('a', gate.work);
    const shared = [flights.run('a', gate.work), flights.run('a', gate.work)];
    const ends = Promise.allSettled(shared);
    await settle();
    gate.succeed(0);
    await first;
    await settle();
    gate.fail(1);
    expect((await ends).map((end) => end.status)).toEqual(['rejected', 'rejected']);
    const next = flights.run('a', gate.work);
    await settle();
    gate.succeed(2);
    await expect(next).resolves.toBe(2);
  });

  it('does not let work that asks for its own key join itself or start beside itself', async () => {
    const inner: Promise<number>[] = [];
    const first = flights.run('a', () => {
      inner.push(flights.run('a', gate.work));
      return Promise.resolve(7);
    });
    await expect(first).resolves.toBe(7);
    await settle();
    expect(gate.started).toBe(1);
    gate.succeed(0);
    await expect(Promise.all(inner)).resolves.toEqual([0]);
  });

  it('turns a synchronous throw into a rejection', async () => {
    const thrown = flights.run('a', () => {
      throw new Error('at once');
    });
    await expect(thrown).rejects.toThrow('at once');
    expect(flights.size).toBe(0);
  });

  it('keeps keys apart and forgets them when their work is done', async () => {
    const a = flights.run('a', gate.work);
    const b = flights.run('b', gate.work);
    await settle();
    expect(gate.started).toBe(2);
    gate.succeed(1);
    await b;
    expect(flights.size).toBe(1);
    gate.succeed(0);
    await a;
    expect(flights.size).toBe(0);
  });
});
