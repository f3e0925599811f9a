import fc from 'fast-check';
import { approximateTokens } from '../common/approximate-tokens';
import { withinTokens } from './token-budget';

const results = (...contents: string[]) => contents.map((content) => ({ memory: { content } }));

describe('approximateTokens', () => {
  it.each([
    ['', 0],
    ['a', 1],
    ['Never push directly to main.', 7],
    ['Привет', 3],
    ['東京都', 3],
  ])('of %j is %i', (text, tokens) => {
    expect(approximateTokens(text)).toBe(tokens);
  });
});

describe('withinTokens', () => {
  it('takes whole memories, in their order, as far as they fit', () => {
    const [short, long, other] = ['a'.repeat(40), 'b'.repeat(400), 'c'.repeat(40)];
    expect(withinTokens(results(short, long, other), 20)).toEqual(results(short, other));
    expect(withinTokens(results(short, long, other), 120)).toEqual(results(short, long, other));
    expect(withinTokens(results(long), 99)).toEqual([]);
  });

  it('never takes more than fits', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: 'grapheme' })), fc.nat(50), (contents, most) => {
        const taken = withinTokens(results(...contents), most);
        const tokens = taken.reduce((sum, { memory }) => sum + approximateTokens(memory.content), 0);
        expect(tokens).toBeLessThanOrEqual(most);
      }),
    );
  });
});
