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

export function isAscii(text: string): boolean {
  return !NOT_ASCII.test(text);
}

/**
 * Lower case in Unicode form NFKC, without the accents of Latin, Greek and Cyrillic letters. In other scripts
 * marks carry meaning (vowels in Devanagari and Thai, voicing in kana) and stay.
 */
export function fold(text: string): string {
  const lower = text.toLowerCase();
  return isAscii(lower) ? lower : withoutAccents(unified(text).toLowerCase());
}

/** Unicode form NFKC with one kind of apostrophe, in the case that it has. */
export function unified(text: string): string {
  return text.normalize('NFKC').replace(APOSTROPHES, "'");
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
