import { withFoldedIdentifiers } from '../retrieval/identifiers';

/** Addresses, paths, hosts and names in code, and single words, so that no word is read again from each of its letters. */
const WHOLE = /[\p{L}\p{M}\p{N}]+(?:[/@._-]+[\p{L}\p{M}\p{N}]+)*/gu;
const LETTER = /\p{L}/u;
/** What joins the parts of an identifier; two of one kind have the same. */
const SIGNS = ['@', '/', '_', '.'] as const;

export interface Identifier {
  text: string;
  sign: (typeof SIGNS)[number];
}

/** The identifiers that a question gives, such as `alice@acme.io` and `src/app/main.ts`. */
export function identifiersOf(text: string): Identifier[] {
  const words = withFoldedIdentifiers(text.toLowerCase()).match(WHOLE) ?? [];
  return words.flatMap((word) => {
    const sign = SIGNS.find((each) => word.includes(each));
    return sign !== undefined && LETTER.test(word) ? [{ text: word, sign }] : [];
  });
}

/**
 * Whether one memory gives an identifier of a question, and the other one gives another of its kind in its place, such as
 * `alice.smith@acme.io`: their words alone would say that both are about the same.
 */
export function givesOther(asked: readonly Identifier[], one: string, other: string): boolean {
  if (asked.length === 0) return false;
  const [given, instead] = [identifiersOf(one), identifiersOf(other)];
  const has = (among: readonly Identifier[], { text }: Identifier): boolean =>
    among.some((each) => each.text === text);
  return asked.some(
    (each) => has(given, each) && !has(instead, each) && instead.some(({ sign }) => sign === each.sign),
  );
}
