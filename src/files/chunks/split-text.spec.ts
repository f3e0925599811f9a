import fc from 'fast-check';
import { countTokens } from './split-text';

describe('the count of tokens', () => {
  it.each([
    ['', 0],
    [' \n\t', 0],
    ['tea', 1],
    ['The cat likes tea', 4],
    ['international', 3],
    ['東京都', 3],
    ['a'.repeat(100), 20],
  ])('of %j is %d', (text, tokens) => {
    expect(countTokens(text)).toBe(tokens);
  });

  it('of a text is the sum of its parts', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (one, other) => {
        expect(countTokens(`${one} ${other}`)).toBe(countTokens(one) + countTokens(other));
      }),
    );
  });
});
