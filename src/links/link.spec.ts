import { conflictsAmong, contradictionsAmong, updatesAmong, type OpenLink } from './link';

const link = (newerId: string, olderId: string, kind: OpenLink['kind'], certainty = 0.9): OpenLink => {
  return { newerId, olderId, kind, certainty };
};
const UPDATE = link('b', 'a', 'update');
const DOUBTFUL = link('c', 'a', 'update', 0.4);
const CONTRADICTION = link('d', 'c', 'contradiction', 0.6);
const ALL = [UPDATE, DOUBTFUL, CONTRADICTION, link('e', 'd', 'duplicate')];

describe('open links', () => {
  it('are conflicts of both their memories, unless they are duplicates', () => {
    const expected = { a: ['b', 'c'], b: ['a'], c: ['a', 'd'], d: ['c'] };
    expect(Object.fromEntries(conflictsAmong(ALL))).toEqual(expected);
  });

  it('say what holds where they are more likely updates than not', () => {
    expect(updatesAmong(ALL)).toEqual([UPDATE]);
    expect(contradictionsAmong(ALL)).toEqual([CONTRADICTION]);
  });
});
