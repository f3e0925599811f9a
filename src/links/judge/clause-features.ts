import type { Language } from '../../common/languages';
import { cueTablesOf, type Cue } from './cue-words';
import type { Feature } from './feature-names';
import { type Clause, hasCue } from './read-clause';

export function countShared(one: ReadonlySet<string>, other: ReadonlySet<string>): number {
  const [small, large] = one.size < other.size ? [one, other] : [other, one];
  let count = 0;
  for (const each of small) if (large.has(each)) count++;
  return count;
}

export function overlapOf(one: Clause, other: Clause): Partial<Record<Feature, number>> {
  const shared = countShared(one.terms, other.terms);
  const least = Math.max(1, Math.min(one.terms.size, other.terms.size));
  const union = Math.max(1, one.terms.size + other.terms.size - shared);
  const names = countShared(one.names, other.names);
  return {
    'shared share of the shorter': shared / least,
    'shared share of both': shared / union,
    'shared share of newer': shared / Math.max(1, other.terms.size),
    'shared terms': Math.min(shared, 8),
    'shared names': Math.min(names, 4),
    'names only in older': Math.min(one.names.size - names, 4),
    'names only in newer': Math.min(other.names.size - names, 4),
    'same beginning': commonRun(one.order, other.order, false) / least,
    'same end': commonRun(one.order, other.order, true) / least,
    'first term same': one.order.length > 0 && one.order[0] === other.order[0] ? 1 : 0,
    'last term same': one.order.length > 0 && one.order.at(-1) === other.order.at(-1) ? 1 : 0,
    'all terms shared': shared === union ? 1 : 0,
    'terms only in older': Math.min(one.terms.size - shared, 8),
    'terms only in newer': Math.min(other.terms.size - shared, 8),
    'place of the difference in older': placeOf(one, other),
    'place of the difference in newer': placeOf(other, one),
    'terms of older': Math.min(one.terms.size, 15),
    'terms of newer': Math.min(other.terms.size, 15),
  };
}

/** Where the terms stand, on average, that only one clause has: 0 at its beginning, 1 at its end, -1 for none. */
function placeOf({ order }: Clause, { terms }: Clause): number {
  let [sum, count] = [0, 0];
  order.forEach((term, at) => {
    if (terms.has(term)) return;
    sum += at;
    count++;
  });
  return count === 0 ? -1 : sum / count / Math.max(1, order.length - 1);
}

function commonRun(one: readonly string[], other: readonly string[], isFromEnd: boolean): number {
  const most = Math.min(one.length, other.length);
  let run = 0;
  while (run < most) {
    const at = isFromEnd ? -1 - run : run;
    if (one.at(at) !== other.at(at)) break;
    run++;
  }
  return run;
}

export function subjectsOf(one: Clause, other: Clause): Partial<Record<Feature, number>> {
  const shared = countShared(one.subject, other.subject);
  const attributes = countShared(one.attributes, other.attributes);
  return {
    'names of the subject differ': areApart(one.actors, other.actors),
    'names of the subject shared': Math.min(countShared(one.actors, other.actors), 2),
    'subject shared': shared / Math.max(1, Math.min(one.subject.size, other.subject.size)),
    'subject differs': areApart(one.subject, other.subject),
    'both of the user': flagOf(isOfSelf(one) && isOfSelf(other)),
    'only one of the user': flagOf(isOfSelf(one) !== isOfSelf(other)),
    'shared owner': flagOf(one.isOwned && other.isOwned),
    'attribute shared': Math.min(attributes, 2),
    'attributes differ': areApart(one.attributes, other.attributes),
    'owners differ': areApart(one.owners, other.owners),
    'verb shared': flagOf(one.verb !== '' && one.verb === other.verb),
    'verbs differ': flagOf(one.verb !== '' && other.verb !== '' && one.verb !== other.verb),
  };
}

function isOfSelf({ isSelf, isOwned, subject }: Clause): boolean {
  return isSelf || (isOwned && subject.size === 0);
}

/** 1 if both hold something and share nothing. */
function areApart(one: ReadonlySet<string>, other: ReadonlySet<string>): number {
  return flagOf(one.size > 0 && other.size > 0 && countShared(one, other) === 0);
}

