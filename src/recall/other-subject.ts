import { withFoldedIdentifiers } from '../retrieval/identifiers';

/** Addresses, paths, hosts and names in code, and single words, so that no word is read again from each of its letters. */
const WHOLE = /[\p{L}\p{M}\p{N}]+(?:[/@._-]+[\p{L}\p{M}\p{N}]+)*/gu;
const LETTER = /\p{L}/u;
/** What joins the parts of an identifier; two of one kind have the same. */
const SIGNS = ['@', '/', '_', '.'] as const;

interface Identifier {
  text: string;
  sign: (typeof SIGNS)[number];
}

/** The identifiers that a question gives, such as `alice@acme.io` and `src/app/main.ts`. */
function identifiersOf(text: string): Identifier[] {
  const words = withFoldedIdentifiers(text.toLowerCase()).match(WHOLE) ?? [];
  return words.flatMap((word) => {
    const sign = SIGNS.find((each) => word.includes(each));
    return sign !== undefined && LETTER.test(word) ? [{ text: word, sign }] : [];
  });
}

/** Two words that stand side by side, by their beginnings: `search service`. */
interface Pair {
  modifier: string;
  head: string;
}

const WORD = /[\p{L}\p{M}\p{N}]+/gu;
const LEAST_WORD = 4;
/** Words that begin alike are taken for forms of one. */
const BEGINNING = 5;
/** Words before a noun, and of change, which say of no other subject. */
const LIGHT = new Set(
  (
    'this that these those with from into your their which what when where whose other same next last main current ' +
    'latest former instead longer since until switched moved changed replaced neue neuer neues neuen jetzt'
  )
    .split(' ')
    .map((word) => word.slice(0, BEGINNING)),
);

/** What a question asks about, beside names. */
export interface Subjects {
  identifiers: readonly Identifier[];
  pairs: readonly Pair[];
}

export function subjectsOf(question: string): Subjects {
  return { identifiers: identifiersOf(question), pairs: pairsIn(question) };
}

/** Whether the second memory is about another subject than the one that a question and the first one give. */
export function isOfOther({ identifiers, pairs }: Subjects, one: string, other: string): boolean {
  return givesOther(identifiers, one, other) || isOfOtherKind(pairs, one, other);
}

/**
 * Whether one memory gives an identifier of a question, and the other one gives another of its kind in its place, such as
 * `alice.smith@acme.io`: their words alone would say that both are about the same.
 */
function givesOther(asked: readonly Identifier[], one: string, other: string): boolean {
  if (asked.length === 0) return false;
  const [given, instead] = [identifiersOf(one), identifiersOf(other)];
  const has = (among: readonly Identifier[], { text }: Identifier): boolean =>
    among.some((each) => each.text === text);
  return asked.some(
    (each) => has(given, each) && !has(instead, each) && instead.some(({ sign }) => sign === each.sign),
  );
}

/**
 * `The search service runs on port 8001.` and `The billing service runs on port 9000.` differ in the kind that a question
 * names and in the value. Where they differ in the kind alone, it is the value: `prefers dark mode`, `prefers light mode`.
 */
function isOfOtherKind(asked: readonly Pair[], one: string, other: string): boolean {
  if (asked.length === 0) return false;
  const [pairs, otherPairs] = [pairsIn(one), pairsIn(other)];
  const [words, otherWords] = [tellingWordsOf(one), tellingWordsOf(other)];
  return asked.some(({ modifier, head }) => {
    if (otherWords.has(modifier) || !pairs.some((each) => each.modifier === modifier && each.head === head))
      return false;
    const instead = otherPairs.find((each) => each.head === head && !words.has(each.modifier))?.modifier;
    return (
      instead !== undefined && hasMore(words, otherWords, modifier) && hasMore(otherWords, words, instead)
    );
  });
}

/** Whether a text has a word, beside one, that the other lacks. */
function hasMore(words: ReadonlySet<string>, others: ReadonlySet<string>, beside: string): boolean {
  return [...words].some((word) => word !== beside && !others.has(word));
}

function pairsIn(text: string): Pair[] {
  let before: RegExpExecArray | null = null;
  return [...text.toLowerCase().matchAll(WORD)].flatMap((word) => {
    const [modifier, head] = [before, word];
    before = word;
    if (modifier === null || head.index !== modifier.index + modifier[0].length + 1) return [];
    if (!isTelling(modifier[0]) || !isTelling(head[0])) return [];
    return [{ modifier: modifier[0].slice(0, BEGINNING), head: head[0].slice(0, BEGINNING) }];
  });
}

function tellingWordsOf(text: string): Set<string> {
  const words = text.toLowerCase().match(WORD) ?? [];
  return new Set(words.filter(isTelling).map((word) => word.slice(0, BEGINNING)));
}

function isTelling(word: string): boolean {
  if (LIGHT.has(word.slice(0, BEGINNING))) return false;
  return word.length >= LEAST_WORD || /\p{N}/u.test(word);
}
