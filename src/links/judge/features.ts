import type { Language } from '../../common/languages';
import {
  areSwapped,
  countShared,
  cuesOf,
  hasAntonyms,
  overlapOf,
  subjectsOf,
  valuesOf,
} from './clause-features';
import { type Clause, hasCue, readClause } from './read-clause';
import { type Feature, FEATURES } from './feature-names';
import { changeFeatures, namedIn, type Whole, wholeOf } from './change-features';
import { frameFeatures, haveOneFrame } from './frame-features';
import type { JudgeContext, Said } from './said';
import { statementsOf } from './statements';

/** A memory, read once and compared with many. */
export interface ReadMemory {
  said: Said;
  isTurn: boolean;
  speaker: string | null;
  clauses: readonly Clause[];
  whole: Whole;
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
  const read = clauses.map((clause) => readClause(clause, language, speaker));
  return { said, isTurn, speaker, clauses: read, whole: wholeOf(read) };
}

/** Null if no two clauses share anything. */
export function featuresOf(older: ReadMemory, newer: ReadMemory, context: JudgeContext): PairFeatures | null {
  const best = bestClauses(older, newer);
  if (best === null) return null;
  const [one, other] = best;
  if (!mayBeRelated(older, newer, one, other)) return null;
  const values = new Float64Array(FEATURES.length);
  const named: Partial<Record<Feature, number>> = {
    ...overlapOf(one, other),
    ...subjectsOf(one, other),
    ...valuesOf(one, other),
    ...cuesOf(one, other),
    ...frameFeatures(one, other),
    ...changeFeatures(one, other, older.whole, newer.whole),
    antonyms: hasAntonyms(one, other, context.language) ? 1 : 0,
    'clauses of older': Math.min(older.clauses.length, 8),
    'clauses of newer': Math.min(newer.clauses.length, 8),
    turn: older.isTurn || newer.isTurn ? 1 : 0,
    'shared share of whole texts': wholeShare(older, newer),
    'same key or name': shareKey(older.said, newer.said) ? 1 : 0,
    'same type': older.said.type === newer.said.type ? 1 : 0,
    'rare words shared': context.found.words,
    'alike by vectors': context.found.vectors ?? 0,
  };
  FEATURES.forEach((name, at) => (values[at] = named[name] ?? 0));
  return { older: one, newer: other, values };
}

/** What one speaker says of themself is about another subject than what the other one says. */
function isBetweenSpeakers(older: ReadMemory, newer: ReadMemory, one: Clause, other: Clause): boolean {
  if (!older.isTurn || !newer.isTurn || older.speaker === newer.speaker) return false;
  return one.isSelf || other.isSelf || countShared(one.names, other.names) === 0;
}

/**
 * Each begins with the full name of somebody whom the other one does not mention. What replaces a memory may call its person
 * by the first name; what was said before of a "Ben" is seldom said of the Ben Holt of a later one.
 */
function areAboutOthers(older: ReadMemory, newer: ReadMemory): boolean {
  const [ours, theirs] = [firstActor(older), firstActor(newer)];
  if (ours === undefined || theirs === undefined) return false;
  return !isMentioned(ours, newer, 'by each name') && !isMentioned(theirs, older, 'by the last name');
}

const TITLE = /^(?:dr|mr|mrs|ms|prof|professor) /;

function firstActor({ clauses }: ReadMemory): string | undefined {
  const names = clauses.flatMap(({ actors }) => [...actors]).map((name) => name.replace(TITLE, ''));
  return names.find((name) => name.includes(' '));
}

/** In full, or by a name alone: "Takeshi" for "Takeshi Mori", but not "Takeshi Ono". */
function isMentioned(
  name: string,
  { whole: { names } }: ReadMemory,
  how: 'by each name' | 'by the last name',
): boolean {
  const words = name.split(' ');
  const alone = how === 'by each name' ? [words[0], words.at(-1)] : [words.at(-1)];
  const said = [...names].map((each) => each.replace(TITLE, ''));
  return said.some((each) => each.includes(name) || alone.includes(each));
}

function mayBeRelated(older: ReadMemory, newer: ReadMemory, one: Clause, other: Clause): boolean {
  if (isBetweenSpeakers(older, newer, one, other) || areAboutOthers(older, newer)) return false;
  // "Alice manages Bob" says nothing of whom Bob manages. Who moved from Ulm to Bonn may move back.
  if (areSwapped(one, other) && !hasCue(other, 'change')) return false;
  return sayAlike(one, other) || shareKey(older.said, newer.said);
}

/** Whether two clauses share more than the names before their verbs: a word, another name, or what is known of it. */
function sayAlike(one: Clause, other: Clause): boolean {
  if (countShared(one.attributes, other.attributes) > 0) return true;
  if (one.label !== '' && one.label === other.label) return true;
  if (haveOneFrame(one, other)) return true;
  const named = [...namedIn(one.actors, other.actors)];
  return [...one.terms].some((term) => other.terms.has(term) && !named.some((word) => word.startsWith(term)));
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

/** Of clauses that share no more than a frame. */
const LEAST_ALIGNED = 0.2;

/** How much two clauses speak of the same: terms by the square root of their counts, attributes, and change words. */
function alignment(one: Clause, other: Clause): number {
  const shared = countShared(one.terms, other.terms) + 0.5 * countShared(one.names, other.names);
  const attributes = countShared(one.attributes, other.attributes) > 0 ? 0.5 : 0;
  const self = one.isSelf && other.isSelf ? 0.2 : 0;
  const terms = Math.sqrt(Math.max(2, one.terms.size) * Math.max(2, other.terms.size));
  if (shared === 0 && attributes === 0 && !haveOneFrame(one, other)) return 0;
  const bonus = hasCue(one, 'never') !== hasCue(other, 'never') ? 1.5 : hasCue(other, 'change') ? 1.1 : 1;
  return (bonus * Math.max(LEAST_ALIGNED, shared + attributes + self)) / terms;
}

function wholeShare({ whole: { terms: one } }: ReadMemory, { whole: { terms: other } }: ReadMemory): number {
  const shared = countShared(one, other);
  return shared / Math.max(1, one.size + other.size - shared);
}

function shareKey(older: Said, newer: Said): boolean {
  if (older.key !== null && older.key === newer.key) return true;
  const names = new Set(older.names.map((name) => name.toLowerCase()));
  return newer.names.some((name) => names.has(name.toLowerCase()));
}
