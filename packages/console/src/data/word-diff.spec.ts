import fc from 'fast-check';
import { wordDiff } from './word-diff';

describe('the difference of two texts', () => {
  it('is by words', () => {
    expect(wordDiff('Ana lives in Berlin now', 'Ana lives in Lisbon now')).toEqual([
      { kind: 'same', text: 'Ana lives in ' },
      { kind: 'removed', text: 'Berlin ' },
      { kind: 'added', text: 'Lisbon ' },
      { kind: 'same', text: 'now' },
    ]);
  });

  it('has both texts in it', () => {
    const text = fc.array(fc.constantFrom('a ', 'b ', 'c', ' ', '\n')).map((words) => words.join(''));
    fc.assert(
      fc.property(text, text, (before, after) => {
        const pieces = wordDiff(before, after);
        const without = (kind: string) =>
          pieces
            .filter((piece) => piece.kind !== kind)
            .map((piece) => piece.text)
            .join('');
        expect([without('added'), without('removed')]).toEqual([before, after]);
      }),
    );
  });

  it('is nothing for equal texts', () => {
    expect(wordDiff('the same', 'the same')).toEqual([{ kind: 'same', text: 'the same' }]);
    expect(wordDiff('', '')).toEqual([]);
  });

  it('is both texts as wholes when they are long', () => {
    const long = 'word '.repeat(2_500);
    expect(wordDiff(long, `${long}end`).map(({ kind }) => kind)).toEqual(['removed', 'added']);
  });
});
