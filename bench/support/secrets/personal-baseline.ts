import { findPhoneNumbersInText } from 'libphonenumber-js';
import validator from 'validator';
import type { Detector } from './detectors';
import type { Span } from './labelled-texts';

/** An IBAN in groups of four. */
const MOST_WORDS = 10;
const TAX_LOCALES = [
  'de-DE',
  'es-ES',
  'it-IT',
  'nl-NL',
  'fr-FR',
  'pl-PL',
  'sv-SE',
  'fi-FI',
  'pt-BR',
  'fr-BE',
];

/** What libphonenumber finds, with Germany for numbers without a country, and each run of words that validator takes. */
export const VALIDATOR: Detector = {
  name: 'validator',
  find: (texts) => Promise.resolve(texts.map((text) => [...phones(text), ...validRuns(text)])),
};

function phones(text: string): Span[] {
  return findPhoneNumbersInText(text, 'DE').map(({ startsAt, endsAt }) => ({
    start: startsAt,
    end: endsAt,
  }));
}

function validRuns(text: string): Span[] {
  const words = [...text.matchAll(/[^\s"'<>(){},;=]+/g)].map(({ 0: word, index }) => {
    const trimmed = word.replace(/[.:!?]+$/, '');
    return { start: index, end: index + trimmed.length };
  });
  return words.flatMap(({ start }, at) =>
    words
      .slice(at, at + MOST_WORDS)
      .filter(({ end }) => isPersonal(text.slice(start, end)))
      .map(({ end }) => ({ start, end })),
  );
}

function isPersonal(text: string): boolean {
  return (
    validator.isEmail(text) ||
    validator.isIBAN(text) ||
    validator.isCreditCard(text) ||
    TAX_LOCALES.some((locale) => validator.isTaxID(text, locale))
  );
}
