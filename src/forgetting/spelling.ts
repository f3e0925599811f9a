import { fold } from '../retrieval/folding';
import { identifiersIn, withFoldedIdentifiers } from '../retrieval/identifiers';

/** `certain`: the text names the subject. `unsure`: it may name it, or somebody else. */
export type Verdict = 'certain' | 'unsure';

export interface Finding {
  verdict: Verdict;
  /** As the text writes it. */
  spelling: string;
}

/** Finds a subject in texts; null where they do not name it. */
export type SubjectFinder = (text: string) => Finding | null;

const HIDDEN = /(?:(?![\n\t\r])\p{Cc}|\p{Default_Ignorable_Code_Point})/gu;
/** Signs that web addresses and careful writers put in the place of `@`. */
const AT_SIGN = /%40|\s?[[(]\s?at\s?[\])]\s?/giu;
const COMPOUND = /[\p{L}\p{M}\p{N}]+(?:[._@:+-][\p{L}\p{M}\p{N}]+)*/gu;
const WORD = /[\p{L}\p{M}\p{N}]+/gu;
const SCHEME = /^(?:mailto|tel):/i;
/** An address of a page, or a path. */
const LINK = /^(?:https?:\/\/|www\.)|[\p{L}\p{M}\p{N}]\/[\p{L}\p{M}\p{N}]/iu;
const UMLAUT = /[äöüÄÖÜ]/u;
const UMLAUTS: Readonly<Record<string, string>> = { ä: 'ae', ö: 'oe', ü: 'ue' };

