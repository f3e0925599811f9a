import { fold } from '../../retrieval/folding';
import { type Change, type Difference, differences } from './difference';
import {
  countWords,
  isSubject,
  type Phrase,
  type Statement,
  type Term,
  contentTerms,
  wordsOf,
} from './statement';
import { ATTRIBUTES, BE, MANY, isSingle, WITH_PURPOSE } from './verbs';
import { clash, type Clash, denial } from './verdict';
import { areAlternatives, areOpposites, keySet, wordSet } from './vocabulary';

/** What of two statements cannot both hold: they differ in one place alone, where only one value can be. */
export function clashOf(older: Statement, newer: Statement, difference: Difference): Clash | null {
  if (!isAsserted(older) || !isAsserted(newer)) return null;
  return (
    rejectedClash(older, newer, difference) ??
    denialClash(older, newer, difference) ??
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
  if (differences(difference) > 0 || difference.isUnlike) return null;
  if (!haveCommonSubject(older, newer, difference.shared)) return null;
  const isMeant = newer.isNegative
    ? denies(newer, older, difference)
    : denies(older, newer, turned(difference));
  return isMeant ? denial(older, newer) : null;
}

/** The denial is as general as what it denies: "no coffee" denies "coffee in the morning", not the reverse. */
function denies(denying: Statement, claim: Statement, difference: Difference): boolean {
  const { onlyOlder: claimed, onlyNewer: narrowing, valuesOnlyNewer } = difference;
  if (narrowing.length + valuesOnlyNewer > 0) return false;
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

/** Both say something of one subject; an order ("Never use X") has none. */
function haveCommonSubject(older: Statement, newer: Statement, shared: Term[]): boolean {
  const words = contentTerms(shared);
  if (older.predicate === newer.predicate && older.predicate !== null && older.predicate !== BE)
    return words.length > 0;
  if (words.every(({ isName }) => isName)) return false;
  return words.length > 1 || shared.some(({ zone }) => zone === 'subject');
}

function valueClash(older: Statement, newer: Statement, difference: Difference): Clash | null {
  if (older.isNegative || newer.isNegative || older.isEvent || newer.isEvent) return null;
  if (differences(difference) !== 1 || !isOneFrame(difference)) return null;
  return typedClash(difference) ?? phraseClash(older, newer, difference);
}

/** Nothing else tells them apart: no other subject, and few words that only one of them has. */
function isOneFrame({ shared, onlyOlder, onlyNewer, isUnlike }: Difference): boolean {
  if (isUnlike || shared.length === 0 || [...onlyOlder, ...onlyNewer].some(isSubject)) return false;
  return countWords(onlyOlder) + countWords(onlyNewer) <= contentTerms(shared).length + 1;
}

/** Another number or time of the same thing. */
export function typedClash({ numbers, dates, shared }: Difference): Clash | null {
  if (contentTerms(shared).length === 0) return null;
  const [number] = numbers;
  if (number !== undefined) return clash('number', number.older.text, number.newer.text);
  const [date] = dates;
  return date === undefined ? null : clash('date', date.older.text, date.newer.text);
}

function phraseClash(older: Statement, newer: Statement, difference: Difference): Clash | null {
  const [change] = difference.phrases;
  if (change === undefined || !excludeEachOther({ older, newer, difference, change })) return null;
  return clash('value', wordsOf(change.older), wordsOf(change.newer));
}

const ROLES = keySet('lead manage own head maintain chair');
const MAX_VALUE_WORDS = 3;

const PLACES = wordSet('in at from');

/** Two statements that differ in what stands in one place of them. */
interface Swap {
  older: Statement;
  newer: Statement;
  difference: Difference;
  change: Change<Phrase>;
}

/** Whether what stands in the one place cannot hold of the same thing together. */
function excludeEachOther(swap: Swap): boolean {
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
  const many = MANY.has(predicateOf(older, newer));
  if (areWords(change, areOpposites)) return !many || contentTerms(difference.shared).length > 1;
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
  return WITH_PURPOSE.has(predicate) && isForOnePurpose(swap);
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
  if (older.predicate !== newer.predicate) return false;
  const objects = difference.shared.filter(({ zone }) => zone === 'rest');
  if (older.predicate === BE) return objects.some(({ key }) => ATTRIBUTES.has(key));
  return ROLES.has(older.predicate ?? '') && objects.length > 0;
}

/** "The owner of X is Y", "the file is at /etc/x". */
function isAttribute({ newer, difference, change }: Swap): boolean {
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

let names: ReadonlySet<string> | null = null;

/** A country and a town in it can both be where somebody lives. */
function isCountry(name: string): boolean {
  names ??= countryNames();
  return names.has(fold(name));
}

/** Of the ICU data of the runtime, which has a name for each code of ISO 3166. */
function countryNames(): ReadonlySet<string> {
  const display = new Intl.DisplayNames(['en'], { type: 'region', fallback: 'none' });
  const letters = Array.from('ABCDEFGHIJKLMNOPQRSTUVWXYZ');
  const codes = letters.flatMap((first) => letters.map((second) => `${first}${second}`));
  const spoken = 'usa,us,uk,england,scotland,wales,america,the netherlands,europe,asia,eu'.split(',');
  return new Set([...codes.flatMap((code) => display.of(code) ?? []).map((name) => fold(name)), ...spoken]);
}
