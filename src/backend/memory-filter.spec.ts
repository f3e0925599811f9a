import { NO_FILTER, storedMemory } from '../../test/support/memories';
import { matches, matchesFields } from './memory-filter';

const at = (ms: number) => new Date(1_000 + ms);
const memory = storedMemory({ type: 'goal', tags: ['a', 'b'], source: 'user', createdAt: at(0) });

describe('a filter', () => {
  it('lets everything pass without conditions', () => {
    expect(matches(memory, NO_FILTER)).toBe(true);
  });

  it.each([
    ['one of its types', { types: ['fact', 'goal'] }, true],
    ['none of its types', { types: ['fact'] }, false],
    ['any of its tags', { tags: ['x', 'b'] }, true],
    ['none of its tags', { tags: ['x', 'A'] }, false],
    ['its source', { sources: ['agent', 'user'] }, true],
    ['another source', { sources: ['agent'] }, false],
    ['its status', { status: 'active' }, true],
    ['another status', { status: 'expired' }, false],
    ['a beginning at its creation', { createdAfter: at(0) }, true],
    ['a beginning after its creation', { createdAfter: at(1) }, false],
    ['an end at its creation', { createdBefore: at(0) }, true],
    ['an end before its creation', { createdBefore: at(-1) }, false],
    ['conditions of which one does not hold', { types: ['goal'], tags: ['x'] }, false],
  ] as const)('asks for %s', (_, conditions, expected) => {
    expect(matches(memory, { ...NO_FILTER, ...conditions })).toBe(expected);
  });

  it('can leave the status to the caller', () => {
    expect(matchesFields(memory, { ...NO_FILTER, status: 'expired' } as never)).toBe(true);
  });
});
