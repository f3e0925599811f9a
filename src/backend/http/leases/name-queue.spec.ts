import { NameQueue } from './name-queue';

const SOON_MS = 20;
const LONG_MS = 10_000;

describe('a queue of names', () => {
  it('lets one in at a time, in the order of their coming', async () => {
    const queue = new NameQueue();
    const order: number[] = [];
    const visits = [1, 2, 3].map(async (visitor) => {
      expect(await queue.enter('a', LONG_MS)).toBe(true);
      order.push(visitor);
      await Promise.resolve();
      order.push(visitor);
      queue.leave('a');
    });
    await Promise.all(visits);
    expect(order).toEqual([1, 1, 2, 2, 3, 3]);
  });

  it('keeps names apart', async () => {
    const queue = new NameQueue();
    await queue.enter('a', LONG_MS);
    expect(await queue.enter('b', SOON_MS)).toBe(true);
  });

  it('passes over those who have gone away', async () => {
    const queue = new NameQueue();
    await queue.enter('a', LONG_MS);
    const impatient = queue.enter('a', SOON_MS);
    const patient = queue.enter('a', LONG_MS);
    expect(await impatient).toBe(false);
    queue.leave('a');
    expect(await patient).toBe(true);
  });

  it('is free again when the last one leaves', async () => {
    const queue = new NameQueue();
    await queue.enter('a', LONG_MS);
    queue.leave('a');
    expect(await queue.enter('a', SOON_MS)).toBe(true);
  });
});
