import { storesWithUpdates } from './stores-with-updates';

describe('storesWithUpdates', () => {
  it('keeps the held-out stores apart, and the stores of one file', async () => {
    const { trained, measured } = await storesWithUpdates();
    expect([...new Set(measured.map(({ set }) => set))]).toEqual([
      'held-out-1',
      'held-out-2',
      'held-out-4',
      'held-out-5',
      'held-out-6',
      'held-out-7',
      'held-out-8',
      'held-out-9',
      'held-out-3',
    ]);
    expect(trained.filter(({ name }) => name.startsWith('small-stores'))).toHaveLength(8);
    const counts = (stores: typeof trained) => stores.reduce((sum, { updates }) => sum + updates.length, 0);
    expect([counts(trained), counts(measured)]).toEqual([1293, 685]);
  });

  it('names replaced facts of the same store only', async () => {
    const { trained, measured } = await storesWithUpdates();
    for (const { facts, updates } of [...trained, ...measured]) {
      const keys = new Set(facts.map(({ key }) => key));
      for (const { old } of updates) expect(old.filter((key) => !keys.has(key))).toEqual([]);
    }
  });
});
