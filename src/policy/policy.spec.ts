import fc from 'fast-check';
import { duplicateName, isEmptyDocument, NO_POLICY, purgeCutoff, toExpiryPolicy } from './policy';

const DAY = 86_400_000;
const NOW = new Date(Date.UTC(2026, 4, 1, 12));

describe('a policy document', () => {
  it('says what the pure rules go by', () => {
    const match = {
      type: ['fact' as const],
      tags: ['t'],
      source: ['agent'],
      provenance: ['imported' as const],
      confidence_below: 0,
    };
    const rules = [
      { name: 'all', match, expire_after: '2w' },
      { name: 'pin', match: {}, expire_after: 'never' },
    ];
    const none = { types: null, tags: null, sources: null, provenances: null, confidenceBelow: null };
    expect(toExpiryPolicy({ ...NO_POLICY, rules, retention: { goal: '1mo', fact: 'never' } })).toEqual({
      rules: [
        {
          name: 'all',
          match: {
            types: ['fact'],
            tags: ['t'],
            sources: ['agent'],
            provenances: ['imported'],
            confidenceBelow: 0,
          },
          expireAfter: 14 * DAY,
        },
        { name: 'pin', match: none, expireAfter: null },
      ],
      retention: { goal: 30 * DAY, fact: null },
    });
  });

  it('is empty without rules and retention, whatever it purges', () => {
    expect(isEmptyDocument(NO_POLICY)).toBe(true);
    expect(isEmptyDocument({ ...NO_POLICY, purge_expired_after: '1d' })).toBe(true);
    expect(isEmptyDocument({ ...NO_POLICY, retention: { fact: 'never' } })).toBe(false);
  });
});

describe('the instant up to which expired memories are purged', () => {
  it('leaves those whose age does not exceed the duration', () => {
    const cutoff = purgeCutoff({ ...NO_POLICY, purge_expired_after: '1d' }, NOW);
    expect(cutoff).toEqual(new Date(NOW.getTime() - DAY - 1));
  });

  it('is none where nothing is purged', () => {
    expect(purgeCutoff(NO_POLICY, NOW)).toBeNull();
  });
});

describe('names of rules', () => {
  it('are found twice exactly where an earlier one is the same', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom('a', 'b', 'A', '__proto__', 'constructor')), (names) => {
        const index = duplicateName(names.map((name) => ({ name })));
        const first = names.findIndex((name, i) => names.indexOf(name) < i);
        expect(index).toBe(first < 0 ? null : first);
      }),
    );
  });
});
