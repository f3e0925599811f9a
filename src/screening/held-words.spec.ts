import fc from 'fast-check';
import { wordSearch } from './held-words';

const text = fc.string({ unit: fc.constantFrom('a', 'b', '-', '\u00fc', '\u{1f511}'), maxLength: 60 });
const words = fc.array(
  fc.string({ unit: fc.constantFrom('a', 'b', '-', '\u00fc'), minLength: 2, maxLength: 4 }),
);

describe('wordSearch', () => {
  it('finds the words that a text includes, and no others', () => {
    fc.assert(
      fc.property(words, text, (searched, each) => {
        const included = searched.filter((word) => each.includes(word));
        expect([...wordSearch(searched)(each)].sort()).toEqual([...new Set(included)].sort());
      }),
    );
  });

  it('finds words that begin others or stand within them, at both ends of a text', () => {
    const held = wordSearch(['key', 'key-', 'ey', 'api', 'token']);
    expect(held('key-value api')).toEqual(new Set(['key', 'key-', 'ey', 'api']));
    expect(held('')).toEqual(new Set());
    expect(held('k')).toEqual(new Set());
  });
});
