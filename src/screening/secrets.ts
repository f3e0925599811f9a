import type { Finding } from './finding';
import { findTokens } from './secret-tokens';
import { withoutTrailing } from '../common/text';
import { UUID_ANY_CASE } from '../common/uuid';

/**
 * Finds credentials in text by their form: keys of the usual providers, private keys, signed tokens, passwords as
 * people write them, addresses with a password. A secret that looks like an ordinary
 * word in an ordinary place is not found; what has the form of a secret counts as one.
 */

/** UTF-16 units of a password. */
const MAX_VALUE = 200;
/** Punctuation that ends the sentence rather than the password. */
const TRAILING = '.!?:)]';

// Below, the value is the first group; `d` gives its place.
const VALUE = `["'\`\u201c\u2018]?([^\\s"'\`\u201d\u2019,;]{3,${MAX_VALUE}})`;
const PASSWORD = '(?:password|passwd|passphrase|passcode|pass code)';

/** Patterns whose value is a secret when it passes the test. */
const VALUES: readonly {
  kind: string;
  pattern: RegExp;
  isSecret: (value: string, after: string) => boolean;
}[] = [
  // postgres://user:secret@host
  {
    kind: 'url-password',
    pattern: /\b[a-z][a-z0-9+.-]{1,30}:\/\/[^\s:@/]{0,200}:([^\s@/]{1,200})@/dgi,
    isSecret: isNoStandIn,
  },
  // curl -u user:secret
  { kind: 'password', pattern: /\s-u\s+["']?[\w.@+-]{1,60}:([^\s"']{3,200})/dg, isSecret: isNoStandIn },
  // password: secret, DB_PASSWORD=secret, "password": "secret"
  {
    kind: 'password',
    pattern: pattern(`(?:\\b|_)(?:${PASSWORD}|pwd)["'\`]?\\s{0,3}(?:=>?|:=?)\\s{0,3}${VALUE}`),
    isSecret: isAssigned,
  },
  {
    kind: 'key',
    pattern: pattern(`_(?:pass|secret|token|key)\\s?=\\s?${VALUE}`),
    isSecret: (value, after) => isWritten(value, after) && /^(?=.*[a-z]).{6}/i.test(value),
  },
  // the wifi password for guests is secret
  {
    kind: 'password',
    pattern: pattern(
      `\\b(?:${PASSWORD}|credentials?)\\b(?:\\s+(?:for|to|of|on|at)\\s+(?=\\S)[^.!?;:=\\n]{1,60}?)?\\s+(?:is|was|are|will be)(?:\\s+(?:now|still|just|simply|currently|again))?:?\\s+${VALUE}`,
    ),
    isSecret: isTold,
  },
  // the password is "two words"
  {
    kind: 'passphrase',
    pattern:
      /\b(?:password|passwd|passphrase|passcode)\b[^.!?\n"'`\u201c]{0,60}?(?:\bis|:|=)\s*["'`\u201c]([^"'`\u201d\n]{3,100})["'`\u201d]/dgi,
    isSecret: (value) => isNoStandIn(value) && !PREDICATE.test(value.slice(value.lastIndexOf(' ') + 1)),
  },
  // set the password to secret
  {
    kind: 'password',
    pattern: pattern(
      `\\b(?:set|reset|chang|updat)\\w{0,4}\\b[^.!?\\n]{0,40}\\b${PASSWORD}\\b[^.!?\\n]{0,40}?\\bto\\s+${VALUE}`,
    ),
    isSecret: isTold,
  },
  // user bob with password s3cret
  {
    kind: 'password',
    pattern: pattern(`(?:\\b(?:with|using|and|by)|[,/])\\s+(?:the\\s+)?${PASSWORD}\\s+${VALUE}`),
    isSecret: isWritten,
  },
  // log in as admin/s3cret
  {
    kind: 'password',
    pattern: pattern(
      `\\b(?:credentials?|log(?:ged|ging)? ?in|sign in)\\b[^.!?\\n]{0,40}?\\b(?:with|as|using|are|is)\\s+["'\`]?[\\w.@+-]{2,60}["'\`]?\\s?[/:]\\s?${VALUE}`,
    ),
    isSecret: (value, after) => isWritten(value, after) && !/^\d+$/.test(value),
  },
  // PIN: 1234
  {
    kind: 'pin',
    pattern:
      /\bpin(?: ?code| number)?(?:\s+for\s+(?=\S)[^.!?\n]{1,40}?)?(?:\s+(?:is|was)|:|=)?\s*(?:now\s+)?["'`]?(\d{4,12})\b/dgi,
    isSecret: () => true,
  },
  // seed phrase: word word word ...
  {
    kind: 'recovery-phrase',
    pattern:
      /\b(?:seed|recovery|mnemonic|backup) (?:phrase|words)\b[^.!?\n]{0,20}?((?:\s+[a-z]{3,8}\b,?){12,24})/dgi,
    isSecret: () => true,
  },
];

/** Behind a password: use s3cret as the password. */
const AS_PASSWORD = pattern(`\\sas\\s+(?:(?:the|my|our|your|a|its)\\s+)?(?:[\\w-]+\\s+)?${PASSWORD}\\b`);

/** Names a key; one follows closely. */
const KEY_WORD =
  /(?:(?:api|access|auth|bearer|refresh|session|security|private|secret|signing|encryption|service|deploy|license|account|shared|client|app|webhook|master|consumer|storage)[ _-]?(?:key|token|secret|cookie)s?|(?:\b|_)(?:secrets?|tokens?|keys?|credentials?|authorization|bearer|(?:set-)?cookie|sig|signature|jwt|passkey))(?![a-z])/gi;
const OTHER_KEY =
  /\b(?:primary|foreign|partition|sort|cache|idempotency|public|unique|map|object|json|routing|translation|composite|hot|gpg|pgp|ssh)[ _-]?$/i;
const MAX_GAP = 60;
const KEY_VALUE = /[A-Za-z0-9+/_.~=-]{16,400}/g;
/** How the words between the name of a key and its value end. */
const LEADS_TO_VALUE =
  /^[\s"'`]*$|(?:[:=>(]|\b(?:is|was|are|to|as|be|use|uses|used|using|with|bearer|basic))[\s"'`]*$/i;
/** What is named is not the key but something about it. */
const OTHER_THING =
  /\b(?:commit|hash|sha\d*|md5|checksum|digest|revision|rev|version|uuid|guid|ids?|order|issue|ticket|build|branch|tag|invoice|tracking|file|path|url|endpoint|class|function|method|module|table|column|field|named|called|fingerprint)\b/i;

/** What is written where a secret would stand. */
const STAND_IN =
  /^(?:[<[{%].*|\$.*|[*x.\u2022_#-]+|your[_-].*|my[_-]?(?:password|secret)|change[_-]?me|placeholder|redacted|example|none|null|nil|undefined|true|false|string|str|text|varchar.*|hidden|masked|n\/a|tbd|oauth2?|sso|saml2?|oidc|[2m]fa|\d+-?(?:digit|char|bit|day)\w*)$/i;
/** A piece of code or a path that says where a secret is. */
const REFERENCE =
  /[()]|^(?:process|os|env|config|cfg|settings|user|self|this|args|opts|options|req|request|params|props|data|body|form|input|ctx|secrets|vault|credentials)[.[]|^(?:[/~]|\.{1,2}\/)/i;
/** Words that say something of a password and are not one. */
const PREDICATE =
  /(?:ed|en|able|ible|ive|ing|ory|ary|ful|less|ly|ent|ant|ous|al|ic)$|^(?:the|not|with|from|for|too|very|its?|my|our|your|their|his|her|this|that|these|those|what|which|when|where|only|also|still|now|just|same|wrong|correct|right|set|reset|kept|sent|lost|weak|strong|long|short|safe|secure|secret|blank|null|hard|easy|fine|okay|out|due|about|least|shorter|longer|because|until|unless|and|but|one|something|anything|nothing|here|there|yours|mine|ours|per|via|manager|policy|field|prompt|protection|hash|hashes|rules?|length|input|form|change|page|file|store|vault|rotation|strength|reuse|auth|free|case-sensitive|up-to-date)$/i;
/** Of what stands behind a value that is a measure or a name of something. */
const OF_WHAT =
  /^\s+(?:hashed|hash|hashing|hashes|encrypted|based|characters?|chars?|digits?|days?|times|bits?|long|old|policy|manager|reset|field|store|protected)\b/i;

/** In no order; they may overlap. `lower`: the text in lower case. */
export function findCredentials(text: string, lower: string): Finding[] {
  const found = findTokens(text, lower);
  for (const { kind, pattern: each, isSecret } of VALUES) {
    for (const match of text.matchAll(each)) {
      const [start, end] = match.indices?.[1] ?? [0, 0];
      const value = withoutTrailing(match[1] ?? '', TRAILING);
      if (isSecret(value, text.slice(end, end + 20))) found.push({ kind, start, end: start + value.length });
    }
  }
  for (const match of text.matchAll(AS_PASSWORD)) found.push(...passwordBefore(text, match.index));
  for (const match of text.matchAll(KEY_WORD)) found.push(...keyAfter(text, match));
  return found;
}

function pattern(source: string): RegExp {
  return new RegExp(source, 'gid');
}

function isNoStandIn(value: string): boolean {
  return value !== '' && !STAND_IN.test(value) && !REFERENCE.test(value);
}

function isAssigned(value: string): boolean {
  return isNoStandIn(value) && !PREDICATE.test(value);
}

/** It does not look like a word. */
function isWritten(value: string, after: string): boolean {
  return isNoStandIn(value) && !isWord(value) && !/^\d{1,3}$/.test(value) && !OF_WHAT.test(after);
}

/** In a sentence a word is taken for a password only where the sentence ends with it. */
function isTold(value: string, after: string): boolean {
  if (!isWord(value)) return isWritten(value, after);
  return isAssigned(value) && /^["'`\u201d\u2019]?(?:\s*$|\s*[.!?,;)\n]|\s+and\b)/.test(after);
}

function isWord(value: string): boolean {
  return /^\p{L}\p{Ll}*(?:['\u2019-]\p{Ll}+)*$|^\p{Lu}+$/u.test(value);
}

/** The word before a place, when it has the look of a password. */
function passwordBefore(text: string, at: number): Finding[] {
  const start = Math.max(0, at - MAX_VALUE - MAX_GAP);
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

/** What follows the name of a key, when it has the look of one. */
function keyAfter(text: string, word: RegExpMatchArray): Finding[] {
  const start = word.index ?? 0;
  if (OTHER_KEY.test(text.slice(Math.max(0, start - 20), start))) return [];
  const from = start + word[0].length;
  for (const match of text.slice(from, from + MAX_GAP + 400).matchAll(KEY_VALUE)) {
    const gap = text.slice(from, from + match.index);
    if (gap.length > MAX_GAP || /[.!?]\s/.test(gap)) return [];
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
  if (UUID_ANY_CASE.test(value)) return true;
  const runs = value.match(/[A-Za-z0-9]+/g) ?? [];
  const length = runs.reduce((sum, run) => sum + run.length, 0);
  const turns = runs.reduce((sum, run) => sum + (run.match(TURN)?.length ?? 0), 0);
  return length >= 16 && turns / length >= 0.26 && new Set(value).size >= 8;
}

const TURN = /(?<=[a-z])(?=[A-Z0-9])|(?<=[A-Z])(?=\d)|(?<=\d)(?=[A-Za-z])/g;
