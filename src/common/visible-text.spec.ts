import fc from 'fast-check';
import { visibleText } from './visible-text';

const HIDDEN = [
  ...range(0, 8),
  ...range(0x0b, 0x1f),
  ...range(0x7f, 0x9f),
  ...[0xad, 0x34f, 0x61c, 0x180e, 0x2028, 0x2029, 0xfeff, 0x3164],
  ...range(0x200b, 0x200f),
  ...range(0x202a, 0x202e),
  ...range(0x2060, 0x206f),
  ...range(0xfe00, 0xfe0f),
  ...range(0xfff9, 0xfffb),
  ...range(0xe0000, 0xe007f),
  ...range(0xe0100, 0xe01ef),
].map((code) => String.fromCodePoint(code));

/** Texts that need characters which nothing shows. */
const PLAIN = [
  'Plain text, with\ttabs\nand lines: <b> & "quotes" – 100 %.',
  'العربية: مرحبا بالعالم، ١٢٣',
  'עברית: שָׁלוֹם עולם',
  'می‌خواهم، کتاب‌ها، خانه‌ای',
  'हिन्दी: क्‍ष र्‍य श्री कार्य',
  'ന്‍ ര്‍ മലയാളം',
  'ශ්‍රී ලංකා',
  'ক্‌ষ র‍্য',
  '한국어 日本語 中文 Ελληνικά Русский ไทย',
  '👨‍👩‍👧‍👦 👩🏽‍🚀 🧑🏽‍🦰 🏳️‍🌈 🏴‍☠️ 👁️‍🗨️ ❤️‍🔥',
  '🏴󠁧󠁢󠁥󠁮󠁧󠁿 🏴󠁧󠁢󠁳󠁣󠁴󠁿 🏴󠁧󠁢󠁷󠁬󠁳󠁿 🇩🇪 🇯🇵 1️⃣ ©️ ☎︎ 👍🏿',
];

const anyText = fc.array(
  fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.constantFrom(...HIDDEN),
    fc.constantFrom(...PLAIN, ...PLAIN.flatMap((text) => Array.from(text))),
    fc.integer({ min: 0, max: 0xffff }).map((unit) => String.fromCharCode(unit)),
  ),
);
const texts = anyText.map((parts) => parts.join(''));

function range(from: number, to: number): number[] {
  return Array.from({ length: to - from + 1 }, (_, i) => from + i);
}

/** What is left of a text without the joiners, selectors and flags that are allowed somewhere. */
function withoutAllowed(text: string): string {
  return text.replace(
    /\u{1f3f4}[\u{e0061}-\u{e007a}]{5}\u{e007f}|[\u200c-\u200d]|[\ufe0e-\ufe0f]|[\n\t]/gu,
    '',
  );
}

describe('text for models and terminals', () => {
  it.each(HIDDEN.map((character) => [code(character), character] as const))(
    'has %s written out between letters',
    (name, character) => expect(visibleText(`a${character}b`)).toBe(`a<${name}>b`),
  );

  it.each(PLAIN)('keeps %j as it is', (text) => expect(visibleText(text)).toBe(text));

  it.each([
    ['between Latin letters', 'pass\u200dword', 'pass<U+200D>word'],
    ['beside a space', 'می\u200c خواهم', 'می<U+200C> خواهم'],
    ['one after the other', 'ب\u200c\u200cب', 'ب<U+200C><U+200C>ب'],
    ['behind a direction', 'ب\u061c\u200cب', 'ب<U+061C><U+200C>ب'],
    ['at the end of a picture', '👩\u200d', '👩<U+200D>'],
    ['between a picture and a letter', '👩\u200da', '👩<U+200D>a'],
    ['as selectors of a picture', '👩\ufe0f\ufe0f\ufe01', '👩\ufe0f<U+FE0F><U+FE01>'],
    ['as tags of an unknown flag', '🏴\u{e0061}\u{e0062}\u{e007f}', '🏴<U+E0061><U+E0062><U+E007F>'],
    ['as tags without a flag', '\u{e0067}\u{e0062}', '<U+E0067><U+E0062>'],
    ['as half of a character', 'a\ud83db', 'a<U+D83D>b'],
    ['as a return that lines do not end with', 'a\r\r\nb\rc', 'a<U+000D>\nb<U+000D>c'],
    ['as a command of a terminal', '\u001b]0;title\u0007', '<U+001B>]0;title<U+0007>'],
  ])('shows what is hidden %s', (_, text, shown) => expect(visibleText(text)).toBe(shown));

  it('has nothing hidden but what letters and pictures need, whatever the text is', () => {
    const hidden = /[\p{Cc}\p{Cs}\p{Default_Ignorable_Code_Point}\u2028\u2029\ufff9-\ufffb]/u;
    fc.assert(fc.property(texts, (text) => !hidden.test(withoutAllowed(visibleText(text)))));
  });

  it('is the same when it is written out once more', () => {
    fc.assert(
      fc.property(texts, (text) => {
        const shown = visibleText(text);
        expect(visibleText(shown)).toBe(shown);
      }),
    );
  });

  it('keeps what can be seen', () => {
    const visible = fc.string({ unit: fc.constantFrom(...Array.from('aZ9 ß漢字あ한جשहि–€🙂\n\t<>U+')) });
    fc.assert(fc.property(visible, (text) => visibleText(text) === text));
  });
});

function code(character: string): string {
  return `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;
}
