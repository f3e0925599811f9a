import type { Language } from '../../common/languages';
import { cueTablesOf, type Cue } from './cue-words';
import { type Clause, hasCue, readClause } from './read-clause';
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

export const FEATURES = [
  'shared share of the shorter',
  'shared share of both',
  'shared terms',
  'shared names',
  'names only in older',
  'names only in newer',
  'subject shared',
  'subject differs',
  'both of the user',
  'only one of the user',
  'shared owner',
  'same beginning',
  'same end',
  'first term same',
  'last term same',
  'attribute shared',
  'attributes differ',
  'value differs',
  'value same',
  'unit of differing value shared',
  'values only in one',
  'numbered siblings',
  'antonyms',
  'change in newer',
  'change in older',
  'past in newer',
  'past in older',
  'negation differs',
  'never in newer',
  'never in older',
  'also in newer',
  'open in newer',
  'open in older',
  'wish in both',
  'plan in both',
  'list in both',
  'event in both',
  'universal in newer',
  'terms of older',
  'terms of newer',
  'clauses of older',
  'clauses of newer',
  'turn',
  'all terms shared',
  'shared share of whole texts',
  'terms only in older',
  'terms only in newer',
  'place of the difference in older',
  'place of the difference in newer',
  'names of the subject differ',
  'names of the subject shared',
  'same key or name',
  'same type',
  'similarity',
] as const;
export type Feature = (typeof FEATURES)[number];

const SIMILARITY = FEATURES.indexOf('similarity');

/** Works out all clauses of a memory. Takes linear time in its length, which is bounded. */
export function readMemory(said: Said, language: Language): ReadMemory {
  const { speaker, isTurn, clauses } = statementsOf(said.content);
  return { said, isTurn, speaker, clauses: clauses.map((clause) => readClause(clause, language, speaker)) };
}

/** Null if no two clauses share anything. */
export function featuresOf(older: ReadMemory, newer: ReadMemory, context: JudgeContext): PairFeatures | null {
  const best = bestClauses(older, newer);
  if (best === null) return null;
  const [one, other] = best;
  if (isBetweenSpeakers(older, newer, one, other)) return null;
  const values = new Float64Array(FEATURES.length);
  const named: Partial<Record<Feature, number>> = {
    ...overlapOf(one, other),
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
  values[SIMILARITY] = context.similarity ?? 0;
  return { older: one, newer: other, values };
}

/** What one speaker says of themself is about another subject than what the other one says. */
function isBetweenSpeakers(older: ReadMemory, newer: ReadMemory, one: Clause, other: Clause): boolean {
  if (!older.isTurn || !newer.isTurn || older.speaker === newer.speaker) return false;
  return one.isSelf || other.isSelf || countShared(one.names, other.names) === 0;
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

/** How much two clauses speak of the same: terms by the square root of their counts, attributes, and change words. */
function alignment(one: Clause, other: Clause): number {
  const shared = countShared(one.terms, other.terms) + 0.5 * countShared(one.names, other.names);
  const attributes = countShared(one.attributes, other.attributes) > 0 ? 0.5 : 0;
  const self = one.isSelf && other.isSelf ? 0.2 : 0;
  const terms = Math.sqrt(Math.max(2, one.terms.size) * Math.max(2, other.terms.size));
  if (shared === 0 && attributes === 0) return 0;
  const bonus = hasCue(other, 'change') || hasCue(other, 'never') ? 1.1 : 1;
  return (bonus * (shared + attributes + self)) / terms;
}

export function countShared(one: ReadonlySet<string>, other: ReadonlySet<string>): number {
  const [small, large] = one.size < other.size ? [one, other] : [other, one];
  let count = 0;
  for (const each of small) if (large.has(each)) count++;
  return count;
}

function overlapOf(one: Clause, other: Clause): Partial<Record<Feature, number>> {
  const shared = countShared(one.terms, other.terms);
  const least = Math.max(1, Math.min(one.terms.size, other.terms.size));
  const union = Math.max(1, one.terms.size + other.terms.size - shared);
  const names = countShared(one.names, other.names);
  return {
    'shared share of the shorter': shared / least,
    'shared share of both': shared / union,
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

function subjectsOf(one: Clause, other: Clause): Partial<Record<Feature, number>> {
  const shared = countShared(one.subject, other.subject);
  const isSelf = (clause: Clause): boolean => clause.isSelf || (clause.isOwned && clause.subject.size === 0);
  const attributes = countShared(one.attributes, other.attributes);
  const [mine, theirs] = [one.actors, other.actors];
  return {
    'names of the subject differ': mine.size > 0 && theirs.size > 0 && countShared(mine, theirs) === 0 ? 1 : 0,
    'names of the subject shared': Math.min(countShared(mine, theirs), 2),
    'subject shared': shared / Math.max(1, Math.min(one.subject.size, other.subject.size)),
    'subject differs': one.subject.size > 0 && other.subject.size > 0 && shared === 0 ? 1 : 0,
    'both of the user': isSelf(one) && isSelf(other) ? 1 : 0,
    'only one of the user': isSelf(one) !== isSelf(other) ? 1 : 0,
    'shared owner': one.isOwned && other.isOwned ? 1 : 0,
    'attribute shared': Math.min(attributes, 2),
    'attributes differ': attributes === 0 && one.attributes.size > 0 && other.attributes.size > 0 ? 1 : 0,
  };
}

const SIBLING = /^(.*?)(\d+)$/;

function valuesOf(one: Clause, other: Clause): Partial<Record<Feature, number>> {
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

/** `db03` and `db04` are two things of one kind. */
function haveSiblings(one: ReadonlySet<string>, other: ReadonlySet<string>): boolean {
  const stems = new Map<string, string>();
  for (const name of one) {
    const [, stem = '', number = ''] = SIBLING.exec(name) ?? [];
    if (stem !== '' && !other.has(name)) stems.set(stem, number);
  }
  if (stems.size === 0) return false;
  for (const name of other) {
    const [, stem = '', number = ''] = SIBLING.exec(name) ?? [];
    if (stem !== '' && !one.has(name) && (stems.get(stem) ?? number) !== number) return true;
  }
  return false;
}

function cuesOf(one: Clause, other: Clause): Partial<Record<Feature, number>> {
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

function hasAntonyms(one: Clause, other: Clause, language: Language): boolean {
  const { antonyms } = cueTablesOf(language);
  for (const word of one.words) {
    if (other.words.has(word)) continue;
    for (const against of other.words) {
      if (!one.words.has(against) && antonyms.has(`${word} ${against}`)) return true;
    }
  }
  return false;
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
