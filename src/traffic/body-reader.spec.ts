import fc from 'fast-check';
import { processorMs } from '../../test/support/processor-time';
import { hasMoreValuesThan } from './body-reader';

/** Values of a JSON document. A list or object without items counts twice. */
function valuesOf(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 1;
  const items = Object.values(value);
  return items.length === 0 ? 2 : 1 + items.reduce<number>((sum, item) => sum + valuesOf(item), 0);
}

describe('hasMoreValuesThan', () => {
  it.each([
    ['[1,1,1,1]', 5],
    ['[[],[],[]]', 7],
    ['{"a":{"a":{"a":1}}}', 4],
    ['[[[[[[[[', 9],
    ['"a, b, [c], {d}, e, f"', 1],
    [String.raw`["a\",,,,", "\\", ",,,,\\\""]`, 4],
    ['"no end, , , , , ,', 1],
  ])('counts the values of %s', (text, count) => {
    const padded = text + ' '.repeat(20);
    expect(hasMoreValuesThan(count - 1, padded)).toBe(true);
    expect(hasMoreValuesThan(count, padded)).toBe(false);
  });

  it('is true of a document with more values, and false of one with as many or fewer', () => {
    fc.assert(
      fc.property(fc.json(), fc.integer({ min: 0, max: 40 }), (text, max) => {
        expect(hasMoreValuesThan(max, text)).toBe(valuesOf(JSON.parse(text)) > max);
      }),
    );
  });

  it('looks at a text of backslashes and quotes once', () => {
    const text = `["${'\\'.repeat(2_000_000)}${'\\"'.repeat(2_000_000)}"]`;
    expect(processorMs(() => hasMoreValuesThan(10, text))).toBeLessThan(1_500);
  });
});
