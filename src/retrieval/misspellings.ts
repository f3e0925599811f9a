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

/**
 * The term of the word that was meant, where a word differs from it by one typing error: two letters swapped, one too
 * many, one missing, or else one replaced by another. The first letter is right unless it is swapped. Of several, the
 * one that most documents hold; null for none. `termOf`: of a spelling; `holding`: how many documents hold a term.
 */
export function termMeant(
  word: string,
  termOf: (spelling: string) => string,
  holding: (term: string) => number,
): string | null {
  if (word.length < LEAST_LETTERS || word.length > MOST_LETTERS) return null;
  const alphabet = Array.from(ALPHABETS.find(([pattern]) => pattern.test(word))?.[1] ?? '');
  const meant = mostHeld(slips(word, alphabet), termOf, holding);
  if (meant !== null || word.length < LEAST_REPLACED) return meant;
  return mostHeld(replacements(word, alphabet), termOf, holding);
}

function mostHeld(
  spellings: Iterable<string>,
  termOf: (spelling: string) => string,
  holding: (term: string) => number,
): string | null {
  let best: { term: string; count: number } | null = null;
  for (const spelling of spellings) {
    const term = termOf(spelling);
    const count = term.length < LEAST_TERM ? 0 : holding(term);
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
