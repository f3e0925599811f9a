import { PASSWORD_WORDS } from './assigned-secrets';
import { isNoStandIn, isPhrase, isStrong, isTold, isWord, isWritten } from './value-looks';
import { MAX_VALUE, QUOTED_VALUE, VALUE, type ValuePattern, valuePattern } from './value-patterns';

/** Passwords in English and German sentences. */

const ENGLISH = '(?:password|passwd|passphrase|passcode|pass code|pwd|\\bpw)';
const GERMAN = '(?:passwort|kennwort|passphrase|\\bpw|losung)';
const ANY = '(?:password|passwd|passphrase|passcode|pass code|passwort|kennwort|\\bpwd|\\bpw)';
/** Words of the same sentence; a full stop within a word does not end it. */
const within = (most: number): string => `(?:[^.!?;:=\\n]|[.:](?=\\w)){1,${most}}?`;
const ENGLISH_OWNER = `(?:\\s+(?:for|to|of|on|at|in|from)\\s+(?=\\S)${within(60)})?`;
const GERMAN_OWNER = `(?:\\s+(?:f\u00fcrs?|vo[mn]|de[rs]|zu[mr]|am|im|in|auf|beim?|meine[sr]|unsere[sr])\\s+(?=\\S)${within(60)})?`;
const ENGLISH_IS =
  '\\s+(?:is|was|are|will be|should be)(?:\\s+(?:now|still|just|simply|currently|again|always|set to)){0,2}:?\\s+';
const GERMAN_IS =
  '\\s+(?:lautet|ist|war|bleibt|hei\u00dft|heisst)(?:\\s+(?:jetzt|nun|immer|noch|weiterhin|wie|folgt|aktuell|einfach|hier|derzeit)){0,3}:?\\s+';
const LOGIN =
  '(?:credentials?|creds?|log(?:ged|ging)?[ -]?in|sign[ -]?in|basic auth|account|admin|root|zugang|zugangsdaten|anmeldedaten|anmeldung|logindaten|benutzer)';
const LOGIN_WORDS = [
  'cred',
  'log',
  'sign',
  'auth',
  'account',
  'admin',
  'root',
  'zugang',
  'anmeld',
  'benutzer',
];
const USER = `["'\`]?(?<![\\w./@+-])[a-z][\\w.@+-]{1,59}["'\`]?`;

/** Words with a space between them, up to the end of the sentence. */
const PHRASE = `((?:[\\p{L}\\d]{1,20} ){1,9}[\\p{L}\\d]{1,20})(?=[.!\\n]|$)`;

