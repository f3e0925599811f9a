import fc from 'fast-check';
import { jsonText } from './json.ts';
import { withStyles } from './output.ts';

const SPECIAL = Array.from('می‌क्‍👩🏽‍🚀🏴󠁧󠁢󠁥󠁮󠁧󠁿☎︎\u001b\u202e\u200b\u200c\u200d\ufe0f\u{e0041}\r\n\t <U+>');

const texts = fc
  .array(fc.oneof(fc.constantFrom(...SPECIAL), fc.string({ unit: 'binary', maxLength: 3 })))
  .map((parts) => parts.join(''));

describe('text for terminals', () => {
  it('keeps the styles of the command line, and no other command of a terminal', () => {
    expect(withStyles('\u001b[2mdim\u001b[22m \u001b[2J\u001b]0;x\u0007')).toBe(
      '\u001b[2mdim\u001b[22m <U+001B>[2J<U+001B>]0;x<U+0007>',
    );
  });

  it('is exact in JSON, where nothing is hidden', () => {
    fc.assert(
      fc.property(texts, (text) => {
        const written = jsonText({ text });
        expect(JSON.parse(written)).toEqual({ text });
        expect(written).not.toMatch(/[\p{Cc}\p{Cs}\p{Default_Ignorable_Code_Point}\u2028\u2029]/u);
      }),
    );
  });
});
