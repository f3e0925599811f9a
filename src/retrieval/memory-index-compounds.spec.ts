import fc from 'fast-check';
import { document, hits as hitsIn, indexIn, query } from '../../test/support/index-samples';
import type { Language } from '../common/languages';
import { MemoryIndex } from './memory-index';
import type { SearchHit } from './search-query';

function hits(text: string, texts: readonly string[], language: Language = 'german'): SearchHit[] {
  return hitsIn(text, texts, language);
}

const ids = (found: readonly SearchHit[]): string[] => found.map(({ id }) => id);

const ACCESS = 'Das Datenbankpasswort steht im Tresor.';

describe('German compounds', () => {
  it.each(['Wie lautet das Passwort?', 'Wo sind die Passwörter?', 'Welche Datenbank?'])(
    'are found by their parts: %s',
    (question) => {
      expect(ids(hits(question, [ACCESS, 'Die Heizung ist neu.']))).toEqual(['m0']);
    },
  );

  it('find their parts, if the store knows both', () => {
    const texts = [
      'Das Passwort der Datenbank steht im Tresor.',
      'Ein Passwort ist lang.',
      'Die Heizung ist neu.',
    ];
    expect(ids(hits('Wie lautet das Datenbankpasswort?', texts))).toEqual(['m0', 'm1']);
    expect(ids(hits('Wie lautet das Gerätepasswort?', texts))).toEqual([]);
  });

  it('count less than the word itself', () => {
    const texts = ['Der Arbeitsvertrag liegt bei Ida.', 'Der Vertrag liegt bei Jan.'];
    const [own, compound] = hits('Wo liegt ein Vertrag?', texts);
    expect([own?.id, compound?.id]).toEqual(['m1', 'm0']);
    expect(own?.matchedTerms).toEqual(compound?.matchedTerms);
    expect(ids(hits('Wo liegt der Arbeitsvertrag?', [...texts, 'Die Arbeit ruht.']))[0]).toBe('m0');
  });

  it('bring nothing to a memory that says the word too', () => {
    const texts = ['Das Passwort ist geheim.', 'Das Passwort ist das Datenbankpasswort.'];
    const lexical = (found: readonly SearchHit[], id: string) =>
      found.find((hit) => hit.id === id)?.lexical?.score ?? 0;
    const found = hits('Passwort', texts);
    expect(lexical(found, 'm1')).toBeLessThanOrEqual(lexical(found, 'm0'));
  });

  it('are not split in other languages', () => {
    for (const language of ['english', 'none', 'dutch'] as const) {
      expect(hits('Passwort', [ACCESS], language)).toEqual([]);
    }
  });

  it('are forgotten with their memories', () => {
    const index = indexIn('german', [ACCESS, 'Die Heizung ist neu.']);
    index.remove('m0');
    expect(index.search(query('Passwort')).hits).toEqual([]);
  });

  it('find the same in any order of the memories, with scores below 1', () => {
    const parts = ['daten', 'bank', 'passwort', 'vertrag', 'arbeit', 'heizung', 'keller'];
    const word = fc
      .array(fc.constantFrom(...parts), { minLength: 1, maxLength: 3 })
      .map((each) => each.join(''));
    const text = fc.array(word, { minLength: 1, maxLength: 4 }).map((each) => each.join(' '));
    fc.assert(
      fc.property(fc.array(text, { maxLength: 8 }), text, (texts, asked) => {
        const documents = texts.map((each, order) => document({ id: `m${order}`, text: each, order }));
        const search = (ordered: typeof documents): unknown => {
          const index = new MemoryIndex('german', null);
          ordered.forEach((each) => index.upsert(each));
          return index.search(query(asked, { neighbours: 'off' })).hits;
        };
        const found = search(documents) as SearchHit[];
        expect(search(documents.toReversed())).toEqual(found);
        for (const { score } of found) expect(score).toBeLessThan(1);
      }),
    );
  });
});
