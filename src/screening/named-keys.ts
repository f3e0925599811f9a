import type { Finding } from './finding';
import { UUID_ANY_CASE } from '../common/uuid';

/** Keys and tokens that have no form of their own, behind a word that names one. */

/** Names a key; one follows closely. */
const KEY_WORD =
  /(?:(?:api|access|auth|bearer|refresh|session|security|private|secret|signing|encryption|service|deploy|license|account|shared|client|app|webhook|master|consumer|storage)[ _-]?(?:key|token|secret|cookie)s?|(?:\b|_)(?:secrets?|tokens?|keys?|credentials?|authorization|bearer|(?:set-)?cookie|sig|signature|jwt|passkey|auth)|schlüssel|(?:zugangs|zugriffs)?token|geheimnis|lizenz(?:nummer|code))(?![a-z])/gi;
/** In the name of a variable. */
const CAMEL_CASE_NAME = /(?<=[a-z])(?:Key|Token|Secret)\d{0,2}(?=["'`]?\s?(?::?=|:|=>))/g;
/** Each name holds one of these, in lower case. */
export const NAMED_KEY_WORDS = [
  'key',
  'token',
  'secret',
  'cookie',
  'credential',
  'authorization',
  'bearer',
  'sig',
  'jwt',
  'auth',
  'schlüssel',
  'geheimnis',
  'lizenz',
];
const OTHER_KEY =
  /(?<![\p{L}])(?:primary|foreign|partition|sort|cache|idempotency|public|publishable|unique|map|object|json|routing|translation|composite|hot|gpg|pgp|ssh|rsa|dsa|ecdsa|host|site|websocket|öffentliche[rn]?|primär|fremd)[ _-]?$/iu;
/** Key material that everybody may see. */
const PUBLIC_VALUE = /^(?:pk_(?:live|test)_|pk\.|AAAA[BCE]3|AAAAE2|sha(?:256|384|512)-|age1)/;
const MAX_GAP = 60;
const KEY_VALUE = /[A-Za-z0-9+/_.~%-][A-Za-z0-9+/_.~=%-]{15,400}/g;
/** How the words between the name of a key and its value end. */
const LEADS_TO_VALUE =
  /^[\s"'`]*$|(?:[:=>(]|\b(?:is|was|are|to|as|be|use|uses|used|using|with|bearer|basic|token|ist|lautet|war|b)|\]\s?=)[\s"'`\u201e\u201c]*$/i;
/** What is named is not the key but something about it. */
const OTHER_THING =
  /\b(?:commit|hash|sha\d*|md5|checksum|digest|revision|rev|version|uuid|guid|ids?|order|issue|ticket|build(?!\s+\w)|branch|tag|invoice|tracking|file|path|url|endpoint|class|function|method|module|table|column|field|named|called|fingerprint)\b/i;

/** @param held those of `NAMED_KEY_WORDS` that the text holds */
export function namedKeys(text: string, held: ReadonlySet<string>): Finding[] {
  if (!NAMED_KEY_WORDS.some((word) => held.has(word))) return [];
  const names = [...text.matchAll(KEY_WORD), ...text.matchAll(CAMEL_CASE_NAME)];
  return names.flatMap((match) => keyAfter(text, match));
}

/** What follows the name of a key, when it has the look of one. */
function keyAfter(text: string, word: RegExpExecArray): Finding[] {
  if (OTHER_KEY.test(text.slice(Math.max(0, word.index - 20), word.index))) return [];
  const from = word.index + word[0].length;
  for (const match of text.slice(from, from + MAX_GAP + 400).matchAll(KEY_VALUE)) {
    const gap = text.slice(from, from + match.index);
    if (gap.length > MAX_GAP || /[.!?]\s|:\/\//.test(gap)) return [];
    if (!isKey(match[0]) || !LEADS_TO_VALUE.test(gap) || OTHER_THING.test(gap.replaceAll('_', ' '))) continue;
    return [{ kind: 'key', start: from + match.index, end: from + match.index + match[0].length }];
  }
  return [];
}

/**
 * Whether a text has the look of a random key: letters and digits, small and capital, in turn more often than in
 * names that are made of words. A capital followed by a small letter begins a word, and is no turn.
 */
function isKey(value: string): boolean {
  if (PUBLIC_VALUE.test(value)) return false;
  if (UUID_ANY_CASE.test(value)) return true;
  const runs = value.match(/[A-Za-z0-9]+/g) ?? [];
  const length = runs.reduce((sum, run) => sum + run.length, 0);
  if (length < 16 || new Set(value).size < 8) return false;
  const turns = runs.reduce((sum, run) => sum + (run.match(TURN)?.length ?? 0), 0);
  return (
    turns / length >= LEAST_TURNS || runs.some((run) => run.length >= 16 && digitGroups(run) >= LEAST_GROUPS)
  );
}

const LEAST_TURNS = 0.26;
/** Names have a version or a date; more digits at more places are random. */
const LEAST_GROUPS = 3;
const TURN = /(?<=[a-z])(?=[A-Z0-9])|(?<=[A-Z])(?=\d)|(?<=\d)(?=[A-Za-z])/g;

function digitGroups(run: string): number {
  return run.match(/\d+/g)?.length ?? 0;
}
