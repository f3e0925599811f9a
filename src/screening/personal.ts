import type { Finding } from './finding';

/** Finds personal data by their form, and by their checksums where they have some. */

/** A lookahead, since a number before a card's would take its digits. */
const DIGITS = /(?<![\w.+-])(?=([2-6]\d(?:[ -]?\d){11,17}))/g;
/** First digits and lengths of Visa, Mastercard, American Express, Discover, JCB and Diners Club. */
const CARD_NETWORK =
  /^(?:4(?:\d{12}|\d{15}|\d{18})|(?:5[1-5]|2[2-7])\d{14}|3[47]\d{13}|6(?:011|4[4-9]\d|5\d\d)\d{12}|35\d{14}|3[068]\d{12})$/;

/** In no order; they may overlap. */
export function findPersonal(text: string): Finding[] {
  return findCards(text);
}

/** Payment cards. */
export function findCards(text: string): Finding[] {
  return [...text.matchAll(DIGITS)].flatMap(({ index }) => cardAt(index, text.slice(index, index + 40)));
}

/** The card number that a text begins with; other digits, such as a date, may follow it. */
function cardAt(start: number, text: string): Finding[] {
  for (const { index } of text.matchAll(/(?<=\d)(?![\w-]|\.\d)/g)) {
    const written = text.slice(0, index);
    if (/^[\d -]*$/.test(written) && isCard(written.replace(/[ -]/g, '')))
      return [{ kind: 'card', start, end: start + index }];
  }
  return [];
}

function isCard(digits: string): boolean {
  return CARD_NETWORK.test(digits) && passesLuhn(digits);
}

/** https://www.iso.org/standard/70484.html (ISO/IEC 7812-1), annex B. */
function passesLuhn(digits: string): boolean {
  let sum = 0;
  for (let i = 0; i < digits.length; i++) {
    const digit = Number(digits[digits.length - 1 - i]);
    const weighed = i % 2 === 0 ? digit : digit * 2;
    sum += weighed > 9 ? weighed - 9 : weighed;
  }
  return sum % 10 === 0;
}
