import { passesLuhn, passesMod97 } from './checksums';
import type { Finding } from './finding';
import { findNationalIds } from './national-ids';
import { findPhoneNumbers } from './phone-numbers';

/** Finds personal data by their form, and by their checksums where they have some. */

const EMAIL =
  /(?<![\p{L}\d._%+/-])[\p{L}\d][\p{L}\d._%+'-]{0,63}@(?:[\p{L}\d](?:[\p{L}\d-]{0,62})\.){1,6}\p{L}[\p{L}\d-]{1,23}(?![\p{L}\d@]|:[\w/~])/gu;
/** Names of files and hosts that have the form of an address. */
const NO_MAIL_DOMAIN =
  /\.(?:png|jpe?g|gif|webp|svg|ico|css|m?js|tsx?|json|html?|md|py|rb|go|php|ya?ml|txt|internal|local|localhost|localdomain|lan|svc|git)$/i;
/** The beginning of an address with a user in it. */
const IN_URL = /\b[a-z][a-z0-9+.-]{1,20}:\/\/[^\s/?#]{0,200}$/i;

/** A lookahead, since a number before a card's would take its digits. */
const DIGITS = /(?<![\w.+-])(?=([2-6]\d(?:[ -]?\d){11,17}))/g;
/** First digits and lengths of Visa, Mastercard, American Express, Discover, JCB and Diners Club. */
const CARD_NETWORK =
  /^(?:4(?:\d{12}|\d{15}|\d{18})|(?:5[1-5]|2[2-7])\d{14}|3[47]\d{13}|6(?:011|4[4-9]\d|5\d\d)\d{12}|35\d{14}|3[068]\d{12})$/;

const IBAN_START = /(?<![\p{L}\d])[a-z]{2}\d{2}(?=[ -]?[a-z\d]{4})/giu;
/** Characters with spaces between them. */
const MOST_IBAN = 50;
/** https://www.swift.com/standards/data-standards/iban: characters of each country. */
const IBAN_LENGTHS: Readonly<Record<string, number>> = Object.fromEntries(
  (
    'NO15 BE16 DK18 FI18 FO18 GL18 NL18 SD18 MK19 SI19 AT20 BA20 EE20 KZ20 LT20 LU20 XK20 CH21 HR21 LI21 LV21 BG22 BH22 ' +
    'CR22 DE22 GB22 GE22 IE22 ME22 RS22 VA22 AE23 GI23 IL23 IQ23 OM23 TL23 AD24 CZ24 ES24 MD24 PK24 RO24 SA24 SE24 SK24 ' +
    'TN24 VG24 LY25 PT25 ST25 IS26 TR26 BI27 DJ27 FR27 GR27 IT27 MC27 MR27 SM27 AL28 AZ28 BY28 CY28 DO28 GT28 HU28 LB28 ' +
    'NI28 PL28 SV28 BR29 EG29 PS29 QA29 UA29 JO30 KW30 MU30 YE30 MT31 SC31 LC32 RU33'
  )
    .split(' ')
    .map((each) => [each.slice(0, 2), Number(each.slice(2))]),
);

/** The findings are in no order and may overlap. */
export function findPersonal(text: string): Finding[] {
  return [
    ...findEmails(text),
    ...findPhoneNumbers(text),
    ...findIbans(text),
    ...findCards(text),
    ...findNationalIds(text),
  ];
}

function findEmails(text: string): Finding[] {
  if (!text.includes('@')) return [];
  return [...text.matchAll(EMAIL)]
    .filter(({ 0: address, index }) => {
      const before = text.slice(Math.max(0, index - 250), index);
      return !NO_MAIL_DOMAIN.test(address) && !IN_URL.test(before);
    })
    .map(({ 0: { length }, index }) => ({ kind: 'email', start: index, end: index + length }));
}

function findIbans(text: string): Finding[] {
  return [...text.matchAll(IBAN_START)].flatMap(({ 0: first, index }) => {
    const length = IBAN_LENGTHS[first.slice(0, 2).toUpperCase()] ?? 0;
    const written = firstCharacters(text.slice(index, index + MOST_IBAN), length);
    const isWhole = written !== '' && !/^[\p{L}\d]/u.test(text.slice(index + written.length));
    const isValid = isWhole && passesMod97(written.replace(/[ -]/g, '').toUpperCase());
    return isValid ? [{ kind: 'iban', start: index, end: index + written.length }] : [];
  });
}

/** The first `count` letters and digits, with single spaces or hyphens between them; empty if there are fewer. */
function firstCharacters(text: string, count: number): string {
  const [run = ''] = /^[a-z\d](?:[ -]?[a-z\d])*/i.exec(text) ?? [];
  const places = [...run.matchAll(/[a-z\d]/gi)].map(({ index }) => index);
  const last = places[count - 1];
  return last === undefined ? '' : run.slice(0, last + 1);
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
