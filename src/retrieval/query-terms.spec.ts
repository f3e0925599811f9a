import { rarest } from './query-terms';

const terms = (...lengths: (number | null)[]) =>
  lengths.map((length, at) => ({ term: `t${at}`, list: length === null ? null : { length } }));

const kept = (most: number, ...lengths: (number | null)[]) =>
  rarest(terms(...lengths), most).map(({ term }) => term);

describe('rarest', () => {
  it('keeps all terms whose lists are short enough together', () => {
    expect(kept(10, 4, null, 6)).toEqual(['t0', 't1', 't2']);
  });

  it('leaves out the longest lists, and keeps the order of the query', () => {
    expect(kept(10, 9, 3, null, 5, 100)).toEqual(['t1', 't2', 't3']);
  });

  it('keeps one term in any case', () => {
    expect(kept(10, 30, 20)).toEqual(['t1']);
    expect(kept(10)).toEqual([]);
  });
});
