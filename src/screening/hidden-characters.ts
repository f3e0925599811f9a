/** Finds characters that hide text from a reader, or show it in another order than it is read in. */

/** Emoji of flags such as that of Wales are a black flag, tag characters, and an end: those are no hidden text. */
const TAG_FLAG = /\u{1F3F4}[\u{E0020}-\u{E007E}]{1,8}\u{E007F}/gu;
const TAG = /[\u{E0000}-\u{E007F}]/u;
/** A letter or emoji takes at most one; several in a row hold bytes. An ideograph takes one of the supplement. */
const SELECTORS = /[\uFE00-\uFE0F\u{E0100}-\u{E01EF}]{2}|(?<!\p{Script=Han})[\u{E0100}-\u{E01EF}]/u;
/** They show letters backwards whatever their script is, so that no text needs them. */
const OVERRIDE = /[\u202D\u202E]/;
const RIGHT_TO_LEFT_EMBEDDING = /[\u202B\u2067]/;
const RIGHT_TO_LEFT_LETTER =
  /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u;
/** A joiner or two stand between letters of many scripts; a run of them is a code. */
const ZERO_WIDTH_RUN = /[\u200B-\u200D\u2060-\u2064\uFEFF]{4}/;
const BROKEN_LATIN = /(?<=[a-z\d])[\u200B-\u200D\u2060-\u2064\uFEFF](?=[a-z\d])/gi;
const MOST_BROKEN = 7;
/** Terminals show nothing of what follows. */
const CONCEALED = /(?![\n\r\t])\p{Cc}\[?(?:\d{1,3};){0,5}8m/u;

/** Ordinary texts of right-to-left scripts, joiners of emoji and of Persian or Hindi, and flags hide nothing. */
export function hidesText(text: string): boolean {
  const withoutFlags = text.replace(TAG_FLAG, '');
  return (
    TAG.test(withoutFlags) ||
    SELECTORS.test(text) ||
    OVERRIDE.test(text) ||
    ZERO_WIDTH_RUN.test(text) ||
    CONCEALED.test(text) ||
    (RIGHT_TO_LEFT_EMBEDDING.test(text) && !RIGHT_TO_LEFT_LETTER.test(text)) ||
    (text.match(BROKEN_LATIN)?.length ?? 0) > MOST_BROKEN
  );
}
