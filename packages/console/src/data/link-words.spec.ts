import { actionsOf, otherOf, relationOf } from './link-words';

const LINK = {
  kind: 'update',
  state: 'open',
  newerId: 'new',
  olderId: 'old',
  newerContent: 'The team deploys on Mondays.',
  olderContent: null,
} as const;

describe('a link, seen from one of its memories', () => {
  it('names the other one', () => {
    expect(otherOf(LINK, 'old')).toEqual({ id: 'new', content: LINK.newerContent });
    expect(otherOf(LINK, 'new')).toEqual({ id: 'old', content: null });
  });

  it.each([
    ['update', 'open', 'new', 'May replace'],
    ['update', 'open', 'old', 'May be replaced by'],
    ['contradiction', 'open', 'old', 'May contradict'],
    ['duplicate', 'open', 'new', 'May say the same as'],
    ['contradiction', 'applied', 'new', 'Replaces'],
    ['update', 'applied', 'old', 'Replaced by'],
  ] as const)('of kind %s, %s, from the %s one: %s', (kind, state, from, words) => {
    expect(relationOf({ ...LINK, kind, state }, from)).toBe(words);
  });

  it('offers what can be decided', () => {
    expect(actionsOf(LINK, 'old')).toEqual([
      { verb: 'apply', name: 'The other one replaces this' },
      { verb: 'reject', name: 'Both hold' },
    ]);
    expect(actionsOf(LINK, 'new')[0]).toEqual({ verb: 'apply', name: 'This one replaces the other' });
    expect(actionsOf({ ...LINK, state: 'applied' }, 'new')).toEqual([{ verb: 'reject', name: 'Take back' }]);
  });
});
