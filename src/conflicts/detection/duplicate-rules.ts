import { differences, type Difference } from './difference';
import { countWords, told, type Phrase } from './phrase';
import { BE } from './predicates';
import type { Statement, Term } from './statement';

/** Of the words that either has, how many both must have where their verbs differ. */
const MIN_SHARED = 0.75;
const MIN_WORDS_TO_DIFFER = 5;

/** Whether two statements say the same, in other words or another order. */
export function isRepeated(older: Statement, newer: Statement, difference: Difference): boolean {
  if (!isSaidAlike(older, newer) || !areEqual(older.rejected, newer.rejected)) return false;
  const { shared, isUnlike, numbers, dates, valuesOnlyOlder, valuesOnlyNewer } = difference;
  const values = numbers.length + dates.length + valuesOnlyOlder + valuesOnlyNewer;
  if (isUnlike || values > 0 || told(shared).length === 0 || !areRolesKept(older, newer)) return false;
  const apart = phrasesApart(difference);
  return apart.length === 0 || differInVerb(difference, apart) || isCopular(older, newer, difference, apart);
}

const MANNERS = ['isNegative', 'isFormer', 'isIntended', 'isQuestion', 'hasChanged', 'isExclusive'] as const;

function isSaidAlike(older: Statement, newer: Statement): boolean {
  return MANNERS.every((manner) => older[manner] === newer[manner]);
}

function phrasesApart({ phrases, onlyOlder, onlyNewer }: Difference): Phrase[] {
  return [...onlyOlder, ...onlyNewer, ...phrases.flatMap(({ older, newer }) => [older, newer])];
}

/** "Uploads the dumps to the bucket", "pushes the dumps to the bucket". */
function differInVerb(difference: Difference, apart: Phrase[]): boolean {
  const common = told(difference.shared).length;
  if (common < MIN_WORDS_TO_DIFFER || common / (common + countWords(apart)) < MIN_SHARED) return false;
  return differences(difference) <= 1 && apart.every((phrase) => phrase.every(isVerb));
}

/** "Works as an engineer at X", "is an engineer at X". */
function isCopular(older: Statement, newer: Statement, difference: Difference, apart: Phrase[]): boolean {
  if (difference.phrases.length > 0 || (older.predicate === BE) === (newer.predicate === BE)) return false;
  return told(difference.shared).length > 1 && apart.every((phrase) => phrase.every(isVerb));
}

function isVerb({ zone, isName }: Term): boolean {
  return zone === 'verb' && !isName;
}

/** "Alice manages Bob" is not "Bob manages Alice", and from A to B is not from B to A. */
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

function areTurned(one: Term, other: Term): boolean {
  if (one.preposition === other.preposition) return false;
  if (one.preposition === 'than' || other.preposition === 'than') return true;
  return TURNED.includes(one.preposition ?? '') && TURNED.includes(other.preposition ?? '');
}

function isInZone(one: Term, other: Term): boolean {
  return one.zone === other.zone || one.zone === 'verb' || other.zone === 'verb';
}

function areEqual(one: ReadonlySet<string>, other: ReadonlySet<string>): boolean {
  return one.size === other.size && [...one].every((key) => other.has(key));
}
