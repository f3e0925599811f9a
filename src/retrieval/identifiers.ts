import { fold } from './folding';

// One way of writing for identifiers that people write in several: case, accents, separators, leading zeros, country
// codes, `www.` and plus-tags. Two are the same where their folded forms are; a part of one is not the whole.

/** Fewer digits with hyphens between some of them are ranges, scores or dates: `5-10` is not `510`. */
const LONG_NUMBER = 7;
/** Of a telephone number with its country code (ITU-T E.164). */
const LONGEST_PHONE = 15;

// It matches single words too: asking for a separator would read each long word again from each of its letters.
const COMPOUND = /[\p{L}\p{M}\p{N}]+(?:[._@:-][\p{L}\p{M}\p{N}]+)*/gu;
const ASCII_COMPOUND = /[a-z0-9]+(?:[._@:-][a-z0-9]+)*/g;
const SEPARATOR = /[._@:-]/;
/** What is more than words with hyphens in between. */
const IDENTIFYING = /[\p{N}_@.]/u;
/** Numbers and times of day, which are words: `3.14`, `1:56`. */
const NUMBER = /^\p{N}+[.:]\p{N}+$/u;
/** Versions are written with and without their letter. */
const LETTERED_VERSION = /^\p{L}{1,3}(\p{N}+(?:\.\p{N}+)+)$/u;

