import { ASSIGNED, CODE, COMMANDS, PASSWORD_WORDS } from './assigned-secrets';
import type { Finding } from './finding';
import { wordSearch } from './held-words';
import { NAMED_KEY_WORDS, namedKeys } from './named-keys';
import { SAID } from './said-secrets';
import { CODE_WORDS, findCodes } from './secret-codes';
import { findTokens, TOKEN_WORDS } from './secret-tokens';
import { isWritten } from './value-looks';
import { MAX_VALUE, valuesIn } from './value-patterns';
import { withoutTrailing } from '../common/text';

/**
 * Finds credentials in text by their form: keys of the usual providers, private keys, signed tokens, passwords as
 * people write them, addresses with a password. A secret that looks like an ordinary
 * word in an ordinary place is not found; what has the form of a secret counts as one.
 */

const PATTERNS = [...ASSIGNED, ...COMMANDS, ...CODE, ...SAID];
const TRAILING = '.!?:)]';
/** Behind a password: use s3cret as the password. */
const AS_PASSWORD =
  /\s(?:as|als)\s+(?:(?:the|my|our|your|a|its|das|mein|neues)\s+)?(?:[\w-]+\s+)?(?:password|passwd|passphrase|passcode|passwort|kennwort)\b/gi;
const MAX_BEFORE = 60;

/** The words by which patterns are chosen. Most texts hold none or few of them. */
const heldWords = wordSearch([
  ...TOKEN_WORDS,
  ...PATTERNS.flatMap(({ words }) => words),
  ...CODE_WORDS,
  ...NAMED_KEY_WORDS,
  ...PASSWORD_WORDS,
]);

/** The findings are in no order and may overlap. */
export function findCredentials(text: string): Finding[] {
  const held = heldWords(text.toLowerCase());
  const found = [
    ...findTokens(text, held),
    ...valuesIn(text, held, PATTERNS),
    ...findCodes(text, held),
    ...namedKeys(text, held),
  ];
  if (PASSWORD_WORDS.some((word) => held.has(word)))
    for (const match of text.matchAll(AS_PASSWORD)) found.push(...passwordBefore(text, match.index));
  return found;
}

/** The word before a place, when it has the look of a password. */
function passwordBefore(text: string, at: number): Finding[] {
  const start = Math.max(0, at - MAX_VALUE - MAX_BEFORE);
  const before = text
    .slice(start, at)
    .trimEnd()
    .replace(/["'`\u201d]$/, '');
  const given = before.split(/[\s"'`\u201c\u201d\u2018\u2019,;]/).at(-1) ?? '';
  const value = withoutTrailing(given, TRAILING);
  const from = start + before.length - given.length;
  const after = text.slice(from + given.length, from + given.length + 20);
  if (given.length < 3 || given.length > MAX_VALUE || !isWritten(value, after)) return [];
  return [{ kind: 'password', start: from, end: from + value.length }];
}
