/** Shorter words are too near to each other: `form`, `from`, `farm`. */
const LEAST_LETTERS = 5;
/** In shorter words another letter makes another word as a rule: `paint`, `point`. */
const LEAST_REPLACED = 6;
/** Of a term; shorter ones are what stemming leaves of many words. */
const LEAST_TERM = 4;
/** Longer words are no words of people, and would take long. */
const MOST_LETTERS = 20;

const CODE_OF_A = 0x61;
/** The letters of an alphabet after folding, by a pattern that finds one of them. */
const ALPHABETS: readonly [RegExp, string][] = [
  [/[a-z]/, lettersFrom(CODE_OF_A, 26)],
  [/\p{Script=Cyrillic}/u, `${lettersFrom(0x430, 32)}іїєґў`],
  [/\p{Script=Greek}/u, lettersFrom(0x3b1, 25)],
];

function lettersFrom(code: number, count: number): string {
  return String.fromCharCode(...Array.from({ length: count }, (_, n) => code + n));
}

/** The terms of the words that may be meant by a misspelt one. */
export interface NearTerms {
  /** With two letters swapped, one too many, or one missing. */
  slips: readonly string[];
  /** With one replaced by another. */
  replacements: readonly string[];
}

/**
 * Terms of all words that differ from a word by one typing error, each once. The first letter is right unless it is
 * swapped. `termOf`: of a spelling.
 */
export function nearTerms(word: string, termOf: (spelling: string) => string): NearTerms {
  if (word.length < LEAST_LETTERS || word.length > MOST_LETTERS) return { slips: [], replacements: [] };
  const alphabet = Array.from(ALPHABETS.find(([pattern]) => pattern.test(word))?.[1] ?? '');
  return {
    slips: termsOf(slips(word, alphabet), termOf),
    replacements: word.length < LEAST_REPLACED ? [] : termsOf(replacements(word, alphabet), termOf),
  };
}

/**
 * The term of the word that was meant; null for none. Of several, the one that most documents hold, a replaced letter
 * only without another. `holding`: how many documents hold a term.
 */
export function termMeant(near: NearTerms, holding: (term: string) => number): string | null {
  return mostHeld(near.slips, holding) ?? mostHeld(near.replacements, holding);
}

function termsOf(spellings: Iterable<string>, termOf: (spelling: string) => string): string[] {
  const terms = new Set<string>();
  for (const spelling of spellings) terms.add(termOf(spelling));
  return [...terms].filter((term) => term.length >= LEAST_TERM);
}

function mostHeld(terms: readonly string[], holding: (term: string) => number): string | null {
  let best: { term: string; count: number } | null = null;
  for (const term of terms) {
    const count = holding(term);
    if (count > (best?.count ?? 0)) best = { term, count };
  }
  return best?.term ?? null;
}

function* slips(word: string, alphabet: readonly string[]): Generator<string> {
  for (let at = 0; at < word.length; at++) {
    const [before, here, next, after] = [word.slice(0, at), word[at]!, word[at + 1], word.slice(at + 1)];
    if (next !== undefined && next !== here) yield before + next + here + word.slice(at + 2);
    if (at > 0) yield before + after;
    for (const letter of alphabet) yield before + here + letter + after;
  }
}

function* replacements(word: string, alphabet: readonly string[]): Generator<string> {
  for (let at = 1; at < word.length; at++) {
    const [before, after] = [word.slice(0, at), word.slice(at + 1)];
    for (const letter of alphabet) yield before + letter + after;
  }
}
