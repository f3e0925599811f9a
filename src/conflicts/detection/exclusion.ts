import { isCountry } from './countries';
import type { Difference } from './difference';
import { areAlternatives, areOpposites } from './opposites';
import type { Change } from './pairing';
import { isSubject, told, wordsOf, type Phrase } from './phrase';
import { ATTRIBUTES, BE, USE, hasPurpose, isMany, isSingle } from './predicates';
import type { Statement, Term } from './statement';
import { keySet, wordSet } from './vocabulary';

const ROLES = keySet('lead manage own head maintain chair');
const MAX_VALUE_WORDS = 3;

const PLACES = wordSet('in at from');

/** Two statements that differ in what stands in one place of them. */
export interface Swap {
  older: Statement;
  newer: Statement;
  difference: Difference;
  change: Change<Phrase>;
}

/** Whether what stands in the one place cannot hold of the same thing together. */
export function excludeEachOther(swap: Swap): boolean {
  const { change } = swap;
  if (change.older.some(isVerb) || change.newer.some(isVerb)) return areWords(change, areOpposites);
  if (isSubject(change.older) && isSubject(change.newer)) return isOneBearer(swap);
  return areRivals(swap) || isOneValue(swap);
}

function isVerb({ zone }: Term): boolean {
  return zone === 'verb';
}

/** "Tabs" and "spaces", unless there may be any number: one may like both, or know both. */
function areRivals({ older, newer, difference, change }: Swap): boolean {
  const many = isMany(predicateOf(older, newer)) && !older.isExclusive && !newer.isExclusive;
  if (areWords(change, areOpposites)) return !many || told(difference.shared).length > 1;
  return !many && areWords(change, areAlternatives);
}

/** The statement is of a kind that names the only value, whatever it is. */
function isOneValue(swap: Swap): boolean {
  const { older, newer, change } = swap;
  if (older.predicate !== newer.predicate && !older.isBecoming && !newer.isBecoming) return false;
  if (isCountry(wordsOf(change.older)) !== isCountry(wordsOf(change.newer))) return false;
  const predicate = predicateOf(older, newer);
  if (predicate === BE) return isAttribute(swap);
  if (leadsTo(predicate, older, change.older) && leadsTo(predicate, newer, change.newer)) return true;
  if (older.isPassive && newer.isPassive && isMadeWith(change)) return true;
  return hasPurpose(predicate) && isForOnePurpose(swap);
}

/** "Moved to" has the meaning of the other statement's verb. */
function predicateOf(older: Statement, newer: Statement): string {
  return (older.isBecoming ? null : older.predicate) ?? newer.predicate ?? '';
}

function leadsTo(predicate: string, { isBecoming }: Statement, [first]: Phrase): boolean {
  return isBecoming || isSingle(predicate, first?.preposition ?? null);
}

/** "Peter leads the team", "Julia leads the team"; "Redis is used for caching". */
function isOneBearer({ older, newer, difference }: Swap): boolean {
  if (older.predicate !== newer.predicate || older.isOneOfMany || newer.isOneOfMany) return false;
  const objects = difference.shared.filter(({ zone }) => zone === 'rest');
  if (older.predicate === BE) return objects.some(({ key }) => ATTRIBUTES.has(key));
  if (older.predicate === USE) return older.isPassive && newer.isPassive && objects.some(isPurpose);
  return ROLES.has(older.predicate ?? '') && objects.length > 0;
}

/** "The owner of X is Y", "the file is at /etc/x". */
function isAttribute({ older, newer, difference, change }: Swap): boolean {
  if (older.isOneOfMany || newer.isOneOfMany) return false;
  if (change.older.length > MAX_VALUE_WORDS || change.newer.length > MAX_VALUE_WORDS) return false;
  if (isPlace(change.older) && isPlace(change.newer)) return true;
  const isTurned = isSubject(change.older) !== isSubject(change.newer);
  return difference.shared.some((term) => {
    return ATTRIBUTES.has(term.key) && (isTurned || (term.zone === 'subject' && isSubjectOf(newer, term)));
  });
}

function isSubjectOf({ terms }: Statement, { key }: Term): boolean {
  return terms.some((term) => term.key === key && term.zone === 'subject');
}

function isPlace(phrase: Phrase): boolean {
  return phrase.every(({ preposition, isName }) => isName && PLACES.has(preposition ?? ''));
}

/** "Is insured with X", "is shown as Y". */
function isMadeWith({ older, newer }: Change<Phrase>): boolean {
  return [...older, ...newer].every(
    ({ preposition, isName }) => preposition === 'as' || (preposition === 'with' && isName),
  );
}

/** "Uses X for Y", "uses Z for Y". */
function isForOnePurpose({ difference, change }: Swap): boolean {
  const { shared, onlyOlder, onlyNewer } = difference;
  if (change.older.length > 2 || change.newer.length > 2) return false;
  if ([...change.older, ...change.newer].some(({ preposition }) => preposition !== null)) return false;
  if ([...onlyOlder, ...onlyNewer].some((phrase) => phrase.some(isPurpose))) return false;
  return shared.some((term) => term.zone === 'rest' && isPurpose(term));
}

function isPurpose({ preposition }: Term): boolean {
  return preposition === 'for' || preposition === 'as';
}

/** Each phrase is one such word: others beside it would tell of other things. */
function areWords({ older, newer }: Change<Phrase>, test: (one: string, other: string) => boolean): boolean {
  const [one] = older;
  const [other] = newer;
  if (one === undefined || other === undefined || older.length > 1 || newer.length > 1) return false;
  return test(one.key, other.key);
}
