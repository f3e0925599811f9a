import { NUMBER_WORDS } from '../../common/number-words';
import type { Found } from './dates';
import type { NumberValue } from './statement';
import { AUXILIARIES } from './verbs';
import { keyOf, LIGHT_WORDS, PREPOSITIONS, STOP_WORDS } from './vocabulary';

export function isSameNumber(one: NumberValue, other: NumberValue): boolean {
  return one.amount === other.amount && one.dimension === other.dimension;
}

/** Whether both measure, count or number the same kind of thing. */
export function areComparable(one: NumberValue, other: NumberValue): boolean {
  if (one.dimension !== other.dimension) return false;
  if (one.dimension !== null) return true;
  if (one.label !== null && other.label !== null) return one.label === other.label;
  if (one.counted.length === 0 || other.counted.length === 0) return true;
  return one.counted.some((key) => other.counted.includes(key));
}

interface Unit {
  dimension: string;
  factor: number;
}

/** By dimension: how many base units one unit is, and its names. */
const UNITS: Readonly<Record<string, readonly (readonly [factor: number, names: string])[]>> = {
  duration: [
    [0.001, 'ms millisecond milliseconds'],
    [1, 's sec secs second seconds'],
    [60, 'min mins minute minutes'],
    [3600, 'h hour hours'],
    [86_400, 'd day days'],
    [604_800, 'week weeks'],
    [2_592_000, 'month months'],
    [31_536_000, 'year years'],
  ],
  size: [
    [1, 'byte bytes'],
    [1024, 'kb kib kilobyte kilobytes'],
    [1024 ** 2, 'mb mib megabyte megabytes'],
    [1024 ** 3, 'gb gib gigabyte gigabytes'],
    [1024 ** 4, 'tb tib terabyte terabytes'],
  ],
  share: [[1, '% percent']],
  eur: [[1, '€ eur euro euros']],
  usd: [[1, '$ usd dollar dollars']],
};

const units = new Map<string, Unit>();
for (const [dimension, rows] of Object.entries(UNITS)) {
  for (const [factor, names] of rows) {
    for (const name of names.split(' ')) units.set(name, { dimension, factor });
  }
}

/** Null for a word that is no unit. */
function unitOf(word: string): Unit | null {
  // `D` and `H` are no days and hours.
  return units.get(word.length === 1 ? word : word.toLowerCase()) ?? null;
}

const NUMBER_WORD = NUMBER_WORDS.join('|');

const SCALE: Readonly<Record<string, number>> = { k: 1000, m: 1_000_000, bn: 1_000_000_000 };

/** `1,000`, `2.5`, `three`; null for a number of more than one point, such as a version. */
function amountOf(written: string, scale: string | null): number | null {
  const named = NUMBER_WORDS.indexOf(written.toLowerCase());
  if (named !== -1) return named;
  const amount = Number(written.replaceAll(',', ''));
  return Number.isFinite(amount) ? amount * (SCALE[scale?.toLowerCase() ?? ''] ?? 1) : null;
}

/** What a number names rather than measures: "bug 12", "release 2.1". */
interface NumberedName {
  key: string;
}

