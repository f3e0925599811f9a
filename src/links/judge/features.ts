import type { Language } from '../../common/languages';
import { countShared, cuesOf, hasAntonyms, overlapOf, subjectsOf, valuesOf } from './clause-features';
import { differencesOf, isOfSubject, matchesOf, type Matches } from './difference-features';
import { type Clause, hasCue, readClause, withSubject } from './read-clause';
import { type Feature, FEATURES } from './feature-names';
import type { JudgeContext, Said } from './said';
import { statementsOf } from './statements';

/** A memory, read once and compared with many. */
export interface ReadMemory {
  said: Said;
  isTurn: boolean;
  speaker: string | null;
  clauses: readonly Clause[];
}

/** The two clauses that speak most of the same, and what the judge knows of them. */
export interface PairFeatures {
  older: Clause;
  newer: Clause;
  /** In the order of `FEATURES`. */
  values: Float64Array;
}

/** Works out all clauses of a memory. Takes linear time in its length, which is bounded. */
export function readMemory(said: Said, language: Language): ReadMemory {
  const { speaker, isTurn, clauses } = statementsOf(said.content);
  const read: Clause[] = [];
  for (const clause of clauses) read.push(withSubject(readClause(clause, language, speaker), read.at(-1)));
  return { said, isTurn, speaker, clauses: read };
}

/** Null if no two clauses share anything. */
export function featuresOf(older: ReadMemory, newer: ReadMemory, context: JudgeContext): PairFeatures | null {
  const best = bestClauses(older, newer);
  if (best === null) return null;
  const [one, other] = best;
  const matches = matchesOf(one, other);
  if (!mayBeRelated(older, newer, { one, other, matches })) return null;
  const values = new Float64Array(FEATURES.length);
  const named: Partial<Record<Feature, number>> = {
    ...overlapOf(one, other),
    ...differencesOf(one, other, matches),
    ...subjectsOf(one, other),
    ...valuesOf(one, other),
    ...cuesOf(one, other),
    antonyms: hasAntonyms(one, other, context.language) ? 1 : 0,
    'clauses of older': Math.min(older.clauses.length, 8),
    'clauses of newer': Math.min(newer.clauses.length, 8),
    turn: older.isTurn || newer.isTurn ? 1 : 0,
    'shared share of whole texts': wholeShare(older, newer),
    'same key or name': shareKey(older.said, newer.said) ? 1 : 0,
    'same type': older.said.type === newer.said.type ? 1 : 0,
    similarity: context.similarity ?? 0,
  };
  FEATURES.forEach((name, at) => (values[at] = named[name] ?? 0));
  return { older: one, newer: other, values };
}

/** What one speaker says of themself is about another subject than what the other one says. */
function isBetweenSpeakers(older: ReadMemory, newer: ReadMemory, one: Clause, other: Clause): boolean {
  if (!older.isTurn || !newer.isTurn || older.speaker === newer.speaker) return false;
  return one.isSelf || other.isSelf || countShared(one.names, other.names) === 0;
}

/** The first full name before each verb is not in the other clause. */
function areAboutOthers(one: Clause, other: Clause): boolean {
  const [mine, theirs] = [fullActorOf(one), fullActorOf(other)];
  if (mine === null || theirs === null) return false;
  return !other.names.has(mine) && !one.names.has(theirs);
}

function fullActorOf({ actors }: Clause): string | null {
  return [...actors].find((name) => name.includes(' ')) ?? null;
}

interface ClausePair {
  one: Clause;
  other: Clause;
  matches: Matches;
}

function mayBeRelated(older: ReadMemory, newer: ReadMemory, pair: ClausePair): boolean {
  const { one, other } = pair;
  if (isBetweenSpeakers(older, newer, one, other) || areAboutOthers(one, other)) return false;
  return sayAlike(pair) || shareKey(older.said, newer.said);
}

/** Whether two clauses share more than the names of their subject: a word, a kind of value, or what is known of it. */
function sayAlike({ one, other, matches }: ClausePair): boolean {
  if (countShared(one.attributes, other.attributes) > 0) return true;
  for (const term of matches.newer) if (!isOfSubject(term, one, other)) return true;
  if (matches.newer.size === 0) return false;
  const isApart = countShared(one.actors, other.actors) === 0;
  return (one.values.size > 0 && other.values.size > 0) || (isApart && hasCue(other, 'change'));
}

function bestClauses(older: ReadMemory, newer: ReadMemory): [Clause, Clause] | null {
  let best: [Clause, Clause] | null = null;
  let most = 0;
  for (const other of newer.clauses) {
    for (const one of older.clauses) {
      const strength = alignment(one, other);
      if (strength <= most) continue;
      most = strength;
      best = [one, other];
    }
  }
  return best;
}

/** How much two clauses speak of the same: terms by weight, attributes, and change words. */
function alignment(one: Clause, other: Clause): number {
  let shared = 0;
  for (const [term, weight] of other.weights) if (one.terms.has(term)) shared += weight;
  const attributes = countShared(one.attributes, other.attributes) > 0 ? 0.5 : 0;
  const self = one.isSelf && other.isSelf ? 0.2 : 0;
  const terms = Math.sqrt(Math.max(2, one.terms.size) * Math.max(2, other.terms.size));
  if (shared === 0 && attributes === 0) return 0;
  const bonus = hasCue(one, 'never') !== hasCue(other, 'never') ? 1.5 : hasCue(other, 'change') ? 1.1 : 1;
  return (bonus * (shared + attributes + self)) / terms;
}

function wholeShare(older: ReadMemory, newer: ReadMemory): number {
  const terms = (memory: ReadMemory): Set<string> => new Set(memory.clauses.flatMap(({ order }) => order));
  const [one, other] = [terms(older), terms(newer)];
  const shared = countShared(one, other);
  return shared / Math.max(1, one.size + other.size - shared);
}

function shareKey(older: Said, newer: Said): boolean {
  if (older.key !== null && older.key === newer.key) return true;
  const names = new Set(older.names.map((name) => name.toLowerCase()));
  return newer.names.some((name) => names.has(name.toLowerCase()));
}
