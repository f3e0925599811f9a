import { mod97, passesLuhn, passesMod11Ten, weightedSum } from './checksums';
import type { Finding } from './finding';

/** Numbers that a state gives to a person: by their checksum, and by a word nearby where that is not enough. */

interface NationalId {
  /** In a text, with the separators that people write. */
  pattern: RegExp;
  /** Stands within some characters of the number; null if the form and the checksum are enough. */
  word: RegExp | null;
  /** @param id in upper case, without separators */
  isValid: (id: string) => boolean;
}

const DNI_LETTERS = 'TRWAGMYFPDXBNJZSQVHLCKE';
const HETU_CHARACTERS = '0123456789ABCDEFHJKLMNPRSTUVWXY';
/** Values of the characters at odd places of a codice fiscale, of 0 to 9 and of A to Z. */
const CODICE_ODD_DIGITS = [1, 0, 5, 7, 9, 13, 15, 17, 19, 21];
const CODICE_ODD_LETTERS = [
  1, 0, 5, 7, 9, 13, 15, 17, 19, 21, 2, 4, 18, 20, 11, 3, 6, 8, 12, 14, 16, 10, 22, 25, 24, 23,
];

const IDS: readonly NationalId[] = [
  // Germany: Steuer-ID; one digit stands there twice or three times
  {
    pattern: /(?<![\w.-])[1-9]\d ?\d{3} ?\d{3} ?\d{3}(?![\w-])/g,
    word: /steuer|id-?nr|identifikationsnummer|\btin\b|tax/i,
    isValid: (id) => passesMod11Ten(id) && [8, 9].includes(new Set(id.slice(0, 10)).size),
  },
  // Spain: DNI and NIE
  {
    pattern: /(?<![\w-])(?:\d{8}|[XYZ]-?\d{7})-?[A-Z](?![\w-])/gi,
    word: null,
    isValid: (id) =>
      DNI_LETTERS[
        Number(id.slice(0, -1).replace(/[XYZ]/, (letter) => String('XYZ'.indexOf(letter)))) % 23
      ] === id.at(-1),
  },
  // The Netherlands: BSN
  {
    pattern: /(?<![\w.-])\d{4}[. ]?\d{2}[. ]?\d{3}(?![\w-])/g,
    word: /\bbsn\b|burgerservice|sofi-?nummer/i,
    isValid: (id) => weightedSum(id, [9, 8, 7, 6, 5, 4, 3, 2, -1]) % 11 === 0,
  },
  // Italy: codice fiscale; letters stand for digits if two people would have the same
  {
    pattern:
      /(?<!\w)[A-Z]{6}[\dLMNPQRSTUV]{2}[A-EHLMPRST][\dLMNPQRSTUV]{2}[A-Z][\dLMNPQRSTUV]{3}[A-Z](?!\w)/gi,
    word: null,
    isValid: isCodiceFiscale,
  },
  // France: NIR with its key
  {
    pattern:
      /(?<![\w.-])[12] ?\d{2} ?(?:0[1-9]|1[0-2]|[2-9]\d) ?(?:\d{2}|2[AB]) ?\d{3} ?\d{3} ?\d{2}(?![\w-])/gi,
    word: null,
    isValid: (id) => {
      const number = id.slice(0, 13).replace('2A', '19').replace('2B', '18');
      return 97 - mod97(number) === Number(id.slice(13));
    },
  },
  // United Kingdom: National Insurance number, NHS number
  {
    pattern:
      /(?<!\w)(?!BG|GB|NK|KN|TN|NT|ZZ)[A-CEGHJ-PR-TW-Z][A-CEGHJ-NPR-TW-Z] ?\d{2} ?\d{2} ?\d{2} ?[A-D](?!\w)/gi,
    word: /\bnino\b|\bni (?:number|no)|national insurance/i,
    isValid: () => true,
  },
  {
    pattern: /(?<![\w.-])\d{3}[ -]?\d{3}[ -]?\d{4}(?![\w-])/g,
    word: /\bnhs\b/i,
    isValid: (id) => weightedSum(id, [10, 9, 8, 7, 6, 5, 4, 3, 2, 1]) % 11 === 0,
  },
  // United States: SSN; Canada: SIN
  {
    pattern: /(?<![\w.-])(?!000|666|9)\d{3}-(?!00)\d{2}-(?!0000)\d{4}(?![\w-])/g,
    word: null,
    isValid: () => true,
  },
  {
    pattern: /(?<![\w.-])(?!000|666|9)\d{3} ?(?!00)\d{2} ?(?!0000)\d{4}(?![\w-])/g,
    word: /\bssn\b|social security/i,
    isValid: () => true,
  },
  {
    pattern: /(?<![\w.-])\d{3}[ -]?\d{3}[ -]?\d{3}(?![\w-])/g,
    word: /\bsin\b|social insurance/i,
    isValid: passesLuhn,
  },
  // Switzerland: AHV number, an EAN
  {
    pattern: /(?<![\w.-])756\.?\d{4}\.?\d{4}\.?\d{2}(?![\w-])/g,
    word: null,
    isValid: (id) => weightedSum(id, [1, 3, 1, 3, 1, 3, 1, 3, 1, 3, 1, 3, 1]) % 10 === 0,
  },
  // Austria: Sozialversicherungsnummer
  {
    pattern: /(?<![\w.-])[1-9]\d{3} ?\d{6}(?![\w-])/g,
    word: /svnr|sv-?nummer|sozialversicherung|\bvsnr/i,
    isValid: (id) => weightedSum(id, [3, 7, 9, -1, 5, 8, 4, 2, 1, 6]) % 11 === 0,
  },
  // Belgium: Rijksregisternummer
  {
    pattern: /(?<![\w.-])\d{2}\.\d{2}\.\d{2}-\d{3}\.\d{2}(?![\w-])/g,
    word: null,
    isValid: (id) =>
      [id.slice(0, 9), `2${id.slice(0, 9)}`].some((number) => 97 - mod97(number) === Number(id.slice(9))),
  },
  // Poland: PESEL
  {
    pattern: /(?<![\w.-])\d{11}(?![\w-])/g,
    word: /\bpesel\b/i,
    isValid: (id) => weightedSum(id, [1, 3, 7, 9, 1, 3, 7, 9, 1, 3, 1]) % 10 === 0,
  },
  // Sweden: personnummer
  {
    pattern: /(?<![\w.-])(?:19|20)?\d{2}[01]\d[0-3]\d[-+]?\d{4}(?![\w-])/g,
    word: /person-?nummer|\bpnr\b|personal identity number/i,
    isValid: (id) => passesLuhn(id.slice(-10)),
  },
  // Finland: henkil\u00f6tunnus
  {
    pattern: /(?<![\w.-])[0-3]\d[01]\d{3}[-+A-FU-Y]\d{3}[\dA-Y](?![\w-])/gi,
    word: null,
    isValid: (id) => {
      const number = id.replace(/[-+]/, '').replace(/^(\d{6})[A-Z]/, '$1');
      return HETU_CHARACTERS[Number(number.slice(0, 9)) % 31] === number.at(-1);
    },
  },
  // Norway: f\u00f8dselsnummer
  {
    pattern: /(?<![\w.-])\d{6} ?\d{5}(?![\w-])/g,
    word: /f\u00f8dselsnummer|fodselsnummer|\bfnr\b/i,
    isValid: (id) =>
      weightedSum(id, [3, 7, 6, 1, 8, 9, 4, 5, 2, 1]) % 11 === 0 &&
      weightedSum(id, [5, 4, 3, 2, 7, 6, 5, 4, 3, 2, 1]) % 11 === 0,
  },
  // Brazil: CPF
  { pattern: /(?<![\w.-])\d{3}\.\d{3}\.\d{3}-\d{2}(?![\w-])/g, word: null, isValid: isCpf },
  { pattern: /(?<![\w.-])\d{11}(?![\w-])/g, word: /\bcpf\b/i, isValid: isCpf },
];

