/** English words for the people and pets of somebody's life, by the pronouns that stand for one of them. */
const FEMALE =
  'wife girlfriend fiancée mother mom mum mommy sister daughter aunt niece grandmother grandma granddaughter stepmother stepdaughter';
const MALE =
  'husband boyfriend fiancé father dad daddy brother son uncle nephew grandfather grandpa grandson stepfather stepson';
const EITHER =
  'partner spouse fiance fiancee parent sibling kid child baby cousin grandchild grandparent boss manager lead colleague coworker ' +
  'co-worker teammate mentor assistant cofounder co-founder friend roommate flatmate neighbour neighbor landlord doctor ' +
  'therapist accountant lawyer teacher dentist trainer';
const PETS = 'dog cat pet puppy kitten rabbit parrot horse hamster tortoise budgie';
const IRREGULAR_PLURALS: Readonly<Record<string, string>> = {
  children: 'child',
  wives: 'wife',
  puppies: 'puppy',
  babies: 'baby',
  grandchildren: 'grandchild',
};

/** The pronouns in the nominative that may stand for something: `they` for several. */
export type Pronoun = 'he' | 'she' | 'it' | 'they';

const PRONOUNS = new Map<string, readonly Pronoun[]>([
  ...FEMALE.split(' ').map((word) => [word, ['she']] as const),
  ...MALE.split(' ').map((word) => [word, ['he']] as const),
  ...EITHER.split(' ').map((word) => [word, ['he', 'she']] as const),
  ...PETS.split(' ').map((word) => [word, ['he', 'she', 'it']] as const),
]);

/** The pronouns for a word such as `sister`, `twins` or `dog`; null for a word that names no person or animal. */
export function pronounsOf(word: string): readonly Pronoun[] | null {
  const key = word.toLowerCase();
  const known = PRONOUNS.get(key);
  if (known !== undefined) return known;
  if (key === 'twins' || Object.hasOwn(IRREGULAR_PLURALS, key)) return ['they'];
  return key.endsWith('s') && PRONOUNS.has(key.slice(0, -1)) ? ['they'] : null;
}
