import fc from 'fast-check';
import { LANGUAGES } from '../common/languages';
import { tokenizerOf } from './tokens';

const tokenize = (text: string): string[] => tokenizerOf('english').tokenize(text).terms;
const formsOf = (text: string): string[] => tokenizerOf('english').tokenize(text).forms;

describe('tokenize', () => {
  it.each([
    ['lower-cases and stems English words', 'Running HIKES painted', ['run', 'hike', 'paint']],
    ['leaves stop words out', 'What is the name of a dog?', ['name', 'dog']],
    ['leaves contractions out', "I don't think they're it's", ['think']],
    ['takes typographic apostrophes alike', 'I don’t think they’re', ['think']],
    ['drops the possessive', "Caroline's dog, James' cat", ['carolin', 'dog', 'jame', 'cat']],
    ['cuts other apostrophes', "O'Brien d’accord", ['o', 'brien', 'd', 'accord']],
    ['keeps numbers, dates by their parts', '42 on 2023-05-08', ['42', '2023', '05', '08']],
    [
      'keeps decimals and times whole, cuts versions',
      'v 3.14 1.2.3 at 1:56 pm.',
      ['v', '3.14', '1', '2', '3', '1:56', 'pm'],
    ],
    ['cuts identifiers into their parts', 'user_id ERR-42 a@b.org', ['user', 'id', 'err', '42', 'b', 'org']],
    ['does not stem words with digits', 'mp3s', ['mp3s']],
    ['drops accents of Latin letters', 'Café ÅNGSTRÖM naïve', ['cafe', 'angstrom', 'naiv']],
    ['keeps the marks of other scripts', 'हिन्दी ガラス', ['हिन्दी', 'ガラス']],
    ['unifies compatibility forms', 'ｆｕｌｌ ﬁve ②', ['full', 'five', '2']],
    ['cuts Chinese', '我喜欢咖啡', ['我', '喜欢', '咖啡']],
    ['cuts Japanese', '東京と京都', ['東京', 'と', '京都']],
    ['cuts Thai', 'ฉันรักกาแฟ', ['ฉัน', 'รัก', 'กาแฟ']],
    ['cuts mixed scripts', 'Anna likes 咖啡 very much', ['anna', 'like', '咖啡', 'much']],
    ['keeps Cyrillic words', 'Привет, Мир', ['привет', 'мир']],
    ['keeps repeats in order', 'tea coffee tea', ['tea', 'coffe', 'tea']],
    ['keeps all of a text of nothing but stop words', 'The Who', ['the', 'who']],
    ['finds nothing in marks', ' ?! -- … 🎉 ', []],
    ['finds nothing in nothing', '', []],
  ])('%s', (_, text, terms) => {
    expect(tokenize(text)).toEqual(terms);
  });

  it.each([
    ['an identifier in one piece, without its hyphen', 'Order ORD-4411 shipped', ['ord4411']],
    ['a version with and without its letter', 'since v2.3.1.', ['v2.3.1', '2.3.1']],
    ['a date', 'on 2026-05-07', ['2026-05-07']],
    ['an address', 'ask Ann.Lee@Example.org now', ['ann.lee@example.org']],
    ['names of programs', 'call foo_bar.baz', ['foobar.baz']],
    ['the words of camel case', 'parse camelCase and getURLPath', ['camel', 'case', 'get', 'url', 'path']],
    ['no hyphened words', 'a well-known fact', []],
    ['no numbers and times, which are words', '3.14 at 1:56', []],
    ['what is written with accents', 'Größe_maß', ['grossemass']],
  ])('gives as further forms %s', (_, text, forms) => {
    expect(formsOf(text)).toEqual(forms);
  });

  it.each([
    ['Latin, strokes and ligatures included', 'Ærøskøbing Łódź Straße', ['aeroskob', 'lodz', 'strass']],
    ['Greek', 'καφές', ['καφες']],
    ['Cyrillic stress and ё, while й stays a letter', 'всё за́мок чай', ['все', 'замок', 'чай']],
  ])('folds %s', (_, text, terms) => {
    expect(tokenize(text)).toEqual(terms);
  });

  it.each([
    ['german', 'Die Häuser und das Haus', ['haus', 'haus']],
    ['german', 'Wann ist die Messe? Wofür, und wer kommt?', ['mess', 'kommt']],
    ['french', 'Quand et pourquoi part le train ?', ['part', 'train']],
    ['french', "L'élève et les élèves", ['elev', 'elev']],
    ['russian', 'и книга, и книги', ['книг', 'книг']],
    ['none', 'The houses', ['the', 'houses']],
  ] as const)('applies the rules of %s', (language, text, terms) => {
    expect(tokenizerOf(language).tokenize(text).terms).toEqual(terms);
  });

  it.each(LANGUAGES)('has rules for %s that take any string', (language) => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 40 }), (text) => {
        const { terms, forms } = tokenizerOf(language).tokenize(text);
        expect([...terms, ...forms].every((term) => term.length > 0)).toBe(true);
      }),
    );
  });

  it('cuts very long words, equally each time and never inside a character', () => {
    const long = `${'x'.repeat(63)}𝒳日`.repeat(50);
    for (const term of tokenize(`${long} ${'𐐷'.repeat(100)}`)) {
      expect(term.length).toBeLessThanOrEqual(64);
      expect(term.isWellFormed()).toBe(true);
    }
    expect(tokenize('a'.repeat(9000))).toEqual([tokenize('a'.repeat(64))[0]]);
  });

  it('answers the same after its memory of stems has overflowed', () => {
    const before = tokenize('running hikes');
    for (let i = 0; i < 40_000; i++) tokenize(`filler${i}`);
    expect(tokenize('running hikes')).toEqual(before);
  });

  it('takes any string, answers no empty terms, and does not depend on case or repetition', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 60 }), (text) => {
        const terms = tokenize(text);
        expect(terms).toEqual(tokenize(text));
        expect(terms.every((term) => term.length > 0)).toBe(true);
      }),
    );
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme-ascii', maxLength: 60 }), (text) => {
        expect(tokenize(text.toUpperCase())).toEqual(tokenize(text.toLowerCase()));
      }),
    );
  });

  it('takes lone surrogates and null characters', () => {
    expect(tokenize('tea\ud800two \0 three')).toEqual(['tea', 'two', 'three']);
  });

  it('answers the same terms on the fast path and on the general one', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme-ascii', maxLength: 60 }), (text) => {
        // The ellipsis is outside ASCII and, with spaces around it, holds no word.
        expect(tokenize(`${text} 🎉 `)).toEqual(tokenize(text));
      }),
    );
  });
});
