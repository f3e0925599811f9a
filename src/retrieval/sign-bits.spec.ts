import fc from 'fast-check';
import { signDistance, signWords, writeSigns } from './sign-bits';

const ROW = 3;

function signsOf(vector: Int8Array): { words: Int32Array; at: number } {
  const length = signWords(vector.length);
  const words = new Int32Array(length * (ROW + 1));
  writeSigns(vector, words, length * ROW);
  return { words, at: length * ROW };
}

describe('signDistance', () => {
  const pair = fc.integer({ min: 1, max: 400 }).chain((length) => {
    const one = fc.int8Array({ minLength: length, maxLength: length });
    return fc.tuple(one, one);
  });

  it('counts the components whose signs differ, 0 being positive', () => {
    fc.assert(
      fc.property(pair, ([a, b]) => {
        const expected = [...a].filter((each, i) => each < 0 !== b[i]! < 0).length;
        const { words, at } = signsOf(a);
        const query = signsOf(b);
        expect(signDistance(words, at, query.words.subarray(query.at))).toBe(expected);
      }),
    );
  });

  it.each([1, 31, 32, 128, 129, 384, 4096])('counts up to all of %i components', (dimensions) => {
    const { words, at } = signsOf(new Int8Array(dimensions).fill(1));
    const opposite = signsOf(new Int8Array(dimensions).fill(-1));
    expect(signDistance(words, at, opposite.words.subarray(opposite.at))).toBe(dimensions);
  });
});
