import { InsertBatcher } from './insert-batcher';
import type { MemoriesRepository, PlacedMemory } from './memories.repository';

const placed = (id: string): PlacedMemory => ({ namespace: 'a', memory: { id } }) as PlacedMemory;

function repository(error: Error) {
  return { insertPlaced: jest.fn().mockRejectedValue(error), insert: jest.fn().mockResolvedValue(1) };
}

const together = (fake: ReturnType<typeof repository>): InsertBatcher =>
  new InsertBatcher(fake as unknown as MemoriesRepository, 10);

describe('InsertBatcher', () => {
  it('does not repeat a batch when it is unknown whether it was stored', async () => {
    const fake = repository(new Error('Connection terminated unexpectedly'));
    const inserts = together(fake);
    const outcomes = await Promise.allSettled([inserts.insert(placed('1')), inserts.insert(placed('2'))]);
    expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    expect(fake.insertPlaced).toHaveBeenCalledTimes(1);
    expect(fake.insert).not.toHaveBeenCalled();
  });

  it('inserts one by one what was refused together', async () => {
    const fake = repository(Object.assign(new Error('refused'), { code: '23505' }));
    const inserts = together(fake);
    const stored = await Promise.all([inserts.insert(placed('1')), inserts.insert(placed('2'))]);
    expect(stored).toEqual([true, true]);
    expect(fake.insert).toHaveBeenCalledTimes(2);
  });

  it('does not repeat what was refused alone', async () => {
    const fake = repository(Object.assign(new Error('refused'), { code: '23505' }));
    await expect(together(fake).insert(placed('1'))).rejects.toThrow('refused');
    expect(fake.insert).not.toHaveBeenCalled();
  });
});
