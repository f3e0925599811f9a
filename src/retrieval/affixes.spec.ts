import fc from 'fast-check';
import { Affixes } from './affixes';
import { TermTable } from './term-table';

/** Few letters, so that many begin and end alike. */
const words = fc.string({ unit: fc.constantFrom('a', 'b'), minLength: 1, maxLength: 9 });

describe('Affixes', () => {
  it('finds the longer terms that begin or end with a text, also among those added since', () => {
    fc.assert(
      fc.property(fc.uniqueArray(words, { maxLength: 700 }), words, fc.nat(), (terms, text, cut) => {
        const table = new TermTable();
        const affixes = new Affixes(table);
        const first = terms.slice(0, cut % (terms.length + 1));
        for (const term of first) table.intern(term);
        affixes.around(text);
        for (const term of terms) table.intern(term);
        const around = (term: string): boolean =>
          term.length > text.length && (term.startsWith(text) || term.endsWith(text));
        const expected = text.length < 4 ? [] : terms.filter(around);
        expect([...new Set(affixes.around(text))].toSorted()).toEqual(expected.toSorted());
      }),
    );
  });

  it('says what it holds', () => {
    const table = new TermTable();
    const affixes = new Affixes(table);
    const empty = affixes.bytes;
    for (let n = 0; n < 10_000; n++) table.intern(`${n}term`);
    expect(affixes.around('term')).toHaveLength(10_000);
    expect(affixes.bytes - empty).toBeGreaterThan(10_000 * 8);
  });
});
