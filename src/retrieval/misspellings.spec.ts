import { document, indexOf, query } from '../../test/support/index-samples';
import type { Language } from '../common/languages';
import { MemoryIndex } from './memory-index';
import { nearTerms, termMeant } from './misspellings';

const meant = (word: string, ...known: string[]): string | null =>
  termMeant(
    nearTerms(word, (spelling) => spelling),
    (term) => known.filter((each) => each === term).length,
  );

describe('the term meant by a misspelt word', () => {
  it.each([
    ['two letters swapped', 'typsecript', 'typescript'],
    ['the first two swapped', 'uspplier', 'supplier'],
    ['one missing', 'kuberntes', 'kubernetes'],
    ['the last one missing', 'kubernete', 'kubernetes'],
    ['one too many', 'harbouur', 'harbour'],
    ['one replaced', 'hardour', 'harbour'],
    ['the last one replaced', 'harboun', 'harbour'],
    ['a Cyrillic one missing', 'привт', 'привет'],
    ['a Greek one replaced', 'καλημορα', 'καλημερα'],
  ])('is found with %s', (_, word, right) => {
    expect(meant(word, right)).toBe(right);
  });

  it.each([
    ['fewer than five letters', 'frm', 'form'],
    ['another letter in a short word', 'paint', 'point'],
    ['another first letter', 'tarbour', 'harbour'],
    ['two errors', 'habrouur', 'harbour'],
    ['what stemming leaves of many words', 'items', 'ite'],
    ['more letters than a word has', 'x'.repeat(21), 'x'.repeat(20)],
  ])('is none for %s', (_, word, other) => {
    expect(meant(word, other)).toBeNull();
  });

  it('is the one that most documents hold, and no replaced letter beside another error', () => {
    expect(meant('stoer', 'store', 'stoker', 'stoker')).toBe('stoker');
    expect(meant('planter', 'plantar', 'plantar', 'plante')).toBe('plante');
  });
});

describe('a search with a misspelt word', () => {
  const OTHERS = ['The mill is green.', 'Ships wait in the harbour.'];
  const find = (text: string, texts: readonly string[], language: Language = 'english') => {
    const index = new MemoryIndex(language, null);
    [...texts, ...OTHERS].forEach((each, order) =>
      index.upsert(document({ id: `m${order}`, text: each, order })),
    );
    return index.search(query(text, { neighbours: 'off' })).hits;
  };
  const idsFound = (text: string, texts: readonly string[], language?: Language): string[] =>
    find(text, texts, language).map(({ id }) => id);

  it.each([
    ['typsecript', 'We write TypeScript.'],
    ['deploymnet', 'Two deployments a day.'],
    ['Which kuberntes?', 'Kubernetes runs it.'],
    ['fernadno', 'Fernando was here.'],
    ['tagged with paymnets', 'A payment is late.'],
  ])('finds what was meant: %s', (text, right) => {
    expect(idsFound(text, [right])).toEqual(['m0']);
  });

  it('counts less than the right word, and says which word of the query it matched', () => {
    const [right, wrong] = ['typescript strict', 'typsecript strict'].map(
      (text) => find(text, ['Strict TypeScript.'])[0],
    );
    expect(wrong!.score).toBeLessThan(right!.score);
    expect(wrong!.matchedTerms).toEqual(['typsecript', 'strict']);
  });

  it('leaves words alone that a memory holds, in its text or as a label', () => {
    expect(idsFound('contact', ['A contact.', 'A contract.'])).toEqual(['m0']);
    const tagged = indexOf([
      document({ id: 'a', text: 'Lamps.', tags: ['contact'] }),
      document({ id: 'b', text: 'A contract.' }),
    ]);
    expect(tagged.search(query('contact')).hits.map(({ id }) => id)).toEqual(['a']);
  });

  it('leaves identifiers and numbers alone', () => {
    expect(idsFound('PAY2231x 20231 naem1', ['PAY2231 and 2023 and name1'])).toEqual([]);
  });

  it('does not count a word twice that the query gives rightly too', () => {
    const once = find('harbour ships', [])[0]!.score;
    expect(find('harbour ships harbuor', [])[0]!.score).toBeLessThan(once);
  });

  it('works in other languages, without accents, and without stemming', () => {
    expect(idsFound('Besprechnug', ['Die Besprechung ist um drei.'], 'german')).toEqual(['m0']);
    expect(idsFound('reuinon', ['La réunion est à trois heures.'], 'french')).toEqual(['m0']);
    expect(idsFound('sprirng', ['The spring.'], 'none')).toEqual(['m0']);
  });

  it('looks at three words of a query at most', () => {
    const typos = ['harbuor', 'shisp', 'greeen', 'mlils'];
    expect(find(`aaaaaa bbbbbb cccccc ${typos.join(' ')}`, [])).toEqual([]);
  });
});