const WEB_HOST = /^www\.(?=\p{L})/u;
const SCHEME = /\bhttps?:\/\/(?=[\p{L}\p{N}])/gu;
const LAST_SLASH = /(?<=[\p{L}\p{N}])\/(?=\s|$)/gu;
const QUOTES = /["“”„«»]/g;
const FOLDED_IN_TEXTS = /[\p{N}@]|^www\./u;
const PLUS_TAG = /\+[\p{L}\p{N}._-]{1,64}(?=@)/gu;
const HYPHENATED = /^[\p{L}\p{N}]+(?:-[\p{L}\p{N}]+)+$/u;
const DATE = /^(?:\d{4}[-./]\d{1,2}[-./]\d{1,2}|\d{1,2}[-./]\d{1,2}[-./]\d{4})(?!\d)/;
/** Hyphens, underscores and colons, but not between two digits. */
const JOINER = /(?<!\p{N})[_:-]|[_:-](?!\p{N})/gu;
const LEADING_ZEROS = /^(\p{L}*)0+([1-9]\p{N}*)$/u;

const PHONE = /(?:\+|\()?\d(?:[ ()./-]{0,2}\d){6,18}/g;
/** Cards and bank accounts (ISO 13616) as they are printed. */
const PRINTED = /(?:[a-z]{2}\d{2}|\d{4})(?: [a-z]{4})?(?: \d{4}){2,6}(?: \d{1,3})?/g;
const MAY_BE_PRINTED = /\d \d/;

const LEADS_WITH_ZERO = /(?<!\d)0\d/;
const MAY_HOLD_PHONE = /[+(]\d|(?<!\d)0\d/;
const JOINED_BEFORE = /[\p{L}\p{N}._@:-]$/u;
const JOINED_AFTER = /^(?:\p{L}|\p{N}|[._@:-][\p{L}\p{N}])/u;
const INTERNATIONAL = /^(?:\+|00)/;
/** The calling codes of one and two digits (ITU-T E.164); all others have three. */
const CALLING_CODE = /^(?:1|7|2[07]|3[0-469]|4[013-9]|5[1-8]|6[0-6]|8[1246]|9[0-58]|\d{3})/;

/**
 * A text in lower case with its identifiers in the one way of writing, so that two texts that differ in that alone are
 * equal. Names of letters only stay as they are: `user_id` and `userid` may be two columns.
 */
export function withFoldedIdentifiers(text: string): string {
  const bare = withoutPlusTags(text).replace(QUOTES, '').replace(SCHEME, '').replace(LAST_SLASH, '');
  const grouped = replaced(replaced(bare, PHONE, phoneNumber), PRINTED, withoutSpaces);
  return grouped.replace(COMPOUND, (word) => {
    const isFolded = isCompound(word) || LEADING_ZEROS.test(word);
    return isFolded && FOLDED_IN_TEXTS.test(word) ? foldedCompound(fold(word)) : word;
  });
}

/** The identifiers of a folded text, each as a whole in the one way of writing: words that are written in one only are none. */
export function identifiersIn(folded: string, isAscii: boolean): string[] {
  const text = withoutPlusTags(folded);
  const words = text.match(isAscii ? ASCII_COMPOUND : COMPOUND) ?? [];
  const wholes = words.filter(isCompound).flatMap(withBareVersion).map(foldedCompound);
  const zeros = LEADS_WITH_ZERO.test(text) ? words.filter((word) => LEADING_ZEROS.test(word)) : [];
  return [...wholes, ...zeros.map(foldedCompound), ...groupedIn(text)];
}

function withoutPlusTags(text: string): string {
  return text.includes('@') && text.includes('+') ? text.replace(PLUS_TAG, '') : text;
}

function isCompound(word: string): boolean {
  return SEPARATOR.test(word) && IDENTIFYING.test(word) && !NUMBER.test(word);
}

function withBareVersion(compound: string): string[] {
  const bare = LETTERED_VERSION.exec(compound)?.[1];
  return bare === undefined ? [compound] : [compound, bare];
}

function foldedCompound(compound: string): string {
  if (compound.includes('@')) return compound;
  const joined = compound.replace(WEB_HOST, '').replace(JOINER, '');
  return (isLongNumber(joined) ? joined.replaceAll('-', '') : joined).replace(LEADING_ZEROS, '$1$2');
}

function isLongNumber(text: string): boolean {
  return HYPHENATED.test(text) && digitsOf(text).length >= LONG_NUMBER && !DATE.test(text);
}

function digitsOf(text: string): string {
  return text.replace(/[^\p{N}]/gu, '');
}

/** The numbers that are written in groups, without what is between the groups. */
function groupedIn(text: string): string[] {
  const phones = MAY_HOLD_PHONE.test(text) ? apartIn(text, PHONE).map(phoneNumber) : [];
  const printed = MAY_BE_PRINTED.test(text) ? apartIn(text, PRINTED).map(withoutSpaces) : [];
  return [...phones, ...printed].filter((number) => number !== null);
}

function withoutSpaces(text: string): string {
  return text.replaceAll(' ', '');
}

/** The matches of a pattern that are no part of a longer word or identifier. */
function apartIn(text: string, pattern: RegExp): string[] {
  const found = [...text.matchAll(pattern)];
  return found.filter(({ 0: whole, index }) => isApart(text, whole, index)).map(([whole]) => whole);
}

function replaced(text: string, pattern: RegExp, numberOf: (found: string) => string | null): string {
  return text.replace(pattern, (found, index: number) =>
    isApart(text, found, index) ? (numberOf(found) ?? found) : found,
  );
}

function isApart(text: string, found: string, index: number): boolean {
  const end = index + found.length;
  return (
    !JOINED_BEFORE.test(text.slice(Math.max(0, index - 2), index)) &&
    !JOINED_AFTER.test(text.slice(end, end + 2))
  );
}

/** The number without the country code and its zeros; null for digits that are written in another way. */
function phoneNumber(text: string): string | null {
  const digits = digitsOf(text);
  if (DATE.test(text)) return null;
  if (!/^[+(0]/.test(text) || digits.length < LONG_NUMBER || digits.length > LONGEST_PHONE + 2) return null;
  if (!INTERNATIONAL.test(text)) return digits.replace(/^0+/, '');
  return digits.replace(/^00/, '').replace(CALLING_CODE, '').replace(/^0+/, '');
}
