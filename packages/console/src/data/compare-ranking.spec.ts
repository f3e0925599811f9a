import { compareRankings, hasMoved } from './compare-ranking.ts';

const of = (...ids: string[]) => ids.map((id) => ({ id, agentId: 'demo', title: id.toUpperCase() }));
const words = (then: string[], now: string[]) =>
  compareRankings(of(...then), of(...now), (id) => `${id} is expired`).map(
    ({ id, then: before, now: after, change }) => [id, before, after, change],
  );

describe('two rankings', () => {
  it('say what moved, what is new and what is gone, in the order of the newer one', () => {
    expect(words(['a', 'b', 'c', 'd'], ['b', 'a', 'c', 'e'])).toEqual([
      ['b', 2, 1, 'up 1'],
      ['a', 1, 2, 'down 1'],
      ['c', 3, 3, 'same place'],
      ['e', null, 4, 'new'],
      ['d', 4, null, 'gone: d is expired'],
    ]);
  });

  it('that are the same have not moved', () => {
    const same = compareRankings(of('a', 'b'), of('a', 'b'), () => '');
    expect(hasMoved(same)).toBe(false);
    expect(hasMoved(compareRankings(of('a'), of(), () => ''))).toBe(true);
  });
});
