// They match single words too: asking for a separator would read each long word again from each of its letters.
const ASCII_COMPOUND = /[a-z0-9]+(?:[._@:-][a-z0-9]+)*/g;
const ANY_COMPOUND = /[\p{L}\p{M}\p{N}]+(?:[._@:-][\p{L}\p{M}\p{N}]+)*/gu;
const SEPARATOR = /[._@:-]/;

/** What is more than words with hyphens in between. */
const IDENTIFYING = /[\p{N}_@.]/u;
/** Plain numbers and times of day are words already. */
const NUMBER = /^\p{N}+[.:]\p{N}+$/u;
/** Versions are written with and without their letter. */
const LETTERED_VERSION = /^\p{L}{1,3}(\p{N}+(?:\.\p{N}+)+)$/u;

const LETTERS_AND_DIGITS = /[\p{L}\p{N}]+/gu;
/** Between a small and a capital letter, and before the last capital of several: `getURLPath`. */
const HUMPS = /(?<=\p{Ll})(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll})/u;
const CAMEL = /\p{Ll}\p{Lu}/u;
/** No name has more words; what has is encoded data. */
const MOST_HUMPS = 32;

/** Identifiers, addresses, versions and dates in one piece, as they stand in a folded text. */
export function compoundsOf(folded: string, ascii: boolean): string[] {
  const words = folded.match(ascii ? ASCII_COMPOUND : ANY_COMPOUND) ?? [];
  return words.filter(isCompound).flatMap(withBareVersion);
}

/** The words inside words such as `camelCase`, in the case they have. */
export function humpsOf(text: string): string[] {
  if (!CAMEL.test(text)) return [];
  return (text.match(LETTERS_AND_DIGITS) ?? []).flatMap((word) => (CAMEL.test(word) ? humpsIn(word) : []));
}

function humpsIn(word: string): string[] {
  const humps = word.split(HUMPS);
  return humps.length > MOST_HUMPS ? [] : humps;
}

function isCompound(word: string): boolean {
  return SEPARATOR.test(word) && IDENTIFYING.test(word) && !NUMBER.test(word);
}

function withBareVersion(compound: string): string[] {
  const bare = LETTERED_VERSION.exec(compound)?.[1];
  return bare === undefined ? [compound] : [compound, bare];
}