const NUMBER = new RegExp(
  String.raw`(?<![\p{L}\p{N}_./@:-])([$€£]\s?)?(#)?v?(\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d+(?:\.\d+)*|(?:${NUMBER_WORD})(?=\s+\p{L}))(k|m|bn)?` +
    String.raw`(?:(\p{L}{1,12}|%)(?![\p{L}\p{N}_])|\s(%)|(?![\p{L}\p{N}_@/:]|[.-][\p{L}\p{N}]))`,
  'giu',
);
/** Characters around a number that may tell what it is of. */
const CONTEXT = 60;
const PHONE = /\+\d[\d ()-]{6,20}\d/g;
const WORDS_BEHIND = /^[\s-]+(\p{L}[\p{L}'-]*)(?:\s+(\p{L}[\p{L}'-]*))?/u;
const WORD_BEFORE = /(?<![\p{L}\p{N}.+#-])([\p{L}\p{N}.+#-]+)[\s:=]+$/u;

type Numeric = { value: NumberValue } | { name: NumberedName };

/** The numbers of a text with what they count or measure; those that only tell things apart are names. */
export function numbersOf(text: string): Found<Numeric>[] {
  const found: Found<Numeric>[] = [...text.matchAll(PHONE)].map(phoneNumber);
  const phones = found.length;
  for (const match of text.matchAll(NUMBER)) {
    const read = readNumber(match, text);
    const isTaken = found
      .slice(0, phones)
      .some(({ start, end }) => match.index >= start && match.index < end);
    if (read !== null && !isTaken) found.push(read);
  }
  return found;
}

function phoneNumber(match: RegExpExecArray): Found<Numeric> {
  const [text] = match;
  const amount = text.replace(/\D/g, '');
  const value = { text, amount, dimension: 'phone', counted: [], label: null };
  return { start: match.index, end: match.index + text.length, value: { value } };
}

function readNumber(match: RegExpExecArray, text: string): Found<Numeric> | null {
  const [whole, , hash, digits = '', , attached] = match;
  const start = match.index;
  const end = start + whole.length;
  const label = labelBefore(text.slice(Math.max(0, start - CONTEXT), start));
  if (hash !== undefined) {
    return { start, end, value: { name: { key: `#${digits}` } } };
  }
  if (attached !== undefined && unitOf(attached) === null) return null;
  const behind = WORDS_BEHIND.exec(text.slice(end, end + CONTEXT));
  return measured(match, behind, start) ?? counted(match, behind, label?.key ?? null);
}

function ownUnit([, money, , , , attached, percent]: RegExpExecArray): string | null {
  return money?.trim() ?? attached ?? percent ?? null;
}

/** "$20", "5GB", "30 days". */
function measured(
  match: RegExpExecArray,
  behind: RegExpExecArray | null,
  start: number,
): Found<Numeric> | null {
  const [whole, , , digits = '', scale] = match;
  const own = ownUnit(match);
  const unit = unitOf(own ?? behind?.[1] ?? '');
  if (unit === null) return null;
  const amount = (amountOf(digits, scale ?? null) ?? 0) * unit.factor;
  const text = own === null ? `${whole}${upToFirstWord(behind)}` : whole;
  const value = {
    amount: String(Number(amount.toPrecision(9))),
    dimension: unit.dimension,
    counted: [],
    label: null,
  };
  return { start, end: start + text.length, value: { value: { text: text.trim(), ...value } } };
}

/** "30 requests", of which the word is one of the text, "port 8080", "1.4.2". */
function counted(
  match: RegExpExecArray,
  behind: RegExpExecArray | null,
  label: string | null,
): Found<Numeric> | null {
  const [whole, , , digits = '', scale] = match;
  const amount = String(amountOf(digits, scale ?? null) ?? digits);
  const value = { text: whole.trim(), amount, dimension: null, counted: countedBehind(behind), label };
  return { start: match.index, end: match.index + whole.length, value: { value } };
}

function upToFirstWord(behind: RegExpExecArray | null): string {
  if (behind === null) return '';
  const [all, word = ''] = behind;
  return all.slice(0, all.indexOf(word) + word.length);
}

function labelBefore(text: string): { word: string; key: string } | null {
  const word =
    WORD_BEFORE.exec(text)?.[1]
      ?.replace(/^\P{L}+/u, '')
      .toLowerCase() ?? '';
  if (word === '' || STOP_WORDS.has(word) || PREPOSITIONS.has(word) || AUXILIARIES.has(word)) return null;
  const key = keyOf(word);
  return LIGHT_WORDS.has(key) || word.endsWith('ed') ? null : { word, key };
}

function countedBehind(behind: RegExpExecArray | null): string[] {
  const words: string[] = [];
  for (const word of [behind?.[1], behind?.[2]]) {
    const lower = word?.toLowerCase();
    if (lower === undefined || STOP_WORDS.has(lower) || PREPOSITIONS.has(lower)) break;
    words.push(keyOf(lower));
  }
  return words;
}
