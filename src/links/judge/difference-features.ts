import type { Feature } from './feature-names';
import { type Clause, hasCue } from './read-clause';

/** Letters that two different stems must share at their beginning to count as one: "Geburtstag" and "Geburtstagsfeier". */
const LEAST_PREFIX = 5;
const PREFIX_SHARE = 0.6;

/** The terms of both clauses that the other one has too, by the same stem or the same beginning. */
export interface Matches {
  older: ReadonlySet<string>;
  newer: ReadonlySet<string>;
}

export function matchesOf(one: Clause, other: Clause): Matches {
  const older = new Set<string>();
  const newer = new Set<string>();
  for (const term of one.terms) {
    const match = other.terms.has(term) ? term : alikeIn(term, one, other);
    if (match === null) continue;
    older.add(term);
    newer.add(match);
  }
  return { older, newer };
}

function alikeIn(term: string, one: Clause, other: Clause): string | null {
  if (term.length < LEAST_PREFIX) return null;
  for (const each of other.terms) {
    if (each.charCodeAt(0) !== term.charCodeAt(0) || one.terms.has(each)) continue;
    const least = Math.max(LEAST_PREFIX, PREFIX_SHARE * Math.min(each.length, term.length));
    if (prefixOf(each, term) >= least) return each;
  }
  return null;
}

function prefixOf(one: string, other: string): number {
  const most = Math.min(one.length, other.length);
  let at = 0;
  while (at < most && one.charCodeAt(at) === other.charCodeAt(at)) at++;
  return at;
}

/** The sum of the weights of the terms that `isWanted` picks. */
function sumOf({ weights }: Clause, isWanted: (term: string) => boolean): number {
  let sum = 0;
  for (const [term, weight] of weights) if (isWanted(term)) sum += weight;
  return sum;
}

function heaviestOf({ weights }: Clause, terms: Iterable<string>, isWanted: (term: string) => boolean): number {
  let most = 0;
  for (const term of terms) if (isWanted(term)) most = Math.max(most, weights.get(term) ?? 0);
  return most;
}

/** What both clauses share and what only one has, by weight, before the verb and behind it. */
export function differencesOf(one: Clause, other: Clause, matches: Matches): Partial<Record<Feature, number>> {
  const isOld = (term: string): boolean => !matches.older.has(term);
  const isNew = (term: string): boolean => !matches.newer.has(term);
  const oldSum = sumOf(one, () => true);
  const newSum = sumOf(other, () => true);
  const restShared = sumOf(other, (term) => !isNew(term) && !isOfSubject(term, one, other));
  return {
    'weight shared of older': oldSum === 0 ? 0 : sumOf(one, (term) => !isOld(term)) / oldSum,
    'weight shared of newer': newSum === 0 ? 0 : sumOf(other, (term) => !isNew(term)) / newSum,
    'heaviest shared': heaviestOf(other, matches.newer, () => true),
    'subject only in older': Math.min(4, sumOf(one, (term) => isOld(term) && one.subject.has(term))),
    'subject only in newer': Math.min(4, sumOf(other, (term) => isNew(term) && other.subject.has(term))),
    'rest shared': Math.min(5, restShared),
    'rest only in older': Math.min(6, sumOf(one, (term) => isOld(term) && !one.subject.has(term))),
    'rest only in newer': Math.min(6, sumOf(other, (term) => isNew(term) && !other.subject.has(term))),
    'names replaced': areNamesReplaced(one, other, matches) ? 1 : 0,
    'change names the old': namesTheOld(one, other, matches),
    ...denialOf(one, other, matches),
  };
}

/**
 * Whether a shared term says no more than whom both clauses are about: a word of a full name before one of the verbs, or a
 * name before both. "Inspired by Ann Lee's career" says nothing of what else Ann Lee does.
 */
export function isOfSubject(term: string, one: Clause, other: Clause): boolean {
  if (one.actorWords.has(term) || other.actorWords.has(term)) return true;
  const isNamed = one.named.has(term) || other.named.has(term);
  return isNamed && one.subject.has(term) && other.subject.has(term);
}

/** Whether both have a name behind the verb that the other one lacks. */
function areNamesReplaced(one: Clause, other: Clause, matches: Matches): boolean {
  const hasOwn = (clause: Clause, known: ReadonlySet<string>): boolean =>
    clause.order.some((term) => !known.has(term) && clause.named.has(term) && !clause.subject.has(term));
  return hasOwn(one, matches.older) && hasOwn(other, matches.newer);
}

/** "Sold the Volvo" after "drives a Volvo": the heaviest shared term behind a word of change, 0 without one. */
function namesTheOld(one: Clause, other: Clause, matches: Matches): number {
  if (!hasCue(other, 'change')) return 0;
  return heaviestOf(other, matches.newer, (term) => !(one.subject.has(term) && other.subject.has(term)));
}

/** How much of what one clause denies the other one says; -1 if none or both deny. */
function denialOf(one: Clause, other: Clause, matches: Matches): Partial<Record<Feature, number>> {
  const denies = (clause: Clause): boolean => hasCue(clause, 'never') || hasCue(clause, 'negation');
  if (denies(one) === denies(other)) return { 'denied share': -1, 'denied heaviest': 0 };
  const [clause, known] = denies(one) ? [one, matches.older] : [other, matches.newer];
  const all = sumOf(clause, () => true);
  const said = sumOf(clause, (term) => known.has(term));
  return {
    'denied share': all === 0 ? 0 : said / all,
    'denied heaviest': heaviestOf(clause, known, () => true),
  };
}
