const ASCII_COMPOUND = /[a-z0-9]+(?:[._@:-][a-z0-9]+)+/g;
const ANY_COMPOUND = /[\p{L}\p{M}\p{N}]+(?:[._@:-][\p{L}\p{M}\p{N}]+)+/gu;

/** What is more than words with hyphens in between. */
const IDENTIFYING = /[\p{N}_@.]/u;
/** Plain numbers and times of day are words already. */
const NUMBER = /^\p{N}+[.:]\p{N}+$/u;
/** Versions are written with and without their letter. */
const LETTERED_VERSION = /^\p{L}{1,3}(\p{N}+(?:\.\p{N}+)+)$/u;

const CAMEL_WORD = /[\p{L}\p{N}]*\p{Ll}\p{Lu}[\p{L}\p{N}]*/gu;
/** Between a small and a capital letter, and before the last capital of several: `getURLPath`. */
const HUMPS = /(?<=\p{Ll})(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll})/u;
const MAYBE_CAMEL = /\p{Ll}\p{Lu}/u;

/** Identifiers, addresses, versions and dates in one piece, as they stand in a folded text. */
export function compoundsOf(folded: string, ascii: boolean): string[] {
  const compounds = folded.match(ascii ? ASCII_COMPOUND : ANY_COMPOUND) ?? [];
  return compounds.filter((each) => IDENTIFYING.test(each) && !NUMBER.test(each)).flatMap(withBareVersion);
}

/** The words inside words such as `camelCase`, in the case they have. */
export function humpsOf(text: string): string[] {
  if (!MAYBE_CAMEL.test(text)) return [];
  return (text.match(CAMEL_WORD) ?? []).flatMap((word) => word.split(HUMPS));
}

function withBareVersion(compound: string): string[] {
  const bare = LETTERED_VERSION.exec(compound)?.[1];
  return bare === undefined ? [compound] : [compound, bare];
}
