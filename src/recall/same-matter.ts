import type { ScoredMemory } from '../backend/memory-search';
import { beginningOf, isLaterThan } from '../backend/valid-time';
import type { OpenLink } from '../links/link';
import { chatRoleOf, type ChatRole } from '../retrieval/turns';
import { deniedIn } from './denial';
import { isOfOther, subjectsOf, type Subjects } from './other-subject';
import { areCompared, isLikelyReplaced } from './replacement-chance';
import {
  askedFor,
  besideNames,
  DIGIT,
  isBesideNames,
  isTelling,
  namesIn,
  profileOf,
  saidIn,
  share,
  type Asked,
  type Profile,
} from './said-words';
import { askedOf, isOfAnother, type AskedOf } from './whose';

/**
 * When two memories are about the same: the part of what the shorter one says, beside the names asked for, that both say,
 * and the part of the older one's words of the question that the newer one has.
 */
const LEAST = {
  /** Both have the names that the question asks about. */
  named: { common: 0.25, asked: 0.5 },
  /** Their words alone say what they are about. */
  unnamed: { common: 0.35, asked: 0.7 },
};
/** A newer memory with a smaller part of the older one's score is about something else. */
const LEAST_SCORE = 0.4;

/** Turns of a conversation repeat each other's words, so that of two turns more must agree. */
const TURNS = { common: 0.25, asked: 0.7, score: 0.5, words: 3, longest: 100 };

/**
 * What a later message of the user says of a question for one value: `asked` of its words, or `named` where both messages
 * give this many of the `names` asked for, `byLength` more for each time that the message is e times as long, and at least
 * two words; and `matched` of the terms that the earlier message has.
 */
const LATER = { asked: 0.2, named: 0.1, names: 2, byLength: 0.07, matched: 0.4, words: 2 };

export type Compared = Pick<ScoredMemory, 'score' | 'vector' | 'inThread' | 'matchedTerms' | 'namespace'> & {
  memory: Pick<
    ScoredMemory['memory'],
    'id' | 'content' | 'createdAt' | 'validFrom' | 'supersededBy' | 'scope' | 'key' | 'past'
  >;
};

/** Whether the newer one of two results of a search for `query` says what holds now instead of the older one. */
export function relationOf<T extends Compared>(
  query: string,
  updates: readonly OpenLink[] = [],
): (newer: Profiled<T>, older: Profiled<T>) => boolean {
  let asked: Asked | null = null;
  // Most recalls have no two memories about one matter.
  let subjects: Subjects | null = null;
  let whose: AskedOf | null | undefined;
  const areOfTwo = (older: string, newer: string): boolean => {
    whose = whose === undefined ? askedOf(query) : whose;
    return whose !== null && isOfAnother(whose, older) !== isOfAnother(whose, newer);
  };
  const isOther = (newer: Profiled<T>, older: Profiled<T>): boolean => {
    if (areOfUsers(older, newer)) return false;
    const [one, other] = [saidBy(older), saidBy(newer)];
    return isOfOther((subjects ??= subjectsOf(query)), one, other) || areOfTwo(one, other);
  };
  return (newer, older) =>
    older.result.memory.supersededBy === newer.result.memory.id ||
    isUpdate(updates, older.result.memory, newer.result.memory) ||
    (isLater(newer, older) &&
      (isOfOneKey(older, newer) ||
        (replaces((asked ??= askedFor(query)), older, newer) && !isOther(newer, older))));
}

export function profiled<T extends Compared>(result: T): Profiled<T> {
  const begins = beginningOf(result.memory).getTime();
  const role = result.inThread ? chatRoleOf(result.memory.content) : null;
  return { result, begins, role, profile: null };
}

export interface Profiled<T> {
  result: T;
  /** When what it says began to hold, in milliseconds since the epoch. */
  begins: number;
  /** Of a turn of a chat with an assistant; null for all others. */
  role: ChatRole | null;
  /** Made when it is needed: most results are compared with none. */
  profile: Profile | null;
}

