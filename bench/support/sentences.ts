import { randomInteger, zipfPicker, type Random } from './random';
import { ADJECTIVES, FIRST_NAMES, MONTHS, NOUNS, PLACES, VERBS } from './words';

const SURNAMES = 4_000;
const QUERY_WORDS = { min: 4, max: 8 } as const;

/**
 * Makes memories of about 150 characters. Each list of words is drawn from by Zipf's law, and a few thousand
 * made-up surnames are the long tail that names give a real collection.
 */
export function sentenceMaker(random: Random): () => string {
  const [noun, verb, adjective] = [NOUNS, VERBS, ADJECTIVES].map((list) => zipfPicker(list, random)) as [
    () => string,
    () => string,
    () => string,
  ];
  const [first, place] = [zipfPicker(FIRST_NAMES, random), zipfPicker(PLACES, random)];
  const surname = zipfPicker(surnames(random), random);
  const date = (): string => `${randomInteger(random, 1, 28)} ${MONTHS[randomInteger(random, 0, 11)]}`;
  const person = (): string => `${first()} ${surname()}`;
  const thing = (): string => `${adjective()} ${noun()}`;
  const templates: readonly (() => string)[] = [
    () =>
      `${person()} ${verb()} the ${thing()} in ${place()} on ${date()}, because the ${noun()} for the ${thing()} was not ready and ${first()} asked for a ${noun()}.`,
    () =>
      `On ${date()} ${person()} said that the ${thing()} is more important than the ${noun()}, and that ${person()} ${verb()} it with the ${noun()} from ${place()}.`,
    () =>
      `The ${thing()} of ${person()} must be in ${place()} by ${date()}; until then nobody touches the ${noun()} or the ${thing()} that ${first()} ${verb()}.`,
    () =>
      `${person()} prefers a ${thing()} over a ${thing()} when there is a ${noun()} in ${place()}, and ${verb()} one for the ${noun()} on ${date()}.`,
  ];
  return () => (templates[randomInteger(random, 0, templates.length - 1)] ?? person)();
}

function surnames(random: Random): string[] {
  const starts = ['Bra', 'Ke', 'Lo', 'Mar', 'Ni', 'Os', 'Per', 'Ro', 'Sta', 'Tem', 'Vel', 'Wi', 'Han', 'Gru'];
  const middles = ['de', 'li', 'man', 'no', 'ra', 'sse', 'ti', 'vo', 'ko', 'be', 'ni', 'lo'];
  const ends = ['berg', 'ner', 'sen', 'ski', 'ton', 'ova', 'etti', 'ez', 'mann', 'ard', 'ini', 'sson'];
  const pick = (list: readonly string[]): string => list[randomInteger(random, 0, list.length - 1)] ?? '';
  return Array.from({ length: SURNAMES }, () => pick(starts) + pick(middles) + pick(middles) + pick(ends));
}

/** Four to eight words in a row out of a sentence, which that sentence therefore matches. */
export function queryFrom(sentence: string, random: Random): string {
  const words = sentence.replace(/[.,;]/g, '').split(' ');
  const length = Math.min(words.length, randomInteger(random, QUERY_WORDS.min, QUERY_WORDS.max));
  const start = randomInteger(random, 0, words.length - length);
  return words.slice(start, start + length).join(' ');
}
