import { hashText } from '../common/hash-text';
import type { Language } from '../common/languages';

/** Of a memory that does not have the form of a turn. */
export const NO_TURN = 0;
/** Of a memory that is a turn for certain: it names its time, its speaker is a role, or it has a thread. */
export const CERTAIN_TURN = 1;
const FIRST_SPEAKER = 2;
const SPEAKERS = 0xffff - FIRST_SPEAKER + 1;
/** Fixed, because the image of an index goes to other processes. */
const SPEAKER_SEED = 0;

/** UTF-16 units of a text that can hold time and speaker. */
const HEAD = 120;

/** A bracketed time of day, with or without a date: `[1:56 pm on 8 May, 2023]`, `[2023-05-08 13:56]`, `(13:56)`. */
const BRACKETED_TIME = /^[[(][^\][()\n]{0,32}\d:\d\d[^\][()\n]{0,32}[\])]/;

/** The same without brackets, before a speaker: `08/05/2023, 13:56 - Ann: Hi`, `13:56 <ann> Hi`. */
const TIME_AND_SPEAKER =
  /^\d[\d./-]{0,10}[ ,T]{0,2}\d{0,2}:\d\d[\d:.]{0,10}(?: ?[apAP][mM])?Z? (?:- )?(?:<[^<>\n]{1,40}>|[^:<>\n]{1,40}:) /;

/** Up to three capitalized words before a colon. */
const NAME = /^(\p{Lu}[\p{L}\p{M}\p{N}'._-]{0,30}(?: \p{Lu}[\p{L}\p{M}\p{N}'._-]{0,30}){0,2}): /u;

const ROLE = /^(?:user|human|assistant|ai|bot|agent|model|customer|support|interviewer|interviewee): /i;

/**
 * Whether a text has the form of a turn in a chat log: NO_TURN, CERTAIN_TURN, or a number of the name before the
 * colon, which can also be a label such as `Deadline`. Looks at the beginning only: every text passes here.
 */
export function turnOf(text: string): number {
  const head = text.slice(0, HEAD);
  if (BRACKETED_TIME.test(head) || TIME_AND_SPEAKER.test(head) || ROLE.test(head)) return CERTAIN_TURN;
  const name = NAME.exec(head)?.[1];
  return name === undefined ? NO_TURN : FIRST_SPEAKER + (hashText(name, SPEAKER_SEED) % SPEAKERS);
}

/**
 * Whether two memories that are next to each other belong to one thread. Names without a time must alternate, as
 * speakers do (Ann, Bob, Ann) and labels of facts do not. `before` and `after`: the turns around the two.
 */
export function isSameThread(before: number, one: number, next: number, after: number): boolean {
  if (one === NO_TURN || next === NO_TURN) return false;
  if (one === next) return one === CERTAIN_TURN;
  return before === next || after === one;
}

/** Up to three capitalized words before a colon, after a time in brackets or none: `[1:56 pm on 8 May] Ann Lee: Hi`. */
const SPEAKER =
  /^(?:[[(][^\][()\n]{0,70}[\])] ?)?(\p{Lu}[\p{L}\p{M}\p{N}'._-]{0,30}(?: \p{Lu}[\p{L}\p{M}\p{N}'._-]{0,30}){0,2}): /u;

/** The name of who speaks in a text that has the form of a turn; null without one. */
export function speakerOf(text: string): string | null {
  return SPEAKER.exec(text.slice(0, HEAD))?.[1] ?? null;
}

/** With quotes, or a note in brackets such as a picture's caption, after the question mark. */
const LAST_QUESTION = /[?？؟]["'”’)!\s]*(?:\[[^\][]*\]\s*)?$/;

/** The two sides of a chat with an assistant. */
export type ChatRole = 'asker' | 'helper';

const CHAT_ROLE =
  /^(?:[[(][^\][()\n]{0,70}[\])] ?)?(?:(user|human|customer)|(assistant|ai|bot|agent|model|support)): /i;

/** Whose turn of a chat with an assistant a text is, by its label; null for all other texts. */
export function chatRoleOf(text: string): ChatRole | null {
  const [, asker, helper] = CHAT_ROLE.exec(text.slice(0, HEAD)) ?? [];
  if (asker !== undefined) return 'asker';
  return helper === undefined ? null : 'helper';
}

/** Of the languages whose words are known here: the words with which somebody speaks of himself. */
const FIRST_PERSON: Partial<Record<Language, RegExp>> = {
  english: /\b(?:i|me|my|mine|myself|we|us|our|ours)\b/i,
  french: /\b(?:je|j|me|moi|mon|ma|mes|nous|notre|nos)\b/i,
  german: /\b(?:ich|mich|mir|mein(?:e[mnrs]?)?|wir|uns(?:er(?:e[mnrs]?)?)?)\b/i,
  spanish: /\b(?:yo|me|mí|mi|mis|nosotros|nuestr[oa]s?)\b/i,
};

/** Whether a query is about who asks it. */
export function isAboutAsker(query: string, language: Language): boolean {
  return FIRST_PERSON[language]?.test(query) === true;
}

export function endsInQuestion(text: string): boolean {
  return LAST_QUESTION.test(text);
}
