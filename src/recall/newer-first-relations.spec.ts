import { storedMemory } from '../../test/support/memories';
import { aScoredMemory } from '../../test/support/answer-memories';
import { ordered } from '../../test/support/ordered-rows';
import type { ScoredMemory } from '../backend/memory-search';
import { withNewer } from './newer-first';
import { questionTerms } from './question-terms';

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

describe('withNewer', () => {
  const question = 'How big may a photo of a dive be?';
  const terms = questionTerms(question, 'english');
  const found = (content: string, day: number, score: number, fields: Partial<ScoredMemory> = {}) =>
    aScoredMemory(storedMemory({ content, createdAt: new Date(Date.UTC(2026, 0, day)) }), score, {
      matchedTerms: ['photo', 'dive'],
      ...fields,
    });
  const bears = { certainty: 'high', reason: 'holds 2 of 2 terms' } as const;
  const older = { ...found('Photos of a dive have at most 12 MB.', 1, 0.6), bears };
  const added = (other: ScoredMemory) =>
    withNewer(terms, [older], [older, other]).map((each) => [each.memory.content, each.bears.reason]);
  const kept = [older.memory.content, bears.reason];
  const NOW = 'From now on a dive photo may have 25 MB.';

  it('adds a fact that may replace one that bears, although it says less of the question', () => {
    expect(added(found(NOW, 2, 0.3))).toEqual([kept, [NOW, 'may replace a memory that does']]);
  });

  it('adds no older fact, none about something else, and no turn of a thread', () => {
    expect(
      added({ ...found(NOW, 2, 0.3), memory: { ...found(NOW, 2, 0.3).memory, createdAt: new Date(0) } }),
    ).toEqual([kept]);
    expect(added(found('Mira took a photo of the dive boat.', 2, 0.2))).toEqual([kept]);
    expect(added(found(NOW, 2, 0.3, { inThread: true }))).toEqual([kept]);
  });

  it('adds none that names others only than the question', () => {
    const asked = 'How many photos of a dive may Anna have?';
    const matchedTerms = ['photo', 'dive'];
    const hers = { ...found('Anna may have 12 photos of a dive.', 1, 0.6), bears };
    const idsOf = (other: ScoredMemory) =>
      withNewer(questionTerms(asked, 'english'), [hers], [hers, other]).length;
    expect(idsOf(found('From now on 25 photos of a dive.', 2, 0.4, { matchedTerms }))).toBe(2);
    expect(idsOf(found('From now on 25 photos of a dive for Ben Holt.', 2, 0.4, { matchedTerms }))).toBe(1);
  });
});
