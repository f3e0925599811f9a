import { SeededRandom } from './seeded-random';

/** Letters of scripts, as ranges of code points. */
const SCRIPTS: Readonly<Record<string, readonly [number, number]>> = {
  Han: [0x4e00, 0x9fa5],
  'rare Han': [0x20000, 0x2a6d6],
  Hiragana: [0x3041, 0x3096],
  Katakana: [0x30a1, 0x30fa],
  Thai: [0x0e01, 0x0e2e],
  Lao: [0x0e81, 0x0eae],
  Khmer: [0x1780, 0x17b3],
  Myanmar: [0x1000, 0x1020],
  Tibetan: [0x0f40, 0x0f6c],
  Hangul: [0xac00, 0xd7a3],
  Cyrillic: [0x0430, 0x044f],
  Greek: [0x03b1, 0x03c9],
  Arabic: [0x0627, 0x064a],
  Hebrew: [0x05d0, 0x05ea],
  Devanagari: [0x0905, 0x0939],
  'all of the plane': [0x0020, 0xd7ff],
};

/** What is repeated without end: letters, words, digits, punctuation, marks, and characters that unfold. */
const REPEATED = [
  ...'aA中あก\u0430ё1 ﬁ㌀\u0301\u094d\u200d\ud800\0\ufdfa',
  ...'我喜欢咖啡|ฉันรักกาแฟ|中a|aA|camelCase|ing|👩‍👩‍👧'.split('|'),
  ..."1.|a:|a@|a_|a-|a'|v1.1|2023-05-0|8th of may ".split('|'),
  ...'e\u0301\u0323|ก\u0e31\u0e48|\u0301\u0323|\u{1d165}\u{1d16d}'.split('|'),
];

/** Texts that are slow to cut into words, by what they are; each of so many UTF-16 units. */
export function hostileTexts(length: number): Record<string, string> {
  const texts: Record<string, string> = {
    base64: dataOf(length).toString('base64').slice(0, length),
    'base64 in lines': lines(dataOf(length).toString('base64'), 76).slice(0, length),
    'a word, then a mark without end': `a${'\u0301\u0323'.repeat(length)}`.slice(0, length),
    hex: dataOf(length).toString('hex').slice(0, length),
  };
  for (const [name, range] of Object.entries(SCRIPTS)) {
    texts[`letters of ${name}`] = lettersOf(range, length, 1);
    texts[`words of ${name}`] = lines(lettersOf(range, length, 2), 7).slice(0, length);
  }
  for (const part of REPEATED) {
    texts[JSON.stringify(part)] = part.repeat(Math.ceil(length / part.length)).slice(0, length);
  }
  return texts;
}

function lettersOf([first, last]: readonly [number, number], length: number, seed: number): string {
  const random = new SeededRandom(seed);
  const letters = Array.from({ length }, () => String.fromCodePoint(first + random.below(last - first + 1)));
  return letters.join('').slice(0, length);
}

function dataOf(length: number): Buffer {
  const random = new SeededRandom(3);
  return Buffer.from(Array.from({ length }, () => random.below(256)));
}

function lines(text: string, length: number): string {
  return text.replace(new RegExp(`.{${length}}`, 'gsu'), '$&\n');
}