/** Whether a link says that the newer one replaces the older one, and their times do not deny it. */
export function isUpdate(
  updates: readonly OpenLink[],
  older: Compared['memory'],
  newer: Compared['memory'],
): boolean {
  const isLinked = updates.some(({ newerId, olderId }) => newerId === newer.id && olderId === older.id);
  return isLinked && isLaterThan(newer, older);
}

/** Of the memories of a key the newest one holds. */
function isOfOneKey<T extends Compared>(older: Profiled<T>, newer: Profiled<T>): boolean {
  const { key } = older.result.memory;
  if (key === null || key !== newer.result.memory.key || newer.result.memory.past) return false;
  return older.result.namespace === newer.result.namespace;
}

function isLater<T extends Compared>(newer: Profiled<T>, older: Profiled<T>): boolean {
  const [one, other] = [older.result.memory, newer.result.memory];
  if (one.id === other.supersededBy || one.scope !== other.scope) return false;
  // Messages of a chat that are stored together have one time, and ids in the order in which they were said.
  if (newer.begins === older.begins) return areOfUsers(newer, older) && other.id > one.id;
  return newer.begins > older.begins;
}

function areOfUsers<T extends Compared>(one: Profiled<T>, other: Profiled<T>): boolean {
  return one.role === 'asker' && other.role === 'asker';
}

function replaces<T extends Compared>(asked: Asked, older: Profiled<T>, newer: Profiled<T>): boolean {
  // A reply says again what it answers.
  if (older.role === 'helper' || newer.role === 'helper') return false;
  if (areOfUsers(older, newer)) return saysLater(asked, older, newer);
  return (
    (isAlike(newer, older) && isSameMatter(asked, older, newer)) ||
    deniesKind(asked, older, newer) ||
    isLikely(asked, older, newer)
  );
}

function saidBy<T extends Compared>({ result }: Profiled<T>): string {
  return saidIn(result.memory.content);
}

/**
 * A later message seldom says what it replaces, so that the question alone says what both are about. Without the names
 * asked for it is about the same as long as it names no one else ("my increased budget"). The user of another agent may be
 * another person.
 */
function saysLater<T extends Compared>(asked: Asked, older: Profiled<T>, newer: Profiled<T>): boolean {
  if (!asked.isForValue || newer.result.namespace !== older.result.namespace) return false;
  if (!matchesAsMuch(newer, older, LATER.matched)) return false;
  const one = (older.profile ??= profileOf(older.result.memory.content));
  const other = (newer.profile ??= profileOf(newer.result.memory.content));
  const named = namesIn(one, asked);
  const isNamed = isSameSubject(named, one, other, asked);
  if (!isNamed && hasFullName(newer)) return false;
  const askedWords = [...asked.words.keys()].filter((word) => isBesideNames(word, one, other, asked));
  const part = isNamed && named >= LATER.names ? LATER.named : LATER.asked;
  const least = part + LATER.byLength * Math.log1p(countTelling(other));
  const said = askedWords.filter((word) => other.words.has(word)).length;
  return said >= Math.max(LATER.words, least * askedWords.length);
}

const FULL_NAME = /\p{Lu}[\p{L}\p{M}]{1,40} \p{Lu}[\p{L}\p{M}]/u;

/** Whether it names somebody or something by several words. */
function hasFullName<T extends Compared>(profiled: Profiled<T>): boolean {
  return FULL_NAME.test(saidBy(profiled));
}

function countTelling({ words }: Profile): number {
  let count = 0;
  for (const word of words.keys()) if (isTelling(word)) count++;
  return count;
}

function isAlike<T extends Compared>(newer: Profiled<T>, older: Profiled<T>): boolean {
  const least = newer.result.inThread ? TURNS.score : LEAST_SCORE;
  if (newer.result.score < least * older.result.score) return false;
  return matchesAsMuch(newer, older, LEAST.named.asked);
}

