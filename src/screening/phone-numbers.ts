import type { Finding } from './finding';

/** Telephone numbers: international ones, and those that people write in Germany and North America. */

/** Digits with what stands between them; the longest part that is a number is looked for in it. */
const CANDIDATE = /(?<![\w.,+#/-])(?:\+ ?)?\(?\d(?:(?: ?[/-] ?|[ \u00a0.])?\(?\d\)?){5,20}(?!\w)/g;
/** https://www.itu.int/pub/T-SP-E.164D: country codes by their first digits. */
const COUNTRY_CODE =
  /^(?:1|7|2[07]|3[0-469]|4[013-9]|5[1-8]|6[0-6]|8[1246]|9[0-58]|2[1-689]\d|3[578]\d|42\d|5[09]\d|6[789]\d|8[058]\d|9[679]\d)/;
const NORTH_AMERICAN = /^(?:\+?1[-. ])?(?:\([2-9]\d\d\) ?|[2-9]\d\d[-.])[2-9]\d\d[-.]\d{4}$/;
const GERMAN_MOBILE = /^\(?01(?:5\d|6[023]|7\d)\)?[ /-]{0,3}\d(?:[ -]?\d){6,7}$/;
/** Areas of the largest German cities. */
const GERMAN_CITY =
  /^0(?:30|40|69|89|201|203|211|221|228|231|234|241|251|261|271|341|345|351|361|371|381|385|391|421|431|441|451|511|521|531|541|551|561|611|621|631|641|651|661|681|711|721|731|751|761|791|821|831|841|851|861|871|911|921|931|941|951|981)/;
/** Says that a number to call stands nearby. */
const PHONE_WORD =
  /phone|\btel|fon\b|\bcall|mobil|\bcell|handy|\bfax|\bsms|whatsapp|signal|\bring\b|\bdial|\btext (?:me|us|her|him)|ruf|nummer ist|kontakt|contact|durchwahl|erreich|hotline|num\u00e9ro|tel\u00e9fono|reach/i;
/** Says that another number stands there. */
const OTHER_NUMBER =
  /(?:order|invoice|ticket|isbn|issn|\bean|imei|\bids?|version|build|tracking|konto|account|blz|customer|kunden?|vorgang|serial|\bsku|patent|iban|steuer|bestell|rechnung|aktenzeichen|lat|lon|range|rows|pages?)\S{0,12}[\s:#]{0,3}$/i;
const BEFORE = 40;
const AFTER = 20;

export function findPhoneNumbers(text: string): Finding[] {
  return [...text.matchAll(CANDIDATE)].flatMap(({ 0: written, index }) => {
    const before = text.slice(Math.max(0, index - BEFORE), index);
    const end = index + written.length;
    const hasWord = PHONE_WORD.test(before) || PHONE_WORD.test(text.slice(end, end + AFTER));
    if (OTHER_NUMBER.test(before) && !written.startsWith('+')) return [];
    const length = numberLength(written, hasWord);
    return length === 0 ? [] : [{ kind: 'phone', start: index, end: index + length }];
  });
}

/** The length of the longest part that is a number and ends where digits end; 0 if there is none. */
function numberLength(written: string, hasWord: boolean): number {
  const ends = [...written.matchAll(/(?<=[\d)])(?!\d|\))/g)].map(({ index }) => index).reverse();
  return ends.find((end) => isNumber(written.slice(0, end), hasWord)) ?? 0;
}

function isNumber(written: string, hasWord: boolean): boolean {
  const digits = written.replace(/\D/g, '');
  if (written.startsWith('+')) return isInternational(digits);
  if (NORTH_AMERICAN.test(written) || GERMAN_MOBILE.test(written)) return true;
  if (/^00[1-9]/.test(digits)) return isInternational(digits.slice(2)) && digits.length >= 11;
  if (/^\(?0[1-9]/.test(written)) return isGerman(written, digits, hasWord);
  return hasWord && /^1?[2-9]\d\d[2-9]\d{6}$/.test(digits) && !/[/]/.test(written);
}

/** https://www.itu.int/rec/T-REC-E.164: up to 15 digits with the country code. */
function isInternational(digits: string): boolean {
  return digits.length >= 8 && digits.length <= 15 && COUNTRY_CODE.test(digits);
}

/** With an area code that is set off, which dates and order numbers seldom have. */
function isGerman(written: string, digits: string, hasWord: boolean): boolean {
  const isSetOff = /^\(0\d{1,4}\)|^0\d{1,4}(?: ?[/-] ?| )\d/.test(written);
  if (!isSetOff || /\d\.\d/.test(written) || digits.length > 13) return false;
  return hasWord ? digits.length >= 7 : digits.length >= 9 && GERMAN_CITY.test(digits);
}