/** What may stand between two words of one name; a full stop between words ends a sentence. */
const WITHIN = /^(?:[ \t\u00a0]+|[ \t]*\r?\n[ \t]*|[._'’ʼ+–-])$/u;
const AFTER_INITIAL = /^\.[ \t\u00a0]*$/u;
const AFTER_SURNAME = /^,[ \t\u00a0]*$/u;
const ADJOINING = /^[ \t\u00a0]$/u;
const CAPITAL = /^\p{Lu}/u;
const LINK_BEFORE = /[\p{L}\p{M}\p{N}@/][._/+-]?$/u;
const LINK_AFTER = /^(?:[\p{L}\p{M}\p{N}]|[._/?#&=:+-][\p{L}\p{N}])/u;
const JOINED_BEFORE = /[\p{L}\p{M}\p{N}@][._+-]$/u;
const JOINED_AFTER = /^[._+-][\p{L}\p{N}]/u;
const ENDS_SENTENCE = /(?:^|[.?!:;\n"“”(])[^\S\n]*$/u;
const TITLE = /^(?:mr|mrs|ms|miss|dr|prof|sir|herr|frau|madame|monsieur|señor|señora)$/iu;

/** Shorter words at one typing error are other words. */
const LEAST_MISSPELT = 5;
/** So do shorter ones with an `s`. */
const LEAST_INFLECTED = 4;

/**
 * How a person, an identifier or a subject is found: words and identifiers are folded and compared as wholes, so that
 * `alice.smith@acme.io` is not `alice@acme.io`.
 */
export function finderOf(about: string): SubjectFinder {
  const subject = cleaned(about).trim().replace(SCHEME, '');
  if (LINK.test(subject) && !/\s/u.test(subject)) return linkFinder(subject);
  return isIdentifier(subject) ? identifierFinder(subject) : nameFinder(subject);
}

/** Whether a subject has a word or an identifier that texts can be searched for. */
export function isSearchable(about: string): boolean {
  return cleaned(about).search(WORD) >= 0;
}

function cleaned(text: string): string {
  return text.replace(HIDDEN, '').normalize('NFC').replace(AT_SIGN, '@');
}

/** A word with digits or an address, or a number that is written in groups. */
function isIdentifier(subject: string): boolean {
  return /[\p{N}@]/u.test(subject) && !/\s/u.test(withFoldedIdentifiers(fold(subject)));
}

/** A part of a longer link may be the subject's too. */
function linkFinder(subject: string): SubjectFinder {
  const wanted = withFoldedIdentifiers(fold(subject));
  return (text) => {
    const folded = withFoldedIdentifiers(fold(cleaned(text)));
    let found: Finding | null = null;
    for (let at = folded.indexOf(wanted); at >= 0; at = folded.indexOf(wanted, at + 1)) {
      const [before, after] = [folded.slice(Math.max(0, at - 2), at), folded.slice(at + wanted.length)];
      if (LINK_BEFORE.test(before)) continue;
      if (!LINK_AFTER.test(after.slice(0, 2))) return { verdict: 'certain', spelling: wanted };
      found ??= { verdict: 'unsure', spelling: wanted };
    }
    return found;
  };
}

function identifierFinder(subject: string): SubjectFinder {
  const wanted = new Set(wholeFormsOf(fold(subject)));
  const needsDigit = /\p{N}/u.test(subject);
  return (text) => {
    if (!(needsDigit ? /\p{N}/u : /@/u).test(text) && !/%40|\bat\b/iu.test(text)) return null;
    const clean = cleaned(text);
    for (const [compound] of clean.matchAll(COMPOUND)) {
      if (formsOf(compound).some((form) => wanted.has(form)))
        return { verdict: 'certain', spelling: compound };
    }
    const grouped = identifiersIn(fold(clean), false).find((form) => wanted.has(form));
    return grouped === undefined ? null : { verdict: 'certain', spelling: grouped };
  };
}

/** Of the subject only the whole: `user:4711` is no user, and `044 123 45 67` not the number 44. */
function wholeFormsOf(folded: string): string[] {
  const [first] = folded.match(COMPOUND) ?? [];
  const whole = withFoldedIdentifiers(folded);
  return first === folded ? [folded, whole, ...identifiersIn(folded, false)] : [whole];
}

/** The whole, and what stands between colons: `mailto:alice@acme.io`, `user:4711`. */
function formsOf(compound: string): string[] {
  const folded = fold(compound);
  const parts = folded.includes(':') ? [folded, ...folded.split(':')] : [folded];
  return parts.flatMap((part) => [part, withFoldedIdentifiers(part), ...identifiersIn(part, false)]);
}

interface Token {
  raw: string;
  forms: readonly string[];
  start: number;
  end: number;
}

interface Name {
  /** The forms of each word. */
  words: readonly (readonly string[])[];
  /** All words as one. */
  joined: ReadonlySet<string>;
  /** Words that may name the subject alone. */
  telling: readonly number[];
}

function nameFinder(subject: string): SubjectFinder {
  const tokens = tokensOf(subject);
  const name: Name = {
    words: tokens.map(({ forms }) => forms),
    joined: new Set([fold(tokens.map(({ raw }) => raw).join(''))]),
    telling: tellingWords(tokens),
  };
  const anchors = name.words.flat();
  return (text) => {
    const clean = cleaned(text);
    if (name.words.length > 1 && !mayName(clean, anchors)) return null;
    return findName(clean, tokensOf(clean), name);
  };
}

/** A quick look before the words are compared. */
function mayName(text: string, anchors: readonly string[]): boolean {
  const folded = fold(text);
  const umlauts = UMLAUT.test(text) ? fold(withoutUmlauts(text)) : '';
  return anchors.some((anchor) => folded.includes(anchor) || umlauts.includes(anchor));
}

/** The words of a name that begin with a capital; all that have more than one letter if none does. */
function tellingWords(tokens: readonly Token[]): number[] {
  const places = tokens.map((_, at) => at).filter((at) => (tokens[at]?.raw.length ?? 0) > 1);
  const capital = places.filter((at) => CAPITAL.test(tokens[at]?.raw ?? ''));
  return capital.length > 0 ? capital : places;
}

function tokensOf(text: string): Token[] {
  return [...text.matchAll(WORD)].map(({ 0: raw, index }) => {
    const folded = fold(raw);
    const forms = UMLAUT.test(raw) ? [folded, fold(withoutUmlauts(raw))] : [folded];
    return { raw, forms, start: index, end: index + raw.length };
  });
}

function withoutUmlauts(word: string): string {
  return word.toLowerCase().replace(/[äöü]/gu, (letter) => UMLAUTS[letter] ?? letter);
}

function findName(text: string, tokens: readonly Token[], name: Name): Finding | null {
  let unsure: Finding | null = null;
  for (let at = 0; at < tokens.length; at++) {
    const found = findAt(text, tokens, at, name);
    if (found?.verdict === 'certain') return found;
    unsure ??= found;
  }
  return unsure;
}

function findAt(text: string, tokens: readonly Token[], at: number, name: Name): Finding | null {
  const first = tokens[at];
  if (first === undefined) return null;
  if (name.words.length > 1 && first.forms.some((form) => name.joined.has(form))) {
    return finding(text, tokens, at, at, true);
  }
  const inOrder = sequence(text, tokens, at, name.words, WITHIN);
  const whole = inOrder ?? (name.words.length > 1 ? surnameFirst(text, tokens, at, name) : null);
  if (whole !== null) return finding(text, tokens, at, at + name.words.length - 1, whole === 'same');
  const isPart =
    name.words.length > 1 && name.telling.some((each) => sameWord(first, name.words[each] ?? []));
  return isPart ? { verdict: 'unsure', spelling: first.raw } : null;
}

type Likeness = 'same' | 'near' | null;

function sequence(
  text: string,
  tokens: readonly Token[],
  at: number,
  words: readonly (readonly string[])[],
  between: RegExp,
): Likeness {
  let likeness: Likeness = 'same';
  for (const [offset, forms] of words.entries()) {
    const token = tokens[at + offset];
    if (token === undefined) return null;
    const own = likenessOf(token, forms);
    if (own === null) return null;
    if (own === 'near') likeness = 'near';
    if (offset > 0 && !isWithin(text, tokens, at + offset, between)) return null;
  }
  return likeness;
}

function isWithin(text: string, tokens: readonly Token[], at: number, between: RegExp): boolean {
  const before = tokens[at - 1];
  const token = tokens[at];
  if (before === undefined || token === undefined) return false;
  const gap = text.slice(before.end, token.start);
  return between.test(gap) || (before.raw.length === 1 && AFTER_INITIAL.test(gap));
}

/** `Smith, Alice`. */
function surnameFirst(text: string, tokens: readonly Token[], at: number, { words }: Name): Likeness {
  const surname = words.at(-1);
  const first = tokens[at];
  const second = tokens[at + 1];
  if (surname === undefined || first === undefined || second === undefined) return null;
  if (!sameWord(first, surname) || !AFTER_SURNAME.test(text.slice(first.end, second.start))) return null;
  return sequence(text, tokens, at + 1, words.slice(0, -1), WITHIN);
}

function likenessOf(token: Token, forms: readonly string[]): Likeness {
  if (sameWord(token, forms)) return 'same';
  return token.forms.some((own) => forms.some((form) => isNear(own, form))) ? 'near' : null;
}

function sameWord({ forms }: Token, wanted: readonly string[]): boolean {
  return forms.some((form) => wanted.includes(form));
}

/** Whether a word differs by an `s` at the end, or by one typing error. */
function isNear(own: string, wanted: string): boolean {
  if (wanted.length >= LEAST_INFLECTED && own === `${wanted}s`) return true;
  if (Math.min(own.length, wanted.length) < LEAST_MISSPELT) return false;
  if (Math.abs(own.length - wanted.length) > 1) return false;
  const start = sharedLength(own, wanted);
  const end = sharedLength(reversed(own.slice(start)), reversed(wanted.slice(start)));
  const [ownRest, rest] = [own.slice(start, own.length - end), wanted.slice(start, wanted.length - end)];
  const isSwap = rest.length === 2 && ownRest === reversed(rest);
  return isSwap || Math.max(ownRest.length, rest.length) <= 1;
}

/** UTF-16 units at the beginning that two texts have in common. */
function sharedLength(one: string, other: string): number {
  let length = 0;
  while (length < one.length && one[length] === other[length]) length++;
  return length;
}

function reversed(text: string): string {
  return text.split('').reverse().join('');
}

/** Unsure where the words are part of a longer name, address or identifier. */
function finding(
  text: string,
  tokens: readonly Token[],
  first: number,
  last: number,
  isSame: boolean,
): Finding {
  const start = tokens[first]?.start ?? 0;
  const end = tokens[last]?.end ?? 0;
  const isApart = !isInCompound(text, start, end) && !isInLongerName(text, tokens, first, last);
  return { verdict: isSame && isApart ? 'certain' : 'unsure', spelling: text.slice(start, end) };
}

function isInCompound(text: string, start: number, end: number): boolean {
  const before = text.slice(Math.max(0, start - 2), start);
  const after = text.slice(end, end + 2);
  return (
    JOINED_BEFORE.test(before) || JOINED_AFTER.test(after) || before.endsWith('@') || after.startsWith('@')
  );
}

function isInLongerName(text: string, tokens: readonly Token[], first: number, last: number): boolean {
  const [own, before, after] = [tokens[first], tokens[first - 1], tokens[last + 1]];
  if (own === undefined || !CAPITAL.test(own.raw)) return false;
  const end = tokens[last]?.end ?? 0;
  if (after && CAPITAL.test(after.raw) && ADJOINING.test(text.slice(end, after.start))) return true;
  if (!before || !CAPITAL.test(before.raw) || TITLE.test(before.raw)) return false;
  if (!ADJOINING.test(text.slice(before.end, own.start))) return false;
  return !ENDS_SENTENCE.test(text.slice(Math.max(0, before.start - 8), before.start));
}