export const SAID: readonly ValuePattern[] = [
  // the wifi password for guests is secret
  {
    kind: 'password',
    words: [...PASSWORD_WORDS, 'credential'],
    pattern: valuePattern(`\\b(?:${ENGLISH}|credentials?)\\b${ENGLISH_OWNER}${ENGLISH_IS}${VALUE}`),
    isSecret: isTold,
  },
  // das Passwort für Gäste lautet geheim
  {
    kind: 'password',
    words: PASSWORD_WORDS,
    pattern: valuePattern(`${GERMAN}\\b${GERMAN_OWNER}${GERMAN_IS}${VALUE}`),
    isSecret: (value, after, isQuoted) => (isQuoted ? isTold(value, after, true) : isWritten(value, after)),
  },
  {
    kind: 'password',
    words: PASSWORD_WORDS,
    pattern: valuePattern(`${GERMAN}\\b${GERMAN_OWNER}\\s+lautet:?\\s+${VALUE}`),
    isSecret: isTold,
  },
  // the password is "two words"
  {
    kind: 'passphrase',
    words: PASSWORD_WORDS,
    pattern: valuePattern(
      `\\b${ANY}\\b[^.!?\\n"'\`\u201c\u201e({]{0,60}?(?:\\bis|\\bist|\\blautet|:|=)\\s*${QUOTED_VALUE}`,
    ),
    isSecret: isTold,
  },
  // passphrase is two words
  {
    kind: 'passphrase',
    words: ['pass'],
    pattern: valuePattern(
      `pass[ -]?phrase\\b(?:${ENGLISH_OWNER}|${GERMAN_OWNER})(?:\\s+(?:is|ist|lautet|was|war)|:)\\s+${PHRASE}`,
      'gidu',
    ),
    isSecret: isPhrase,
  },
  // my password is Purple Monkey 42
  {
    kind: 'passphrase',
    words: PASSWORD_WORDS,
    pattern: valuePattern(`${ANY}\\b(?:\\s+(?:is|ist|lautet)|:)\\s+${PHRASE}`, 'gidu'),
    isSecret: (value) => /\d/.test(value) && value.split(' ').every((word) => /^[\p{Lu}\d]/u.test(word)),
  },
  // password for the archive: s3cret
  {
    kind: 'password',
    words: PASSWORD_WORDS,
    pattern: valuePattern(`${ANY}s?\\s${within(70)}:\\s+${VALUE}`),
    isSecret: isStrong,
  },
  // set the password to secret
  {
    kind: 'password',
    words: PASSWORD_WORDS,
    pattern: valuePattern(
      `\\b(?:set|reset|chang|updat)\\w{0,4}\\b[^.!?\\n]{0,40}${ENGLISH}\\b[^.!?\\n]{0,40}?\\bto:?\\s+${VALUE}`,
    ),
    isSecret: isTold,
  },
  {
    kind: 'password',
    words: PASSWORD_WORDS,
    pattern: valuePattern(
      `${GERMAN}\\b[^.!?\\n]{0,60}?\\bauf\\s+${VALUE}\\s+(?:gesetzt|ge\u00e4ndert|zur\u00fcckgesetzt|umgestellt|gestellt|festgelegt)`,
    ),
    isSecret: isNoStandIn,
  },
  // the old password was a, the new one is b
  {
    kind: 'password',
    words: PASSWORD_WORDS,
    pattern: valuePattern(
      `${ANY}\\b[^\\n]{0,100}?\\b(?:one|neue|alte)\\s+(?:is|was|ist|war|lautet)\\s+${VALUE}`,
    ),
    isSecret: isWritten,
  },
  // user bob, password s3cret
  {
    kind: 'password',
    words: PASSWORD_WORDS,
    pattern: valuePattern(`${ANY}(?:\\s+(?:bitte|please|now|jetzt|hier|here))?\\s+${VALUE}`),
    isSecret: (value, after, isQuoted) =>
      isQuoted ? isWritten(value, after) || isPassphraseLike(value) : isStrong(value, after),
  },
  // WLAN-Passwort 12345678
  {
    kind: 'password',
    words: [...PASSWORD_WORDS, 'key', 'schlüssel'],
    pattern: valuePattern(
      `(?:${ANY}|netzwerk-?schlüssel|wlan-?schlüssel|(?:network|wi-?fi) key)(?:\\s+(?:is|ist|lautet)|:)?\\s+(\\d{6,63})(?![\\w-])`,
    ),
    isSecret: isWritten,
  },
  // user bob pass s3cret
  {
    kind: 'password',
    words: ['pass'],
    pattern: valuePattern(`\\bpass\\s+(?!pass:)${VALUE}`),
    isSecret: isStrong,
  },
  // user bob with password secret-word
  {
    kind: 'password',
    words: PASSWORD_WORDS,
    pattern: valuePattern(
      `(?:\\b(?:with|using|and|by|mit|und)|[,/])\\s+(?:(?:the|dem)\\s+)?${ANY}\\s+${VALUE}`,
    ),
    isSecret: isWritten,
  },
  // log in as admin/s3cret, Zugangsdaten: admin / s3cret
  {
    kind: 'password',
    words: ['admin', 'root'],
    pattern: valuePattern(`\\b(?:admin|administrator|root)["'\`]? / ${VALUE}`),
    isSecret: isStrong,
  },
  {
    kind: 'password',
    words: LOGIN_WORDS,
    pattern: valuePattern(
      `\\b${LOGIN}\\b[^!?\\n]{0,80}?${USER}(?: / |/|: ?)(?!\\d{1,5}(?:[/\\s]|$))${VALUE}`,
    ),
    isSecret: (value, after) => isStrong(value, after),
  },
  {
    kind: 'password',
    words: ['credential', 'log', 'sign in', 'get into', 'give it', 'anmelden'],
    pattern: valuePattern(
      `\\b(?:credentials?|log(?:ged|ging)? ?in|sign in)\\b[^.!?\\n]{0,40}?\\b(?:with|as|using|are|is)\\s+${USER}(?: / |/|: ?)${VALUE}`,
    ),
    isSecret: (value, after) => isWritten(value, after) && !/^\d+$/.test(value),
  },
  // log in with admin and s3cret
  {
    kind: 'password',
    words: ['credential', 'log', 'sign in', 'get into', 'give it', 'anmelden'],
    pattern: valuePattern(
      `\\b(?:credentials?|log(?:ged|ging)? ?in|sign in|get into|give it|anmelden|einloggen)\\b[^.!?\\n]{0,60}?\\b(?:with|as|it|mit|als)\\s+${USER}\\s+(?:and|und)\\s+${VALUE}`,
    ),
    isSecret: isStrong,
  },
  // the network is called Harbour and the key is s3cret
  {
    kind: 'password',
    words: ['key', 'schlüssel'],
    pattern: valuePattern(
      `\\b(?:wi-?fi|wlan|ssid|network|netzwerk|hotspot)\\b[^.!?\\n]{0,80}?\\b(?:key|schl\u00fcssel)(?:\\s+(?:is|ist|lautet)|:)?\\s+${VALUE}`,
    ),
    isSecret: isStrong,
  },
];

/** Words that are joined by hyphens, in quotes. */
function isPassphraseLike(value: string): boolean {
  return isWord(value) && value.split('-').length > 2 && value.length <= MAX_VALUE;
}