const BEFORE = 45;
const AFTER = 25;

/** The findings are in no order and may overlap. */
export function findNationalIds(text: string): Finding[] {
  return IDS.filter(({ word }) => word === null || word.test(text)).flatMap(({ pattern, word, isValid }) =>
    [...text.matchAll(pattern)]
      .filter(({ 0: written, index }) => {
        const end = index + written.length;
        const around = `${text.slice(Math.max(0, index - BEFORE), index)} ${text.slice(end, end + AFTER)}`;
        return (word?.test(around) ?? true) && isValid(written.replace(/[ .-]/g, '').toUpperCase());
      })
      .map(({ 0: { length }, index }) => ({ kind: 'national-id', start: index, end: index + length })),
  );
}

function isCodiceFiscale(id: string): boolean {
  let sum = 0;
  for (const [at, character] of [...id.slice(0, 15)].entries()) {
    const isDigit = /\d/.test(character);
    const value = isDigit ? Number(character) : character.charCodeAt(0) - 65;
    const odd = isDigit ? CODICE_ODD_DIGITS[value] : CODICE_ODD_LETTERS[value];
    sum += at % 2 === 0 ? (odd ?? 0) : value;
  }
  return String.fromCharCode(65 + (sum % 26)) === id[15];
}

function isCpf(id: string): boolean {
  const check = (length: number): number => {
    const weights = Array.from({ length }, (_, at) => length + 1 - at);
    return ((weightedSum(id, weights) * 10) % 11) % 10;
  };
  return new Set(id).size > 1 && check(9) === Number(id[9]) && check(10) === Number(id[10]);
}