/** Whether the newer one has this part of the terms of the query that the older one has. */
function matchesAsMuch<T extends Compared>(newer: Profiled<T>, older: Profiled<T>, part: number): boolean {
  const { matchedTerms } = older.result;
  // A server that does not name the terms it matched says nothing against it.
  if (matchedTerms.length === 0) return true;
  let common = 0;
  for (const term of matchedTerms) if (newer.result.matchedTerms.includes(term)) common++;
  return common > 0 && common >= part * matchedTerms.length;
}

function isSameMatter<T extends Compared>(asked: Asked, older: Profiled<T>, newer: Profiled<T>): boolean {
  const one = (older.profile ??= profileOf(older.result.memory.content));
  const other = (newer.profile ??= profileOf(newer.result.memory.content));
  const named = namesIn(one, asked);
  if (!isSameSubject(named, one, other, asked)) return false;
  const { inThread } = newer.result;
  const least = inThread ? TURNS : named > 0 ? LEAST.named : LEAST.unnamed;
  const askedWords = [...asked.words.keys()].filter(
    (word) => one.words.has(word) && isBesideNames(word, one, other, asked),
  );
  if (askedWords.length < (inThread ? TURNS.words : 1)) return false;
  if (share(askedWords, other, askedWords.length) < least.asked) return false;
  const [said, saidNow] = [besideNames(one, other, asked), besideNames(other, one, asked)];
  if (!inThread) return share(said, other, Math.min(said.length, saidNow.length)) >= least.common;
  return (
    Math.max(said.length, saidNow.length) <= TURNS.longest &&
    share(said, other, Math.sqrt(said.length * saidNow.length)) >= least.common
  );
}

/**
 * "Which award did Anna Berg receive?" is answered by "Anna Berg has never received any awards", whatever else the older
 * memory says of the award. Turns of a conversation are about what was said before them too.
 */
function deniesKind<T extends Compared>(asked: Asked, older: Profiled<T>, newer: Profiled<T>): boolean {
  if (asked.kind.length === 0 || newer.result.inThread || older.result.inThread) return false;
  const one = (older.profile ??= profileOf(older.result.memory.content));
  const other = (newer.profile ??= profileOf(newer.result.memory.content));
  const named = namesIn(one, asked);
  if (named === 0 || namesIn(other, asked) < named) return false;
  const kind = asked.kind.filter((word) => one.words.has(word) && isBesideNames(word, one, other, asked));
  if (!kind.some((word) => other.words.has(word))) return false;
  const numbers = [...asked.words.keys()].filter((word) => DIGIT.test(word) && one.words.has(word));
  if (!numbers.every((word) => other.words.has(word))) return false;
  const [denied, deniedBefore] = [newer, older].map(({ result }) => deniedWordsOf(result.memory.content));
  return kind.some((word) => denied?.has(word) === true && deniedBefore?.has(word) !== true);
}

/** The chance is that of facts and questions: turns of a conversation repeat each other, and other texts name no value. */
function isLikely<T extends Compared>(asked: Asked, older: Profiled<T>, newer: Profiled<T>): boolean {
  if (!asked.isQuestion || newer.result.inThread || older.result.inThread) return false;
  if (!areCompared(older, newer)) return false;
  const one = (older.profile ??= profileOf(older.result.memory.content));
  const other = (newer.profile ??= profileOf(newer.result.memory.content));
  const given = namesIn(other, asked);
  // `Anna Holt` is not the `Anna Berg` of the question.
  if (given > 0 && given < namesIn(one, asked)) return false;
  return isLikelyReplaced(asked, { ...older, profile: one }, { ...newer, profile: other });
}

function deniedWordsOf(content: string): ReadonlyMap<string, boolean> {
  return profileOf(deniedIn(saidIn(content))).words;
}

/** The newer one has as many of the names asked for; where the older one has none of them, both are about one name. */
function isSameSubject(named: number, older: Profile, newer: Profile, asked: Asked): boolean {
  if (named > 0) return namesIn(newer, asked) >= named;
  if (older.subject.length === 0 || newer.subject.length === 0) return true;
  return older.subject.some((word) => newer.subject.includes(word));
}
