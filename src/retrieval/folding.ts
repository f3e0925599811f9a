/** Whether the UTF-16 unit at a place of a text belongs to a run; false behind the end of the text. */
export type InRun = (text: string, at: number) => boolean;

/** The text with its runs of more than `longest` UTF-16 units cut to that length. Takes linear time. */
function cutLongRuns(text: string, longest: number, inRun: InRun): string {
  let kept = '';
  let from = 0;
  // A run that is too long covers one of these places, which are not further apart than `longest`.
  for (let at = longest; at < text.length; at += longest) {
    if (!inRun(text, at)) continue;
    let start = at;
    while (start > from && inRun(text, start - 1)) start--;
    let end = at + 1;
    while (inRun(text, end)) end++;
    if (end - start <= longest) continue;
    kept += text.slice(from, start + longest);
    from = at = end;
  }
  return from === 0 ? text : kept + text.slice(from);
}

/** A longer run of letters, digits and the signs of base64 is encoded data; its first characters are indexed. */
const LONGEST_RUN = 256;

/** By ASCII code: whether it is a letter, a digit or one of `+/=_-`. */
const SIGNS = Array.from({ length: 128 }, (_, code) => /[A-Za-z0-9+/=_-]/.test(String.fromCharCode(code)));

/** The text with its runs of encoded data cut, so that each gives an index a bounded number of terms. */
export function withoutEncodedData(text: string): string {
  return cutLongRuns(text, LONGEST_RUN, isSign);
}

function isSign(text: string, at: number): boolean {
  return SIGNS[text.charCodeAt(at)] === true;
}

const NOT_ASCII = /[^\0-\x7f]/;
const APOSTROPHES = /[\u2019\u02BC]/g;
const MARKED = /([\p{Script=Latin}\p{Script=Greek}])\p{M}+/gu;

/** Stress in Cyrillic, and the dots of ё. Other marks make letters of their own: й is not и. */
const CYRILLIC_STRESS = /(\p{Script=Cyrillic})[\u0300\u0301]+/gu;
const CYRILLIC_YO = /е\u0308/g;

/** Latin letters whose stroke or ligature Unicode does not take for a mark. */
const UNMARKED: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ı: 'i',
};
const STROKED = /[ßæœøłđı]/g;

/** Marks of one letter (UAX #15, Stream-Safe Text Format): sorting more takes more than linear time. */
const MOST_MARKS = 30;
const MARK = /^\p{M}/u;
const FIRST_MARK = 0x0300;
/** The upper bits of the second half of a character that takes two UTF-16 units. */
const LOW_SURROGATE = 0xdc00 >> 10;

/** NFKC writes a character as up to 18. In texts of people the whole grows by less than this. */
const MOST_GROWTH = 1.25;
/** In UTF-16 units. Short texts may grow more. */
const FREE_GROWTH = 1_000;

export function isAscii(text: string): boolean {
  return !NOT_ASCII.test(text);
}

/** Lower case in NFKC, without the accents of Latin, Greek and Cyrillic letters; in other scripts marks carry meaning. */
export function fold(text: string): string {
  const lower = text.toLowerCase();
  return isAscii(lower) ? lower : withoutAccents(unified(text).toLowerCase());
}

/** NFKC with one kind of apostrophe, in the original case. Text beyond MOST_GROWTH is left out. */
export function unified(text: string): string {
  const most = text.length * MOST_GROWTH + FREE_GROWTH;
  const orderly = cutLongRuns(text, MOST_MARKS, isMark);
  return orderly.normalize('NFKC').slice(0, most).replace(APOSTROPHES, "'");
}

function isMark(text: string, at: number): boolean {
  if (!(text.charCodeAt(at) >= FIRST_MARK)) return false;
  const isSecondHalf = text.charCodeAt(at) >> 10 === LOW_SURROGATE && at > 0;
  return MARK.test(text.slice(isSecondHalf ? at - 1 : at, at + 2));
}

function withoutAccents(lower: string): string {
  return lower
    .normalize('NFD')
    .replace(MARKED, '$1')
    .replace(CYRILLIC_STRESS, '$1')
    .replace(CYRILLIC_YO, 'е')
    .replace(STROKED, (letter) => UNMARKED[letter] ?? letter)
    .normalize('NFC');
}
