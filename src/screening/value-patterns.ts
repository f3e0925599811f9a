import type { Finding } from './finding';
import { isWord } from './value-looks';
import { withoutTrailing } from '../common/text';

/** Patterns that say where the value of a secret stands, and a test of the value. */
export interface ValuePattern {
  kind: string;
  /** In lower case; a text with a match holds one of them. */
  words: readonly string[];
  /** With the flags `g` and `d`; the first group that takes part is the value. */
  pattern: RegExp;
  /** @param after some characters that follow the value */
  isSecret: (value: string, after: string, isQuoted: boolean) => boolean;
}

/** UTF-16 units of a value in a sentence or a setting. */
export const MAX_VALUE = 200;
const QUOTED =
  `\\\\?"([^"\\\\\\n]{1,${MAX_VALUE}})\\\\?"|'([^'\\n]{1,${MAX_VALUE}})'|\`([^\`\\n]{1,${MAX_VALUE}})\`` +
  `|[\u201e\u201c]([^\u201c\u201d"\\n]{1,${MAX_VALUE}})[\u201c\u201d"]|\u2018([^\u2019\\n]{1,${MAX_VALUE}})\u2019`;
/** A comma or semicolon inside belongs to it unless the next setting follows. */
const BARE = `((?:[^\\s"'\`\u201e\u201c\u201d\u2018\u2019,;<>]|[,;](?![\\s"'})\\]]|[\\w.-]{0,40} ?[=:]|$)){3,${MAX_VALUE}})`;
/** A value with quotes around it, or without. */
export const VALUE = `(?:${QUOTED}|["'\`\u201e\u201c]?${BARE})`;
export const QUOTED_VALUE = `(?:${QUOTED})`;

/** Punctuation that ends the sentence rather than the value. */
const TRAILING = '.:)]';
/** These too behind a word; a password may end with them. */
const TRAILING_A_WORD = '.!?:)]';
const LOOK_AHEAD = 24;

export function valuePattern(source: string, flags = 'gid'): RegExp {
  return new RegExp(source, flags);
}

/** @param held the words of the patterns that the text holds, in lower case */
export function valuesIn(
  text: string,
  held: ReadonlySet<string>,
  patterns: readonly ValuePattern[],
): Finding[] {
  return patterns
    .filter(({ words }) => words.some((word) => held.has(word)))
    .flatMap((each) => valuesOf(text, each));
}

function valuesOf(text: string, { kind, pattern, isSecret }: ValuePattern): Finding[] {
  return [...text.matchAll(pattern)].flatMap((match) => {
    const place = placeOf(match);
    if (place === null) return [];
    const [start, end] = place;
    const value = valueAt(text, start, end);
    const isQuoted =
      /["'`\u201e\u201c\u2018]/.test(text[start - 1] ?? ' ') &&
      /["'`\u201c\u201d\u2019\\]/.test(text[end] ?? ' ');
    const after = text.slice(end, end + LOOK_AHEAD);
    return isSecret(value, after, isQuoted)
      ? [{ kind, start, end: isQuoted ? end : start + value.length }]
      : [];
  });
}

function placeOf({ indices }: RegExpExecArray): [number, number] | null {
  // Groups that take no part are undefined, which the types do not say.
  const groups: readonly ([number, number] | undefined)[] = indices?.slice(1) ?? [];
  return groups.find((each) => each !== undefined) ?? null;
}

/** The value without the punctuation that follows it. */
function valueAt(text: string, start: number, end: number): string {
  const given = text.slice(start, end);
  const bare = withoutTrailing(given, TRAILING_A_WORD);
  return isWord(bare) ? bare : withoutTrailing(given, TRAILING);
}
