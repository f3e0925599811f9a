import { fold } from '../../retrieval/folding';

let names: ReadonlySet<string> | null = null;

/** A country and a town in it can both be where somebody lives. */
export function isCountry(name: string): boolean {
  names ??= countryNames();
  return names.has(fold(name));
}

/** Of the ICU data of the runtime, which has a name for each code of ISO 3166. */
function countryNames(): ReadonlySet<string> {
  const display = new Intl.DisplayNames(['en'], { type: 'region', fallback: 'none' });
  const letters = Array.from('ABCDEFGHIJKLMNOPQRSTUVWXYZ');
  const codes = letters.flatMap((first) => letters.map((second) => `${first}${second}`));
  const spoken = [
    'usa',
    'us',
    'uk',
    'england',
    'scotland',
    'wales',
    'america',
    'the netherlands',
    'europe',
    'asia',
    'eu',
  ];
  return new Set([...codes.flatMap((code) => display.of(code) ?? []).map((name) => fold(name)), ...spoken]);
}
