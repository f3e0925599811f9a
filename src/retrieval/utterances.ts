/** UTF-16 units of a text that can hold a time and a speaker. */
const HEAD = 120;

/** Up to three capitalized words before a colon, after a time in brackets or none: `[1:56 pm on 8 May] Ann Lee: Hi`. */
const SPEAKER =
  /^(?:[[(][^\][()\n]{0,70}[\])] ?)?(\p{Lu}[\p{L}\p{M}\p{N}'._-]{0,30}(?: \p{Lu}[\p{L}\p{M}\p{N}'._-]{0,30}){0,2}): /u;

/** The name of who speaks in a text that has the form of a turn; null without one. */
export function speakerOf(text: string): string | null {
  return SPEAKER.exec(text.slice(0, HEAD))?.[1] ?? null;
}

/** With quotes, or a note in brackets such as a picture's caption, after the question mark. */
const LAST_QUESTION = /[?？؟]["'”’)!\s]*(?:\[[^\][]*\]\s*)?$/;

/** Whether a text ends with a question. */
export function endsInQuestion(text: string): boolean {
  return LAST_QUESTION.test(text);
}
