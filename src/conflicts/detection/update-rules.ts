import { clash, denial, type Clash } from './clash';
import { clashOf } from './contradiction-rules';
import { differences, type Difference } from './difference';
import { isSubject, told, wordsOf } from './phrase';
import type { Statement } from './statement';
import { keySet } from './vocabulary';

/** What the newer statement says has changed of what the older one says; null where it says no such thing. */
export function updateOf(older: Statement, newer: Statement, difference: Difference): Clash | null {
  if (older.isFormer || newer.isIntended || older.isQuestion || newer.isQuestion) return null;
  if (older.isIntended) return doneOf(older, newer, difference);
  if (newer.isFormer) return formerOf(older, newer, difference);
  if (!newer.hasChanged) return null;
  return (
    endedOf(older, newer, difference) ??
    deniedOf(older, newer, difference) ??
    changedOf(older, newer, difference) ??
    clashOf(older, newer, difference)
  );
}

/** "Bought a car" of one who wanted to. */
function doneOf(older: Statement, newer: Statement, difference: Difference): Clash | null {
  if (!newer.isEvent || newer.isNegative || older.isNegative) return null;
  if (difference.isUnlike || differences(difference) + difference.onlyOlder.length > 0) return null;
  const done = told(difference.shared).filter(({ isName, zone }) => !isName && zone !== 'subject');
  return done.length > 0 ? denial(older, newer) : null;
}

/** "Used to live in Berlin" of one who lives in Berlin. */
function formerOf(older: Statement, newer: Statement, difference: Difference): Clash | null {
  if (older.isNegative !== newer.isNegative || older.isEvent) return null;
  if (differences(difference) + difference.onlyNewer.length > 0) return null;
  return told(difference.shared).length > 1 ? denial(older, newer) : null;
}

/** "Replaced X with Y" of what is said to use X. */
function endedOf(older: Statement, newer: Statement, difference: Difference): Clash | null {
  const over = new Set([...newer.ended, ...newer.rejected]);
  const ended = older.terms.filter(({ key }) => over.has(key));
  if (older.isNegative || ended.length === 0 || ended.length < over.size) return null;
  if (told(difference.shared).length === 0 && !isOneSubject(older, newer, difference)) return null;
  const keys = new Set(older.terms.map(({ key }) => key));
  const now = newer.terms.filter(({ key, zone }) => zone === 'rest' && !keys.has(key)).slice(0, 3);
  return clash('value', wordsOf(ended), now.length > 0 ? wordsOf(now) : `no ${wordsOf(ended)}`);
}

/** "No longer": what is denied may be said with fewer words. */
function deniedOf(older: Statement, newer: Statement, difference: Difference): Clash | null {
  if (older.isNegative === newer.isNegative || older.isEvent || differences(difference) > 0) return null;
  const { shared, onlyOlder, onlyNewer } = difference;
  if (told(shared).length === 0 || onlyNewer.length > 1) return null;
  return [...onlyOlder, ...onlyNewer].some(isSubject) ? null : denial(older, newer);
}

/** Of which "moved to", "switched to" and "changed to" tell a new value. */
const STATES = keySet(`
live be use run host deploy store build write place name like log work default manage handle serve drive have report
send
`);

/** "Postponed to 15 June", "moved to Porto". */
function changedOf(older: Statement, newer: Statement, difference: Difference): Clash | null {
  if (!newer.isBecoming || older.isNegative || newer.isNegative || difference.isUnlike) return null;
  const { phrases, onlyNewer, shared } = difference;
  const isOther = onlyNewer.some(isSubject) || phrases.some((change) => isSubject(change.older));
  if (isOther || shared.length === 0) return null;
  return changedValue(difference) ?? changedPhrase(older, newer, difference);
}

function changedValue({ numbers, dates, shared }: Difference): Clash | null {
  if (told(shared).length === 0) return null;
  const [number] = numbers;
  if (number !== undefined) return clash('number', number.older.text, number.newer.text);
  const [date] = dates;
  return date === undefined ? null : clash('date', date.older.text, date.newer.text);
}

function changedPhrase(older: Statement, newer: Statement, { phrases, shared }: Difference): Clash | null {
  const [change] = phrases;
  if (change === undefined || phrases.length > 1) return null;
  if (!change.newer.some(({ key }) => key === newer.becomes)) return null;
  // "The basic plan", "switched to the premium plan".
  const isOfOneKind = told(shared).some(({ zone }) => zone === 'rest');
  if (!isOfOneKind && !STATES.has(older.predicate ?? '')) return null;
  return clash('value', wordsOf(change.older), wordsOf(change.newer));
}

function isOneSubject(older: Statement, newer: Statement, { onlyOlder, onlyNewer }: Difference): boolean {
  if ([...onlyOlder, ...onlyNewer].some(isSubject)) return false;
  return isOfUser(older) === isOfUser(newer);
}

function isOfUser({ terms }: Statement): boolean {
  return terms.some(({ zone, key }) => zone === 'subject' && key === 'user');
}
