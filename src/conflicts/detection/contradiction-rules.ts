import { abstainingClash } from './abstaining';
import { clash, denial, type Clash } from './clash';
import { differences, type Difference } from './difference';
import { excludeEachOther } from './exclusion';
import { countWords, isSubject, told, wordsOf } from './phrase';
import { BE, GENERAL } from './predicates';
import type { Statement, Term } from './statement';

/** What of two statements cannot both hold: they differ in one place alone, where only one value can be. */
export function clashOf(older: Statement, newer: Statement, difference: Difference): Clash | null {
  if (!isAsserted(older) || !isAsserted(newer)) return null;
  return (
    rejectedClash(older, newer, difference) ??
    denialClash(older, newer, difference) ??
    turnedClash(older, newer, difference) ??
    abstainingClash(older, newer, difference) ??
    valueClash(older, newer, difference)
  );
}

function isAsserted({ isFormer, isIntended, isQuestion }: Statement): boolean {
  return !isFormer && !isIntended && !isQuestion;
}

/** "Use pnpm, not npm" against "We use npm". */
function rejectedClash(older: Statement, newer: Statement, { shared }: Difference): Clash | null {
  if (older.isNegative || newer.isNegative) return null;
  if (shared.length === 0 && older.terms.length > 2) return null;
  const rejectedByNewer = older.terms.find(({ key }) => newer.rejected.has(key));
  if (rejectedByNewer !== undefined) return clash('value', rejectedByNewer.word, ownOf(newer, older));
  const rejectedByOlder = newer.terms.find(({ key }) => older.rejected.has(key));
  return rejectedByOlder === undefined ? null : clash('value', ownOf(older, newer), rejectedByOlder.word);
}

/** The first word that the other does not have. */
function ownOf({ terms, text }: Statement, other: Statement): string {
  return terms.find(({ key }) => !other.terms.some((each) => each.key === key))?.word ?? text;
}

function denialClash(older: Statement, newer: Statement, difference: Difference): Clash | null {
  if (older.isNegative === newer.isNegative || (older.isEvent && newer.isEvent)) return null;
  if (differences(difference) > 0 || difference.isUnlike || !isTelling(older, newer, difference.shared))
    return null;
  const isMeant = newer.isNegative
    ? denies(newer, older, difference)
    : denies(older, newer, turned(difference));
  return isMeant ? denial(older, newer) : null;
}

/** The denial is as general as what it denies: "no coffee" denies "coffee in the morning", not the reverse. */
function denies(denying: Statement, claim: Statement, difference: Difference): boolean {
  const { shared, onlyOlder: claimed, onlyNewer: narrowing, valuesOnlyNewer } = difference;
  if (narrowing.length + valuesOnlyNewer > 0 || countWords(claimed) > told(shared).length) return false;
  return denying.isUniversal || claim.isUniversal || !claimed.some(isSubject);
}

/** As if the newer one were the older one. */
function turned(difference: Difference): Difference {
  const { onlyOlder, onlyNewer, valuesOnlyOlder, valuesOnlyNewer } = difference;
  return {
    ...difference,
    onlyOlder: onlyNewer,
    onlyNewer: onlyOlder,
    valuesOnlyOlder: valuesOnlyNewer,
    valuesOnlyNewer: valuesOnlyOlder,
  };
}

/** Of whom or what, and what of it; an order ("Use X", "Never use X") is of nobody. */
function isTelling(older: Statement, newer: Statement, shared: Term[]): boolean {
  const words = told(shared);
  if (older.predicate === newer.predicate && older.predicate !== null && older.predicate !== BE)
    return words.length > 0;
  if (words.every(({ isName }) => isName)) return false;
  return words.length > 1 || shared.some(({ zone }) => zone === 'subject');
}

/** "A is older than B", "B is older than A". */
function turnedClash(older: Statement, newer: Statement, difference: Difference): Clash | null {
  const apart = countWords([...difference.onlyOlder, ...difference.onlyNewer]) + differences(difference);
  if (apart > 0 || older.isNegative !== newer.isNegative) return null;
  const [one, other] = [older, newer].map(({ terms }) =>
    terms.find(({ preposition }) => preposition === 'than'),
  );
  if (one === undefined || other === undefined || one.key === other.key) return null;
  return clash('value', other.word, one.word);
}

function valueClash(older: Statement, newer: Statement, difference: Difference): Clash | null {
  if (older.isNegative || newer.isNegative || older.isEvent || newer.isEvent) return null;
  if (differences(difference) !== 1 || !isOneFrame(difference)) return null;
  return typedClash(older, newer, difference) ?? phraseClash(older, newer, difference);
}

/** Nothing else tells them apart: no other subject, and few words that only one of them has. */
function isOneFrame({ shared, onlyOlder, onlyNewer, isUnlike }: Difference): boolean {
  if (isUnlike || shared.length === 0 || [...onlyOlder, ...onlyNewer].some(isSubject)) return false;
  if (Math.min(countWords(onlyOlder), countWords(onlyNewer)) > 1) return false;
  return countWords(onlyOlder) + countWords(onlyNewer) <= told(shared).length + 1;
}

function typedClash(
  older: Statement,
  newer: Statement,
  { numbers, dates, shared }: Difference,
): Clash | null {
  if (told(shared).length === 0 || !areAlike(older, newer)) return null;
  const [number] = numbers;
  if (number !== undefined) return clash('number', number.older.text, number.newer.text);
  const [date] = dates;
  return date === undefined ? null : clash('date', date.older.text, date.newer.text);
}

/** Their verbs may be two ways to say the same. */
function areAlike({ predicate: one }: Statement, { predicate: other }: Statement): boolean {
  return one === other || one === null || other === null || GENERAL.has(one) || GENERAL.has(other);
}

function phraseClash(older: Statement, newer: Statement, difference: Difference): Clash | null {
  const [change] = difference.phrases;
  if (change === undefined || !excludeEachOther({ older, newer, difference, change })) return null;
  return clash('value', wordsOf(change.older), wordsOf(change.newer));
}
