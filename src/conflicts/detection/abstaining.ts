import { clash, type Clash } from './clash';
import type { Difference } from './difference';
import { isSubject, told } from './phrase';
import { BE } from './predicates';
import type { Statement } from './statement';
import { keySet } from './vocabulary';

const MEAT = 'meat steak beef pork chicken turkey lamb bacon ham sausage burger duck veal salami';
const OF_ANIMALS = `${MEAT} fish salmon tuna shrimp cheese milk egg butter yogurt honey cream`;
const ALCOHOL = 'alcohol beer wine whisky whiskey vodka gin rum cocktail';

/** What persons of a kind do not take. */
const ABSTAINED: readonly (readonly [kind: ReadonlySet<string>, from: ReadonlySet<string>])[] = [
  [keySet('vegetarian'), keySet(MEAT)],
  [keySet('vegan'), keySet(OF_ANIMALS)],
  [keySet('teetotal teetotaler teetotaller'), keySet(ALCOHOL)],
];

const TAKING = keySet('eat drink like order cook have grill');

/** "Is vegetarian" against "eats steak". */
export function abstainingClash(older: Statement, newer: Statement, difference: Difference): Clash | null {
  if (difference.shared.length === 0 && !isOfNobody(older) && !isOfNobody(newer)) return null;
  if ([...difference.onlyOlder, ...difference.onlyNewer].some(isSubject)) return null;
  if (difference.phrases.some((change) => isSubject(change.older))) return null;
  const taken = takenAgainst(older, newer);
  if (taken !== null) return clash('value', ...taken);
  const [kind, food] = takenAgainst(newer, older)?.reverse() ?? [];
  return kind === undefined || food === undefined ? null : clash('value', kind, food);
}

function isOfNobody({ terms }: Statement): boolean {
  return told(terms.filter(({ zone }) => zone === 'subject')).length === 0;
}

/** The kind that the one is, and what the other takes all the same. */
function takenAgainst(one: Statement, other: Statement): [string, string] | null {
  if (one.predicate !== BE || one.isNegative || other.isNegative || !TAKING.has(other.predicate ?? ''))
    return null;
  for (const [kinds, abstained] of ABSTAINED) {
    const kind = one.terms.find(({ key }) => kinds.has(key));
    const food = other.terms.find(({ key }) => abstained.has(key));
    if (kind !== undefined && food !== undefined) return [kind.word, food.word];
  }
  return null;
}
