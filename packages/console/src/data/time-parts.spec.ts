import { startOf, sumsOf } from './time-parts.ts';

const time = { since: new Date(1_000), until: new Date(5_000) };

it.each([
  [0, 1_000],
  [1, 2_000],
  [4, 5_000],
])('part %d begins at %d ms', (place, ms) => expect(startOf(time, place, 4).getTime()).toBe(ms));

it('adds the groups of each part', () => {
  const group = (counts: number[] | null) => ({ name: 'fact', count: 0, counts, memories: null });
  expect(sumsOf([group([1, 2]), group([3, 0]), group(null)], 2)).toEqual([4, 2]);
  expect(sumsOf([], 2)).toEqual([0, 0]);
});
