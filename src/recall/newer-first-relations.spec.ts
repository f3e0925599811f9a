import { ordered } from '../../test/support/ordered-rows';

describe('newerFirst, of memories that are related whatever they say', () => {
  const paris = {
    content: 'Anna Berg was born in Paris, France.',
    day: 1,
    terms: ['anna', 'berg', 'born'],
    score: 0.6,
  };
  const rome = { content: 'Anna Berg was born in Rome, Italy.', day: 2, terms: ['anna', 'berg', 'born'] };

  it('puts what supersedes another memory before it, whatever both say and whenever they begin', () => {
    const tea = { content: 'No more coffee: tea.', day: 1, terms: ['tea'], validFrom: 0 };
    expect(ordered('coffee', [{ ...paris, supersededBy: 1 }, tea])).toEqual([1, 0]);
    expect(ordered('Where was Anna Berg born?', [paris, { ...rome, supersededBy: 0 }])).toEqual([0, 1]);
  });

  it('puts the newer memory of an open update before the older one, whatever both say', () => {
    const tea = { content: 'No more coffee: tea.', day: 2, terms: ['tea'], score: 0.1 };
    expect(ordered('coffee', [paris, tea])).toEqual([0, 1]);
    expect(ordered('coffee', [paris, tea], [1, 0])).toEqual([1, 0]);
    expect(ordered('coffee', [tea, paris], [0, 1])).toEqual([0, 1]);
    // The one that the link calls newer has begun before the other one.
    expect(ordered('coffee', [{ ...paris, day: 3 }, tea], [1, 0])).toEqual([0, 1]);
    expect(ordered('coffee', [paris, { ...tea, day: 1 }], [1, 0])).toEqual([1, 0]);
  });

  it('puts the newer memory of a key before the older one, unless it speaks of the past', () => {
    const key = 'drink';
    const tea = { content: 'No more coffee: tea.', day: 2, terms: ['tea'], key };
    expect(ordered('coffee', [{ ...paris, key }, tea])).toEqual([1, 0]);
    expect(
      ordered('coffee', [
        { ...paris, key },
        { ...tea, past: true },
      ]),
    ).toEqual([0, 1]);
    expect(ordered('coffee', [{ ...paris, key: 'food' }, tea])).toEqual([0, 1]);
    expect(ordered('coffee', [{ ...paris, key, namespace: 'other' }, tea])).toEqual([0, 1]);
  });
});
