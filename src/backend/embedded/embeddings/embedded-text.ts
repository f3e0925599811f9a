/**
 * Which form of a memory's text is embedded; part of a model's identity. Raise it when `embeddedText` changes: all
 * memories are then embedded again, as with another model.
 */
export const TEXT_FORM = 1;

/** A time of day in brackets, as chat logs write it: `[1:56 pm on 8 May, 2023] `. */
const TIME = /^[[(][^\][()\n]{0,40}\d:\d\d[^\][()\n]{0,40}[\])]\s*/;

/** The text without the time of a turn, which makes turns of one session alike. A text of only a time keeps it. */
export function embeddedText(text: string): string {
  const rest = text.replace(TIME, '');
  return rest === '' ? text : rest;
}
