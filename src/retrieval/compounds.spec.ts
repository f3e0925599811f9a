import { isCompoundWith, partsOf } from './compounds';
import { tokenizerOf } from './tokens';

const german = tokenizerOf('german');
const term = (word: string): string => german.tokenize(word).terms[0] ?? '';

describe('isCompoundWith', () => {
  it.each([
    ['Passwort', 'Datenbankpasswort'],
    ['Passwörter', 'Datenbankpasswörter'],
    ['Datenbank', 'Datenbankpasswort'],
    ['Arbeit', 'Arbeitsvertrag'],
    ['Vertrag', 'Arbeitsvertrag'],
    ['Straße', 'Straßenbahn'],
    ['Kinder', 'Kindergarten'],
    ['Woche', 'Wochenplan'],
    ['Hund', 'Hundehütte'],
    ['Land', 'Landeshauptstadt'],
  ])('%s is a part of %s', (word, compound) => {
    expect(isCompoundWith(term(word), term(compound), german)).toBe(true);
  });

  it.each([
    ['Stand', 'Standard'],
    ['Vertrag', 'Vertrages'],
    ['nehmen', 'übernehmen'],
    ['stehen', 'verstehen'],
    ['Rat', 'Vorrat'],
  ])('%s is none of %s', (word, other) => {
    expect(isCompoundWith(term(word), term(other), german)).toBe(false);
  });

  it('knows no parts of labels, numbers and identifiers', () => {
    expect(isCompoundWith('vertrag', 'label arbeitsvertrag', german)).toBe(false);
    expect(isCompoundWith('vertrag', '2024vertrag', german)).toBe(false);
    expect(isCompoundWith('vertrag', 'max.muster@vertrag', german)).toBe(false);
  });
});

describe('partsOf', () => {
  const known = (...words: readonly string[]) => {
    const terms = new Set(words.map(term));
    return (each: string): boolean => terms.has(each);
  };

  it.each([
    ['arbeitsvertrag', ['Arbeit', 'Vertrag']],
    ['datenbankpassworter', ['Datenbank', 'Passwort']],
    ['strassenbahn', ['Straße', 'Bahn']],
    ['wochenplan', ['Woche', 'Plan']],
  ])('of %s are %j', (word, parts) => {
    expect(partsOf(word, german, known(...parts))).toEqual([parts.map(term)]);
  });

  it('are none where the store knows one of them only', () => {
    expect(partsOf('arbeitsvertrag', german, known('Vertrag'))).toEqual([]);
    expect(partsOf('arbeitsvertrag', german, known('Arbeit'))).toEqual([]);
  });

  it('are none of endless words', () => {
    expect(partsOf('vertrag'.repeat(9), german, () => true)).toEqual([]);
  });
});
