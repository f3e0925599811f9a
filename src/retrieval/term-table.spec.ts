import fc from 'fast-check';
import { TermTable } from './term-table';

// Few letters, so that terms come again and begin alike; lone surrogates, because terms are any JavaScript strings.
const term = fc.oneof(
  fc.string({ unit: fc.constantFrom('a', 'b', 'é', '東', '😀', '\ud83d'), maxLength: 5 }),
  fc.string({ unit: 'binary', maxLength: 70 }),
);

describe('TermTable', () => {
  it('numbers terms as a map of strings does', () => {
    fc.assert(
      fc.property(fc.array(term, { maxLength: 400 }), fc.array(term, { maxLength: 20 }), (terms, others) => {
        const table = new TermTable();
        const expected = new Map<string, number>();
        for (const each of terms) {
          if (!expected.has(each)) expected.set(each, expected.size);
          expect(table.intern(each)).toBe(expected.get(each));
        }
        expect(table.size).toBe(expected.size);
        for (const [each, number] of expected) expect(table.textAt(number)).toBe(each);
        for (const each of [...terms, ...others]) expect(table.find(each)).toBe(expected.get(each) ?? null);
      }),
    );
  });

  it('keeps a hundred thousand terms apart, in less than 50 bytes each', () => {
    const table = new TermTable();
    const terms = Array.from({ length: 100_000 }, (_, n) => `t${n.toString(36)}`);
    for (const each of terms) table.intern(each);
    expect(terms.map((each) => table.find(each))).toEqual(terms.map((_, n) => n));
    expect(table.find('t')).toBeNull();
    expect(table.bytes / terms.length).toBeLessThan(50);
  });
});
