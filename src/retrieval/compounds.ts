import { ONLY_LETTERS } from './stems';
import type { Tokenizer } from './tokens';

/** Of a part of a compound: shorter words begin and end too many others. */
const LEAST_PART = 4;
/** Longer words are no words of people. */
const MOST_LETTERS = 40;

/** What German may put between two parts: Arbeit-s-vertrag, Land-es-bank, Woche-n-ende, Kind-er-garten. */
const LINKS = ['', 's', 'es', 'n', 'en', 'e', 'er', 'nen', 'ens'];

/**
 * Whether a term that begins or ends with a word is a compound of it and something else. That may be unknown: in a small
 * store no other memory says it. The particles that make verbs of verbs (über, nach, gegen) are stop words.
 */
export function isCompoundWith(word: string, term: string, tokenizer: Tokenizer): boolean {
  if (word.length < LEAST_PART || !ONLY_LETTERS.test(term)) return false;
  const isFirst = term.startsWith(word);
  const rest = isFirst ? term.slice(word.length) : term.slice(0, -word.length);
  const rests = isFirst ? [rest] : headsIn(rest);
  return rest.length >= LEAST_PART && !rests.some((each) => tokenizer.isStopWord(each));
}

/** The terms of the two parts of a word that may be a compound, for each place where `isKnown` knows both. */
export function partsOf(
  word: string,
  tokenizer: Tokenizer,
  isKnown: (term: string) => boolean,
): [head: string, tail: string][] {
  if (word.length > MOST_LETTERS) return [];
  const found: [string, string][] = [];
  for (let at = LEAST_PART; at <= word.length - LEAST_PART; at++) {
    const tail = tokenizer.termOf(word.slice(at));
    if (tail.length < LEAST_PART || !isKnown(tail)) continue;
    const heads = headsIn(word.slice(0, at)).filter((head) => !tokenizer.isStopWord(head));
    const terms = heads.map((head) => tokenizer.termOf(head)).filter((head) => head.length >= LEAST_PART);
    for (const head of new Set(terms)) if (isKnown(head)) found.push([head, tail]);
  }
  return found;
}

/** What may be the first part where a compound begins with this text, with and without what joins it to the second one. */
function headsIn(text: string): string[] {
  const links = LINKS.filter((link) => text.endsWith(link) && text.length - link.length >= LEAST_PART);
  return links.map((link) => text.slice(0, text.length - link.length));
}