/** In either order they say the same. */
const MUTUAL = new Set(
  'and or with between married engaged dating related friends next und oder mit zwischen verheiratet verlobt'.split(
    ' ',
  ),
);
const PASSIVE = ['by', 'von', 'vom'];

/** The same words with the same names in another order: "Alice manages Bob" and "Bob manages Alice". */
export function areSwapped(one: Clause, other: Clause): boolean {
  const [ours, theirs] = [[...one.names], [...other.names]];
  const isSame =
    one.terms.size === other.terms.size && countShared(one.terms, other.terms) === one.terms.size;
  if (!isSame || ours.length < 2 || ours.join() === theirs.join()) return false;
  const isPassive = ({ tokens }: Clause): boolean => tokens.some((token) => PASSIVE.includes(token));
  const isMutual = ({ tokens }: Clause): boolean => tokens.some((token) => MUTUAL.has(token));
  return isPassive(one) === isPassive(other) && !isMutual(one) && !isMutual(other);
}

export function flagOf(is: boolean): number {
  return is ? 1 : 0;
}

export function valuesOf(one: Clause, other: Clause): Partial<Record<Feature, number>> {
  let same = 0;
  for (const value of one.values.keys()) if (other.values.has(value)) same++;
  const onlyOlder = [...one.values].filter(([value]) => !other.values.has(value));
  const onlyNewer = [...other.values].filter(([value]) => !one.values.has(value));
  const units = new Set(onlyOlder.map(([, unit]) => unit));
  const isUnitShared = onlyNewer.some(([, unit]) => units.has(unit));
  const differs = onlyOlder.length > 0 && onlyNewer.length > 0;
  return {
    'value differs': differs ? 1 : 0,
    'value same': Math.min(same, 3),
    'unit of differing value shared': differs && isUnitShared ? 1 : 0,
    'values only in one': !differs && onlyOlder.length + onlyNewer.length > 0 ? 1 : 0,
    'numbered siblings': haveSiblings(one.names, other.names) ? 1 : 0,
  };
}

const DIGITS = '0123456789';

/** `db03` and `db04` are two things of one kind. */
function haveSiblings(one: ReadonlySet<string>, other: ReadonlySet<string>): boolean {
  const stems = numberedStems(one, other);
  return stems.size > 0 && [...numberedStems(other, one)].some((stem) => stems.has(stem));
}

/** Names that end with a number and that the other clause lacks, without the number. */
function numberedStems(own: ReadonlySet<string>, others: ReadonlySet<string>): Set<string> {
  const stems = new Set<string>();
  for (const name of own) {
    const stem = others.has(name) ? '' : withoutNumber(name);
    if (stem !== '' && stem.length < name.length) stems.add(stem);
  }
  return stems;
}

/** The name without the digits at its end. */
function withoutNumber(name: string): string {
  let end = name.length;
  while (end > 0 && DIGITS.includes(name.charAt(end - 1))) end--;
  return name.slice(0, end);
}

export function cuesOf(one: Clause, other: Clause): Partial<Record<Feature, number>> {
  const both = (cue: Cue): number => (hasCue(one, cue) && hasCue(other, cue) ? 1 : 0);
  const flag = (clause: Clause, cue: Cue): number => (hasCue(clause, cue) ? 1 : 0);
  return {
    'change in newer': flag(other, 'change'),
    'change in older': flag(one, 'change'),
    'past in newer': flag(other, 'past'),
    'past in older': flag(one, 'past'),
    'negation differs': hasCue(one, 'negation') === hasCue(other, 'negation') ? 0 : 1,
    'never in newer': flag(other, 'never'),
    'never in older': flag(one, 'never'),
    'also in newer': flag(other, 'also'),
    'open in newer': flag(other, 'open'),
    'open in older': flag(one, 'open'),
    'wish in both': both('wish'),
    'plan in both': both('plan'),
    'list in both': both('list'),
    'event in both': both('event'),
    'universal in newer': flag(other, 'universal'),
  };
}

export function hasAntonyms(one: Clause, other: Clause, language: Language): boolean {
  const { antonyms } = cueTablesOf(language);
  for (const word of one.words) {
    const opposites = antonyms.get(word);
    if (opposites === undefined || other.words.has(word)) continue;
    if (opposites.some((each) => other.words.has(each) && !one.words.has(each))) return true;
  }
  return false;
}
