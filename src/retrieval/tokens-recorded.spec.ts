import { readFileSync } from 'node:fs';
import path from 'node:path';
import fc from 'fast-check';
import { toLanguage } from '../common/languages';
import { tokenizerOf } from './tokens';

interface Recorded {
  language: string;
  text: string;
  terms: string[];
  forms: string[];
}

const file = path.resolve(__dirname, '../../test/fixtures/tokens.json');
/** What ordinary texts gave before long ones were bounded: indexes, and what recall finds, depend on it. */
const recorded = JSON.parse(readFileSync(file, 'utf8')) as Recorded[];

const tokenize = (language: string, text: string) => tokenizerOf(toLanguage(language)).tokenize(text);

describe('the terms of ordinary texts', () => {
  it.each(recorded)('of $language are as recorded: $text', ({ language, text, terms, forms }) => {
    expect(tokenize(language, text)).toEqual({ terms, forms });
  });

  it('are those of its sentences, one after the other, however many there are', () => {
    const english = recorded.filter((each) => each.language === 'english' && each.terms.length > 4);
    const sentences = fc.array(fc.constantFrom(...english), { minLength: 1, maxLength: 60 });
    fc.assert(
      fc.property(sentences, (texts) => {
        const whole = tokenize('english', texts.map(({ text }) => text).join('\n'));
        expect(whole.terms).toEqual(texts.flatMap(({ terms }) => terms));
        expect(whole.forms.toSorted()).toEqual(texts.flatMap(({ forms }) => forms).toSorted());
      }),
    );
  });

  it('do not depend on the length of the text around them, in scripts without spaces too', () => {
    const unspaced = recorded.filter(({ text }) =>
      /^[\p{Script=Han}\p{Script=Thai}\p{Script=Khmer}]+$/u.test(text),
    );
    expect(unspaced.length).toBeGreaterThan(1);
    for (const { language, text, terms } of unspaced) {
      const long = tokenize(language, Array.from({ length: 300 }, () => text).join('。'));
      expect(long.terms).toEqual(Array.from({ length: 300 }, () => terms).flat());
    }
  });
});
