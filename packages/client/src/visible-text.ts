/**
 * How text of others is written where a model or a terminal reads it: characters that cannot be seen, or that change
 * what is seen, stand there as their code points. A copy of src/common/visible-text.ts:
 * the test beside this file compares them.
 */

/** Controls but line breaks and tabs, halves of characters, line separators, and characters that nothing shows. */
const HIDDEN = String.raw`(?:(?![\n\t])\p{Cc}|[\p{Cs}\p{Default_Ignorable_Code_Point}\u2028\u2029\ufff9-\ufffb])`;

/** Scripts whose letters a joiner connects or keeps apart. */
const JOINING = 'Arab,Syrc,Nkoo,Mong,Deva,Beng,Guru,Gujr,Orya,Taml,Telu,Knda,Mlym,Sinh,Khmr,Mymr,Tibt'
  .split(',')
  .map((script) => String.raw`\p{scx=${script}}`)
  .join('');
const LETTER = String.raw`(?![\u061c\u180b-\u180f])(?=[\p{L}\p{M}])[${JOINING}]`;
/** Such as a virama: the joiner behind it chooses the form of the letter, also at the end of a word. */
const MARK = String.raw`(?![\u180b-\u180f])(?=\p{M})[${JOINING}]`;
const PICTURE = String.raw`\p{Extended_Pictographic}`;

/** Characters that nothing shows where text needs them; each expression ends behind the character. */
const NEEDED = [
  String.raw`(?<=${LETTER})[\u200c\u200d](?=${LETTER})`,
  String.raw`(?<=${MARK})[\u200c\u200d]`,
  String.raw`(?<=${PICTURE}[\ufe0f\p{Emoji_Modifier}]?)\u200d(?=${PICTURE})`,
  String.raw`(?<=[\p{Emoji}\p{So}\p{Sm}])[\ufe0e\ufe0f]`,
].join('|');

/** England, Scotland and Wales: the flags that Unicode recommends of those that are written with tags (RGI). */
const FLAG =
  String.raw`\u{1f3f4}\u{e0067}\u{e0062}` +
  String.raw`(?:\u{e0065}\u{e006e}\u{e0067}|\u{e0073}\u{e0063}\u{e0074}|\u{e0077}\u{e006c}\u{e0073})\u{e007f}`;

const PLAIN = /^[\n\t -~]*$/;
const SOUGHT = new RegExp(String.raw`\r\n|${FLAG}|${HIDDEN}(?<!${NEEDED})`, 'gu');

/** The text with hidden characters written out, such as `<U+202E>`. A text that has none is returned unchanged. */
export function visibleText(text: string): string {
  if (PLAIN.test(text)) return text;
  return text.replace(SOUGHT, (found) => {
    if (found === '\r\n') return '\n';
    const code = found.codePointAt(0) ?? 0;
    return code === FLAG_BASE ? found : `<U+${code.toString(16).toUpperCase().padStart(4, '0')}>`;
  });
}

const FLAG_BASE = 0x1f3f4;
