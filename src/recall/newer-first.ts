import type { ScoredMemory } from '../backend/memory-search';
import { beginningOf } from '../backend/valid-time';
import { LEAST_COMPARED } from './cut';

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

/** Turns of a chat repeat each other's words, so that of two turns more must agree. */
const TURNS = { common: 0.25, asked: 0.7, score: 0.5, words: 3, longest: 100 };

type Compared = Pick<ScoredMemory, 'score' | 'inThread' | 'matchedTerms'> & {
  memory: Pick<ScoredMemory['memory'], 'content' | 'createdAt' | 'validFrom'>;
};

/**
 * Results of a search, best first, with the newer memory before the older one where both are about the same subject and
 * attribute. Time orders nothing else: new memories are not better in general. The scores stay as they are. Only the first
 * `LEAST_COMPARED` are compared, so that the order is the same for every limit.
 */
export function newerFirst<T extends Compared>(query: string, results: readonly T[]): T[] {
  const order: Profiled<T>[] = [];
  let asked: Asked | null = null;
  for (const result of results.slice(0, LEAST_COMPARED)) {
    const next: Profiled<T> = { result, profile: null };
    const outdone = order.findIndex(
      (before) =>
        mayReplace(result, before.result) && isSameMatter((asked ??= askedFor(query)), before, next),
    );
    order.splice(outdone < 0 ? order.length : outdone, 0, next);
  }
  return [...order.map(({ result }) => result), ...results.slice(LEAST_COMPARED)];
}

interface Profiled<T> {
  result: T;
  /** Made when it is needed: most results are compared with none. */
  profile: Profile | null;
}

function mayReplace(newer: Compared, older: Compared): boolean {
  const least = newer.inThread ? TURNS.score : LEAST_SCORE;
  if (beginningOf(newer.memory) <= beginningOf(older.memory) || newer.score < least * older.score)
    return false;
  // A server that does not name the terms it matched says nothing against it.
  if (older.matchedTerms.length === 0) return true;
  const common = older.matchedTerms.filter((term) => newer.matchedTerms.includes(term)).length;
  return common > 0 && common >= LEAST.named.asked * older.matchedTerms.length;
}

function isSameMatter<T extends Compared>(asked: Asked, older: Profiled<T>, newer: Profiled<T>): boolean {
  const one = (older.profile ??= profileOf(older.result.memory.content));
  const other = (newer.profile ??= profileOf(newer.result.memory.content));
  const named = namesIn(one, asked);
  if (!isSameSubject(named, one, other, asked)) return false;
  const isName = (word: string): boolean =>
    asked.names.has(word) && (one.names.has(word) || other.names.has(word));
  const said = [...one.words].filter((word) => !isName(word));
  const saidNow = [...other.words].filter((word) => !isName(word));
  const askedWords = said.filter((word) => asked.words.has(word));
  const covered = share(askedWords, other.words, askedWords.length);
  if (newer.result.inThread) {
    return (
      askedWords.length >= TURNS.words &&
      covered >= TURNS.asked &&
      Math.max(said.length, saidNow.length) <= TURNS.longest &&
      share(said, other.words, Math.sqrt(said.length * saidNow.length)) >= TURNS.common
    );
  }
  const least = named > 0 ? LEAST.named : LEAST.unnamed;
  return (
    askedWords.length > 0 &&
    covered >= least.asked &&
    share(said, other.words, Math.min(said.length, saidNow.length)) >= least.common
  );
}

/** The newer one has as many of the names asked for; where the older one has none of them, both are about one name. */
function isSameSubject(named: number, older: Profile, newer: Profile, asked: Asked): boolean {
  if (named > 0) return namesIn(newer, asked) >= named;
  if (older.subject.length === 0 || newer.subject.length === 0) return true;
  return older.subject.some((word) => newer.subject.includes(word));
}

function namesIn({ names }: Profile, asked: Asked): number {
  return [...names].filter((name) => asked.names.has(name)).length;
}

function share(words: readonly string[], others: ReadonlySet<string>, of: number): number {
  return words.filter((word) => others.has(word)).length / Math.max(1, of);
}

interface Profile {
  words: ReadonlySet<string>;
  /** The words with a capital letter. */
  names: ReadonlySet<string>;
  /** Those of them with which it begins, where they are several: one alone begins any sentence. */
  subject: readonly string[];
}

type Asked = Pick<Profile, 'words' | 'names'>;

/** A question in small letters names what its words name. */
function askedFor(query: string): Asked {
  const { words, names } = profileOf(query);
  const hasNames = [...query.matchAll(CAPITALIZED)].some(({ index }) => index > 0);
  return { words, names: hasNames ? names : words };
}

/** UTF-16 units of a content that are compared. */
const COMPARED = 2_000;

/** Who speaks, and when: it is not what is said. */
const TURN_HEAD = /^(?:\[[^\]\n]{0,70}\] )?(?:\p{Lu}[\p{L}\p{M}\p{N}'._-]{0,30}: )?/u;
const WORD = /[\p{L}\p{M}\p{N}]+/gu;
const CAPITALIZED = /\p{Lu}[\p{L}\p{M}\p{N}'-]+/gu;
const FIRST_NAMES = /^\p{Lu}[\p{L}\p{M}\p{N}'.-]*(?: \p{Lu}[\p{L}\p{M}\p{N}'.-]*)+/u;

function profileOf(content: string): Profile {
  const text = content.slice(0, COMPARED).replace(TURN_HEAD, '');
  const names = (text.match(CAPITALIZED) ?? []).flatMap((name) => wordsIn(name, 1));
  const subject = FIRST_NAMES.exec(text)?.[0] ?? '';
  return { words: new Set(wordsIn(text)), names: new Set(names), subject: wordsIn(subject, 1) };
}

/** Words shorter than this carry little, unless they are numbers. */
const LEAST_WORD = 4;
/** Words that begin alike are taken for forms of one, in any language. */
const BEGINNING = 5;
const DIGIT = /\p{N}/u;

function wordsIn(text: string, least = LEAST_WORD): string[] {
  const words = text.toLowerCase().match(WORD) ?? [];
  return words
    .filter((word) => word.length >= least || DIGIT.test(word))
    .map((word) => (DIGIT.test(word) ? word : word.slice(0, BEGINNING)));
}
