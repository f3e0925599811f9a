import { clashOf, typedClash } from './contradiction-rules';
import { type Difference, differences } from './difference';
import { isSubject, type Phrase, type Statement, type Term, contentTerms, wordsOf } from './statement';
import { BE } from './verbs';
import { clash, type Clash, denial } from './verdict';
import { keySet } from './vocabulary';

/** What the newer statement says has changed of what the older one says; null where it says no such thing. */
export function updateOf(older: Statement, newer: Statement, difference: Difference): Clash | null {
  if (older.isFormer || newer.isIntended || older.isQuestion || newer.isQuestion) return null;
  if (older.isIntended) return doneOf(older, newer, difference);
  if (newer.isFormer || !newer.hasChanged) return null;
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
  const done = contentTerms(difference.shared).filter(({ isName, zone }) => !isName && zone !== 'subject');
  return done.length > 0 ? denial(older, newer) : null;
}

/** "Replaced X with Y" of what is said to use X. */
function endedOf(older: Statement, newer: Statement, difference: Difference): Clash | null {
  const over = new Set([...newer.ended, ...newer.rejected]);
  const ended = older.terms.filter(({ key }) => over.has(key));
  if (older.isNegative || ended.length === 0 || ended.length < over.size) return null;
  if (contentTerms(difference.shared).length === 0 && !isOneSubject(difference)) return null;
  const keys = new Set(older.terms.map(({ key }) => key));
  const now = newer.terms.filter(({ key, zone }) => zone === 'rest' && !keys.has(key)).slice(0, 3);
  return clash('value', wordsOf(ended), now.length > 0 ? wordsOf(now) : `no ${wordsOf(ended)}`);
}

/** "No longer": what is denied may be said with fewer words. */
function deniedOf(older: Statement, newer: Statement, difference: Difference): Clash | null {
  if (older.isNegative === newer.isNegative || older.isEvent || differences(difference) > 0) return null;
  const { shared, onlyOlder, onlyNewer } = difference;
  if (contentTerms(shared).length === 0 || onlyNewer.length > 1) return null;
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
  return typedClash(difference) ?? changedPhrase(older, newer, difference);
}

function changedPhrase(older: Statement, newer: Statement, { phrases, shared }: Difference): Clash | null {
  const [change] = phrases;
  if (change === undefined || phrases.length > 1) return null;
  if (!change.newer.some(({ key }) => key === newer.becomes)) return null;
  // "The basic plan", "switched to the premium plan".
  const isOfOneKind = contentTerms(shared).some(({ zone }) => zone === 'rest');
  if (!isOfOneKind && !STATES.has(older.predicate ?? '')) return null;
  return clash('value', wordsOf(change.older), wordsOf(change.newer));
}

function isOneSubject({ onlyOlder, onlyNewer }: Difference): boolean {
  return ![...onlyOlder, ...onlyNewer].some(isSubject);
}

/** Whether two statements say the same, in other words or another order. */
export function isRepeated(older: Statement, newer: Statement, difference: Difference): boolean {
  if (!isSaidAlike(older, newer)) return false;
  const { shared, isUnlike, numbers, dates, valuesOnlyOlder, valuesOnlyNewer } = difference;
  const values = numbers.length + dates.length + valuesOnlyOlder + valuesOnlyNewer;
  if (isUnlike || values > 0 || contentTerms(shared).length === 0 || !areRolesKept(older, newer))
    return false;
  const apart = phrasesApart(difference);
  return apart.length === 0 || isCopular(older, newer, difference, apart);
}

const MANNERS = ['isNegative', 'isFormer', 'isIntended', 'isQuestion', 'hasChanged'] as const;

function isSaidAlike(older: Statement, newer: Statement): boolean {
  return MANNERS.every((manner) => older[manner] === newer[manner]);
}

function phrasesApart({ phrases, onlyOlder, onlyNewer }: Difference): Phrase[] {
  return [...onlyOlder, ...onlyNewer, ...phrases.flatMap(({ older, newer }) => [older, newer])];
}

/** "Works as an engineer at X", "is an engineer at X". */
function isCopular(older: Statement, newer: Statement, difference: Difference, apart: Phrase[]): boolean {
  if (difference.phrases.length > 0 || (older.predicate === BE) === (newer.predicate === BE)) return false;
  return contentTerms(difference.shared).length > 1 && apart.every((phrase) => phrase.every(isVerb));
}

function isVerb({ zone, isName }: Term): boolean {
  return zone === 'verb' && !isName;
}

/** "Alice manages Bob" is not "Bob manages Alice". */
function areRolesKept(older: Statement, newer: Statement): boolean {
  if (older.predicate === null || older.predicate !== newer.predicate) return true;
  if (older.isPassive !== newer.isPassive) return true;
  return older.terms.every((term) => {
    const same = newer.terms.find(({ key }) => key === term.key);
    if (same === undefined || !(term.isName || term.at === 0)) return true;
    return !areTurned(term, same) && (older.predicate === BE || isInZone(term, same));
  });
}

const TURNED = ['from', 'to', 'than'];

/** "From A to B" is not "from B to A". */
function areTurned({ preposition: one }: Term, { preposition: other }: Term): boolean {
  return one !== other && (TURNED.includes(one ?? '') || TURNED.includes(other ?? ''));
}

function isInZone(one: Term, other: Term): boolean {
  return one.zone === other.zone || one.zone === 'verb' || other.zone === 'verb';
}
