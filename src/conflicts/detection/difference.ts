import { type DateValue, mayBeSame, nameSameParts } from './dates';
import { areComparable, isSameNumber } from './numbers';
import { isSubject, type Phrase, phrasesOf, type Statement, type Term, type NumberValue } from './statement';
import { BE } from './verbs';
import { areOpposites, IMPLIED_SUBJECTS } from './vocabulary';

export interface Change<Value> {
  older: Value;
  newer: Value;
}

interface Pairing<Value> {
  changes: Change<Value>[];
  onlyOlder: Value[];
  onlyNewer: Value[];
}

/** Each value of the older side with the first free one of the newer side that matches it. */
export function pair<Value>(
  older: readonly Value[],
  newer: readonly Value[],
  matches: (one: Value, other: Value) => boolean,
): Pairing<Value> {
  const onlyNewer = [...newer];
  const onlyOlder: Value[] = [];
  const changes: Change<Value>[] = [];
  for (const each of older) {
    const at = onlyNewer.findIndex((other) => matches(each, other));
    const [other] = at === -1 ? [] : onlyNewer.splice(at, 1);
    if (other === undefined) onlyOlder.push(each);
    else changes.push({ older: each, newer: other });
  }
  return { changes, onlyOlder, onlyNewer };
}

/** As `pair`, of what has no equal on the other side. */
function pairApart<Value>(
  older: readonly Value[],
  newer: readonly Value[],
  same: (one: Value, other: Value) => boolean,
  comparable: (one: Value, other: Value) => boolean,
): Pairing<Value> {
  const left = older.filter((each) => !newer.some((other) => same(each, other)));
  const right = newer.filter((each) => !older.some((other) => same(each, other)));
  return pair(left, right, comparable);
}

/** How two statements differ, place by place. */
export interface Difference {
  /** What both have, as the older one has it. */
  shared: Term[];
  /** Phrases that stand in the same place. */
  phrases: Change<Phrase>[];
  onlyOlder: Phrase[];
  onlyNewer: Phrase[];
  numbers: Change<NumberValue>[];
  dates: Change<DateValue>[];
  /** How many numbers and times only one has. */
  valuesOnlyOlder: number;
  valuesOnlyNewer: number;
  /** Both have values, of kinds that cannot be compared. */
  isUnlike: boolean;
}

export function differenceOf(older: Statement, newer: Statement): Difference {
  const phrases = phraseChanges(older, newer);
  const numbers = pairApart(older.numbers, newer.numbers, isSameNumber, areComparable);
  const dates = pairApart(older.dates, newer.dates, isSameDate, nameSameParts);
  const newerKeys = keysOf(newer);
  return {
    shared: older.terms.filter(({ key }) => newerKeys.has(key)),
    phrases: phrases.changes,
    onlyOlder: phrases.onlyOlder,
    onlyNewer: phrases.onlyNewer,
    numbers: numbers.changes,
    dates: dates.changes,
    valuesOnlyOlder: numbers.onlyOlder.length + dates.onlyOlder.length,
    valuesOnlyNewer: numbers.onlyNewer.length + dates.onlyNewer.length,
    isUnlike: isUnlike(numbers) || isUnlike(dates),
  };
}

/** In how many places two statements differ; day and hour of a time are one. */
export function differences({ phrases, numbers, dates }: Difference): number {
  return phrases.length + numbers.length + Math.min(dates.length, 1);
}

function phraseChanges(older: Statement, newer: Statement): Pairing<Phrase> {
  const olderKeys = keysOf(older);
  const newerKeys = keysOf(newer);
  const left = older.terms.filter(({ key }) => !newerKeys.has(key));
  const right = newer.terms.filter(({ key }) => !olderKeys.has(key));
  return pair(
    phrasesOf(withoutImplied(left, newer, olderKeys)),
    phrasesOf(withoutImplied(right, older, newerKeys)),
    (one, other) => areInOnePlace(one, other, older, newer),
  );
}

function keysOf({ terms }: Statement): Set<string> {
  return new Set(terms.map(({ key }) => key));
}

/** "The user" is implied if the other statement names no other person. */
function withoutImplied(terms: Term[], other: Statement, ownKeys: ReadonlySet<string>): Term[] {
  const isAnother = other.terms.some(({ zone, key }) => zone === 'subject' && !ownKeys.has(key));
  if (isAnother) return terms;
  return terms.filter(({ key, zone }) => zone !== 'subject' || !IMPLIED_SUBJECTS.has(key));
}

function areInOnePlace(one: Phrase, other: Phrase, older: Statement, newer: Statement): boolean {
  const [a] = one;
  const [b] = other;
  if (a === undefined || b === undefined) return false;
  if (areOpposites(wholeKey(one), wholeKey(other))) return isSubject(one) === isSubject(other);
  if (older.predicate === BE && newer.predicate === BE) return a.zone === b.zone || areBothNames(one, other);
  if (a.zone !== b.zone) return false;
  return older.isBecoming || newer.isBecoming || a.preposition === b.preposition;
}

/** Of a phrase that is one word; empty for others. */
function wholeKey(phrase: Phrase): string {
  return phrase.length === 1 ? (phrase[0]?.key ?? '') : '';
}

/** "Maria is the owner", "The owner is Jonas". */
function areBothNames(...phrases: Phrase[]): boolean {
  return phrases.every((phrase) => phrase.some(({ isName, at }) => isName || at === 0));
}

function isSameDate(one: DateValue, other: DateValue): boolean {
  return mayBeSame(one, other) && nameSameParts(one, other);
}

function isUnlike({ onlyOlder, onlyNewer }: Pairing<unknown>): boolean {
  return onlyOlder.length > 0 && onlyNewer.length > 0;
}
