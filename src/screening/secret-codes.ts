import type { Finding } from './finding';
import { type ValuePattern, valuePattern, valuesIn } from './value-patterns';

/** PINs, codes of doors, recovery codes and recovery phrases. */

const OWNER = `(?:\\s+(?:for|of|to|on|from|f\u00fcrs?|vo[mn]|de[rs]|zu[mr]|im|am)\\s+(?=\\S)[^.!?:=\\n]{1,60}?)?`;
const IS = `(?:\\s+(?:is|was|ist|war|lautet)(?:\\s+(?:now|still|jetzt|nun|immer noch))?:?|\\s?[:=])\\s*["'\`]?`;
const LOCK =
  '(?:(?:door|gate|garage(?: door)?|alarm|lock|lockbox|safe|entry|unlock|keypad|security|voicemail)[ -](?:code|combination|combo|pin)|combination|(?:haus)?t\u00fcr-?code|(?:tor|alarm|safe|tresor|zugangs|schloss|garagen|entsperr|sicherheits|zahlen)-?(?:code|kombination|pin))';
/** Words that no list of words for recovery phrases has. */
const PROSE = /\b(?:the|and|with|for|are|has|was|from|not|but|should|oder|und|der|die|das)\b/;

const CODES: readonly ValuePattern[] = [
  // PIN: 1234, die PIN ist 1234
  {
    kind: 'pin',
    words: ['pin', 'puk', 'passcode', 'geheimzahl'],
    pattern: valuePattern(
      `\\b(?:pin|puk2?|passcode|geheimzahl)(?:[ -]?code| number|-nummer)?${OWNER}${IS}(\\d{4,12})\\b(?![.-]\\d|\\s*(?:digits|stell))`,
      'gidu',
    ),
    isSecret: () => true,
  },
  {
    kind: 'pin',
    words: ['pin', 'puk'],
    pattern: /\b(?:PIN|PUK2?)\s["'`]?(\d{4,12})\b(?![.-]\d)/dg,
    isSecret: () => true,
  },
  {
    kind: 'pin',
    words: [' pin '],
    pattern: /\b(?:my|your|his|her|our|the card'?s) pin (\d{4,12})\b(?![.-]\d)/dgi,
    isSecret: () => true,
  },
  // the garage code is 5519#
  {
    kind: 'pin',
    words: ['code', 'combination', 'combo', 'kombination', 'pin'],
    pattern: valuePattern(`\\b${LOCK}${OWNER}${IS}(\\d(?:[ -]?\\d){2,14}[#*]?)(?![\\w.]*\\w)`),
    isSecret: isNoDate,
  },
  // lock code 0417, Handy hat den Code 482910
  {
    kind: 'pin',
    words: ['code', 'combination'],
    pattern:
      /\b(?:(?:door|gate|garage|lock|safe|unlock|lockbox)(?: code| combination)|(?:handy|tablet|ipad|iphone|smartphone|haust\u00fcr|garage|tresor|schloss)\b[^.!?\n]{0,20}\bcode|zugangs-?code(?: [\p{L}-]{1,30})?:?)\s(\d(?:[ -]?\d){3,11}[#*]?)(?![\w.]*\w)/dgiu,
    isSecret: isNoDate,
  },
  // product key XXXXX-XXXXX-XXXXX-XXXXX-XXXXX
  {
    kind: 'license-key',
    words: ['key', 'licen', 'lizenz', 'serial', 'activation', 'schl\u00fcssel'],
    pattern:
      /(?:key|licen[cs]e|lizenz|serial|activation|schl\u00fcssel)[^.!?\n]{0,40}?(?<![\w-])([A-Z0-9]{4,6}(?:-[A-Z0-9]{4,6}){3,7})(?![\w-])/dgi,
    isSecret: (value) => /\d/.test(value) && /[A-Z]/.test(value) && new Set(value).size > 6,
  },
  // seed phrase: word word word ...
  {
    kind: 'recovery-phrase',
    words: ['seed', 'phrase', 'words', 'mnemonic'],
    pattern:
      /\b(?:(?:seed|recovery|backup) (?:phrase|words)|mnemonic(?: phrase)?|seed)\b[^.!?\n]{0,20}?\s((?:(?:\d{1,2}[.)]\s{0,2})?[a-z]{3,8}\b,?\s{1,3}){11,23}(?:\d{1,2}[.)]\s{0,2})?[a-z]{3,8}\b)/dgi,
    isSecret: (value) => !PROSE.test(value),
  },
];

const RECOVERY =
  /\b(?:(?:recovery|restore|rescue|scratch|emergency|backup|bitlocker|filevault|[2m]fa|one-time)(?: (?:backup|recovery))?[ -](?:codes?|keys?)|wiederherstellungs-?(?:codes?|schl\u00fcssel)|notfall-?(?:codes?|schl\u00fcssel)|(?:ersatz|backup|einmal)-?codes?|tan-?liste)(?![a-z])/gi;
/** One code: groups of letters and digits. */
const CODE = /(?<![\w./@-])(?:\d{3,5} \d{3,5}|[A-Za-z0-9]{4,32}(?:-[A-Za-z0-9]{4,32}){0,9})(?![\w@/-]|\.\w)/g;
const MOST_AFTER = 400;
/** Characters between the words and the first code, or between two codes. */
const MOST_GAP = 60;
const OTHER_THING =
  /\b(?:commit|hash|version|build|branch|ticket|order|file|path|table|column|since|from|until)\b/i;

/** Each code behind the words, up to the end of the sentence. */
function recoveryCodes(text: string): Finding[] {
  return [...text.matchAll(RECOVERY)].flatMap((match) => {
    const from = match.index + match[0].length;
    return codesAfter(text.slice(from, from + MOST_AFTER)).map(({ start, end }) => ({
      kind: 'recovery-code',
      start: from + start,
      end: from + end,
    }));
  });
}

function codesAfter(text: string): { start: number; end: number }[] {
  const found: { start: number; end: number }[] = [];
  let last = 0;
  for (const { 0: code, index } of text.matchAll(CODE)) {
    const gap = text.slice(last, index);
    if (gap.length > MOST_GAP || /[.!?]\s/.test(gap) || OTHER_THING.test(gap)) break;
    if (!isCode(code)) continue;
    found.push({ start: index, end: index + code.length });
    last = index + code.length;
  }
  return found;
}

function isNoDate(value: string): boolean {
  return !/^(?:19|20)\d\d-\d\d?-\d\d?$/.test(value);
}

function isCode(code: string): boolean {
  const letters = code.replace(/[ -]/g, '');
  if (letters.length < 6 || /^(?:19|20)\d\d-?\d\d-?\d\d$/.test(code)) return false;
  return /\d/.test(code)
    ? new Set(letters).size >= 3
    : /^[A-Z]{4,8}(?:-[A-Z]{4,8}){2,}$/.test(code) && new Set(letters).size >= 5;
}

/** A text with recovery codes holds one of these, in lower case. */
const RECOVERY_WORDS = ['code', 'key', 'schlüssel', 'liste'];
/** A text with any code does. */
export const CODE_WORDS = [...RECOVERY_WORDS, ...CODES.flatMap(({ words }) => words)];

/** @param held those of `CODE_WORDS` that the text holds */
export function findCodes(text: string, held: ReadonlySet<string>): Finding[] {
  const found = valuesIn(text, held, CODES);
  return RECOVERY_WORDS.some((word) => held.has(word)) ? [...found, ...recoveryCodes(text)] : found;
}
