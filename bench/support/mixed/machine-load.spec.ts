import { stolenSeconds } from './machine-load';

describe('stolenSeconds', () => {
  it('is the eighth time of all processors', () => {
    const text = 'cpu  707088 0 49979 634948 3028 0 11751 59198 0 0\ncpu0 1 2 3 4 5 6 7 8 9 10\n';
    expect(stolenSeconds(() => text)).toBe(591.98);
  });

  it('is 0 where the system does not tell', () => {
    expect(stolenSeconds(() => 'cpu  1 2 3\n')).toBe(0);
    expect(
      stolenSeconds(() => {
        throw new Error('ENOENT');
      }),
    ).toBe(0);
  });
});
