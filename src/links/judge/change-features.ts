import { countShared, flagOf } from './clause-features';
import type { Feature } from './feature-names';
import { type Clause, hasCue } from './read-clause';
import { comparedKinds, type Kinds } from './value-kinds';

/** What says that the newer one names another value, of the two clauses and of all that both memories say. */
export function changeFeatures(
  one: Clause,
  other: Clause,
  older: Whole,
  newer: Whole,
): Partial<Record<Feature, number>> {
  const kinds = comparedKinds(one.kinds, other.kinds);
  const shared = countShared(older.terms, newer.terms);
  const ended = [...other.ended].filter((term) => one.terms.has(term));
  return {
    'shared besides names': Math.min(besides(one.terms, other.terms, namedIn(one.names, other.names)), 6),
    'shared besides the subject': Math.min(
      besides(one.terms, other.terms, namedIn(one.actors, other.actors)),
      6,
    ),
    'owner only in newer': flagOf(hasOwnerBeside(other, one)),
    'owner only in older': flagOf(hasOwnerBeside(one, other)),
    'kinds of values shared': kinds.shared,
    'kinds of values that differ': kinds.differing,
    'what ended in newer is in older': Math.min(ended.length, 3),
    'what ended in newer is no subject of older': Math.min(
      ended.filter((term) => !one.subject.has(term)).length,
      3,
    ),
    'anywhere: shared terms': Math.min(shared, 10),
    'anywhere: shared share of newer': shared / Math.max(1, newer.terms.size),
    'anywhere: shared besides names': Math.min(
      besides(older.terms, newer.terms, namedIn(older.names, newer.names)),
      8,
    ),
    'anywhere: kinds of values that differ': comparedKinds(older.kinds, newer.kinds).differing,
    'anywhere: change in newer': flagOf(hasCue(newer, 'change')),
    'anywhere: turn in newer': flagOf(hasCue(newer, 'turn')),
    'anywhere: kept in newer': flagOf(hasCue(newer, 'kept')),
    'turn in newer': flagOf(hasCue(other, 'turn')),
    'turn in older': flagOf(hasCue(one, 'turn')),
    'kept in newer': flagOf(hasCue(other, 'kept')),
    'anywhere: what ended in newer is in older': Math.min(countShared(newer.ended, older.terms), 3),
  };
}

/** The words of the names that both have. */
export function namedIn(one: ReadonlySet<string>, other: ReadonlySet<string>): Set<string> {
  return new Set([...one].filter((name) => other.has(name)).flatMap((name) => name.split(' ')));
}

/** Whether one clause has a name in the possessive that the other one has without. */
function hasOwnerBeside({ owners }: Clause, other: Clause): boolean {
  return [...owners].some((name) => other.terms.has(name) && !other.owners.has(name));
}

function besides(one: ReadonlySet<string>, other: ReadonlySet<string>, without: ReadonlySet<string>): number {
  let count = 0;
  for (const term of one) if (other.has(term) && !without.has(term)) count++;
  return count;
}

/** All that the clauses of a memory name. */
export interface Whole {
  terms: ReadonlySet<string>;
  names: ReadonlySet<string>;
  ended: ReadonlySet<string>;
  kinds: Kinds;
  cues: number;
}

export function wholeOf(clauses: readonly Clause[]): Whole {
  const kinds = new Map<string, Set<string>>();
  for (const clause of clauses)
    for (const [kind, values] of clause.kinds)
      kinds.set(kind, new Set([...(kinds.get(kind) ?? []), ...values]));
  return {
    terms: new Set(clauses.flatMap(({ order }) => order)),
    names: new Set(clauses.flatMap(({ names }) => [...names])),
    ended: new Set(clauses.flatMap(({ ended }) => [...ended])),
    kinds,
    cues: clauses.reduce((cues, clause) => cues | clause.cues, 0),
  };
}
