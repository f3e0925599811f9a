import { withFoldedIdentifiers } from '../retrieval/identifiers';
import { DIGIT } from './said-words';

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
const IN_WORD = /[\p{L}\p{M}\p{N}]/u;
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
  const [text, otherText] = [one.toLowerCase(), other.toLowerCase()];
  // Most pairs of memories end here: reading all their words takes longer.
  const open = asked.filter(
    ({ modifier, head }) =>
      text.includes(modifier) && otherText.includes(head) && !hasWordFrom(otherText, modifier),
  );
  if (open.length === 0) return false;
  const [pairs, otherPairs] = [pairsIn(one), pairsIn(other)];
  const [words, otherWords] = [tellingWordsOf(one), tellingWordsOf(other)];
  return open.some(({ modifier, head }) => {
    if (otherWords.has(modifier) || !pairs.some((each) => each.modifier === modifier && each.head === head))
      return false;
    const instead = otherPairs.find((each) => each.head === head && !words.has(each.modifier))?.modifier;
    return (
      instead !== undefined && hasMore(words, otherWords, modifier) && hasMore(otherWords, words, instead)
    );
  });
}

/** Whether a word of a text has this beginning; false for a whole word, which is shorter. */
function hasWordFrom(text: string, beginning: string): boolean {
  if (beginning.length < BEGINNING) return false;
  for (let at = text.indexOf(beginning); at >= 0; at = text.indexOf(beginning, at + 1))
    if (!IN_WORD.test(text.charAt(at - 1))) return true;
  return false;
}

/** Whether a text has a word, beside one, that the other lacks. */
function hasMore(words: ReadonlySet<string>, others: ReadonlySet<string>, beside: string): boolean {
  return [...words].some((word) => word !== beside && !others.has(word));
}

function pairsIn(text: string): Pair[] {
  const pairs: Pair[] = [];
  /** The word before, if it tells something; and where the next one begins if nothing but a space is between. */
  let modifier = '';
  let next = -1;
  for (const { 0: word, index } of text.toLowerCase().matchAll(WORD)) {
    const isHead = isTelling(word);
    if (isHead && modifier !== '' && index === next)
      pairs.push({ modifier: modifier.slice(0, BEGINNING), head: word.slice(0, BEGINNING) });
    modifier = isHead ? word : '';
    next = index + word.length + 1;
  }
  return pairs;
}

function tellingWordsOf(text: string): Set<string> {
  const words = text.toLowerCase().match(WORD) ?? [];
  return new Set(words.filter(isTelling).map((word) => word.slice(0, BEGINNING)));
}

function isTelling(word: string): boolean {
  return word.length >= LEAST_WORD ? !LIGHT.has(word.slice(0, BEGINNING)) : DIGIT.test(word);
}
