import { isFinite } from './clauses';
import { AUXILIARIES, PAST_FORMS, VERBS, isParticiple } from './predicates';
import { DETERMINERS, NEGATORS, PREPOSITIONS, RELATIVES, deniedBy, keyOf, wordSet } from './vocabulary';
import type { Word } from './words';

/** Where the verb of a clause stands, by places in its words. */
export interface Verb {
  /** The words before it open the clause ("In May, ", "Code review: "). */
  opening: number;
  /** The first word behind the subject; -1: there is no verb. */
  from: number;
  /** The word that is the predicate; -1 for none. */
  at: number;
  /** Of the predicate; null for none. */
  key: string | null;
  isPassive: boolean;
  isPast: boolean;
  /** "Is a ..." */
  isOneOfMany: boolean;
}

const BE = wordSet('is are was were be been being am');
const PAST_AUXILIARIES = wordSet('was were had did');
const BETWEEN = /ly$|^(?:also|now|always|only|still|just|being)$/;
/** A label and its value: so many words at most before the colon. */
const MAX_LABEL = 6;
const MAX_TOPIC = 4;
const MAX_OPENING = 7;
const BEFORE_ORDER = /^(?:please|always|just|only|also|do)$/;

type Predicate = Pick<Verb, 'at' | 'key'> & Partial<Verb>;

export function findVerb(words: Word[]): Verb {
  const opening = openingOf(words);
  const none = { opening, from: -1, at: -1, key: null, isPassive: false, isPast: false, isOneOfMany: false };
  const first = finiteFrom(words, opening);
  if (first !== -1 && !isOrder(words, opening, first))
    return { ...none, from: first, ...predicateFrom(words, first) };
  const label = words.findIndex(
    ({ lower }, at) => at > 0 && at <= MAX_LABEL && (lower === ':' || lower === '='),
  );
  if (label !== -1) return { ...none, from: label, key: 'be' };
  const at = bareVerb(words, opening);
  if (at !== -1) return { ...none, from: at, at, key: keyOf(words[at]?.lower ?? '') };
  return { ...none, from: words.findIndex(({ mark }, index) => mark === 'become' && index > opening) };
}

/** In "Use X for column names" the first word is the verb, in "Log levels are set" it is not. */
function isOrder(words: Word[], opening: number, finite: number): boolean {
  const order = imperativeAt(words, opening);
  return order !== -1 && order < finite - 1 && !AUXILIARIES.has(words[finite]?.lower ?? '');
}

function openingOf(words: Word[]): number {
  const colon = words.findIndex(({ lower }) => lower === ':');
  if (colon > 0 && colon <= MAX_TOPIC && words.slice(colon + 1).some(({ lower }) => isFinite(lower)))
    return colon + 1;
  const first = words.find(({ mark }) => mark === null);
  if (first === undefined || !PREPOSITIONS.has(first.lower)) return 0;
  const comma = words.findIndex(({ lower }) => lower === ',');
  return comma > 0 && comma <= MAX_OPENING ? comma + 1 : 0;
}

/** The first verb that has a subject, before any clause within the clause. */
function finiteFrom(words: Word[], start: number): number {
  for (let at = start; at < words.length; at++) {
    const word = words[at];
    if (word === undefined || word.mark !== null) continue;
    if (RELATIVES.has(word.lower)) {
      if (at > start && !isFinite(words[at + 1]?.lower ?? '')) return -1;
      continue;
    }
    if (isFinite(word.text) && !isNoun(words, at, start)) return at;
  }
  return -1;
}

/** "The build", "of use", and "Deploys" before "happen". */
function isNoun(words: Word[], at: number, start: number): boolean {
  const before = words[at - 1]?.lower ?? '';
  if (DETERMINERS.has(before) || PREPOSITIONS.has(before)) return true;
  if (at !== start || AUXILIARIES.has(words[at]?.lower ?? '')) return false;
  return words.slice(at + 1, at + 4).some(({ lower }) => isFinite(lower));
}

function predicateFrom(words: Word[], from: number): Predicate {
  const first = words[from]?.lower ?? '';
  if (!AUXILIARIES.has(first)) {
    return { at: from, key: keyOf(first), isPast: PAST_FORMS.has(first) || first.endsWith('ed') };
  }
  const { at, auxiliary } = lastAuxiliary(words, from);
  const isBe = BE.has(auxiliary);
  const isPast = PAST_AUXILIARIES.has(first);
  const next = words[at + 1]?.lower ?? '';
  if (isVerbForm(next, isBe)) {
    return { at: at + 1, key: keyOf(next), isPassive: isBe && !next.endsWith('ing'), isPast };
  }
  return {
    at: from,
    key: isBe ? 'be' : keyOf(auxiliary),
    isPast,
    isOneOfMany: next === 'a' || next === 'an',
  };
}

/** Past "has not always been". */
function lastAuxiliary(words: Word[], from: number): { at: number; auxiliary: string } {
  let at = from;
  let auxiliary = words[from]?.lower ?? '';
  for (const { lower, mark } of words.slice(from + 1)) {
    const isAuxiliary = AUXILIARIES.has(lower);
    if (mark === null && !isAuxiliary && !NEGATORS.has(lower) && !BETWEEN.test(lower)) break;
    if (isAuxiliary) auxiliary = lower;
    at++;
  }
  return { at, auxiliary };
}

function isVerbForm(word: string, behindBe: boolean): boolean {
  if (word.length > 4 && word.endsWith('ed')) return true;
  return (VERBS.has(keyOf(word)) || deniedBy(word) !== null) && (!behindBe || isParticiple(word));
}

/** A verb that no ending tells: "Use X", "They live in Rome", and one that no list holds: "Anna smokes". */
function bareVerb(words: Word[], start: number): number {
  const order = imperativeAt(words, start);
  if (order !== -1) return order;
  const known = words.findIndex(({ lower, mark }, at) => {
    const isFree = at > start && mark === null && !DETERMINERS.has(words[at - 1]?.lower ?? '');
    return isFree && VERBS.has(keyOf(lower));
  });
  if (known !== -1) return known;
  return words.findIndex(
    ({ text }, at) => at > start && /^\p{Ll}*[^s]s$/u.test(text) && isBearer(words, at - 1),
  );
}

/** The first word, when it is a verb without an ending: "Use X", "Never push to main". */
function imperativeAt(words: Word[], start: number): number {
  const at = words.findIndex(({ lower, mark }, index) => {
    return index >= start && mark === null && !NEGATORS.has(lower) && !BEFORE_ORDER.test(lower);
  });
  const first = words[at]?.lower ?? '';
  return VERBS.has(keyOf(first)) && !AUXILIARIES.has(first) && !/(?:[^s]s|ed|ing)$/.test(first) ? at : -1;
}

/** Alone before the verb. */
function isBearer(words: Word[], at: number): boolean {
  const word = words[at];
  if (word === undefined || at > 1) return false;
  return word.lower === 'user' || (at === 0 && /^\p{Lu}\p{Ll}+$/u.test(word.text));
}
