import { aFormerMemory, anAnswerMemory } from '../../test/support/answer-memories';
import type { Language } from '../common/languages';
import { isConfirmed } from './answer-facts';

const memories = [
  anAnswerMemory('The lease of the Harbour Office ends on 2026-09-30 and costs 1,200 euros for two rooms.'),
  aFormerMemory('Ida Berg signed it on 3 March 2024.', '2026-05-20'),
];
const confirms = (statement: string, language: Language = 'english') =>
  isConfirmed(statement, memories, { language });

describe('a statement', () => {
  it.each([
    ['that repeats names and numbers', 'The Harbour Office costs 1,200 euros.'],
    ['with a number in another form', 'It costs 1200 euros for 2 rooms.'],
    ['with a date in another form', 'It ends on September 30, 2026.'],
    ['with a date in short form', 'It was signed on 2024-03-03 by Ida Berg.'],
    ['with the day of the memory', 'Since 1 May 2026 the lease is known.'],
    ['with the day until which it held', 'Until 2026-05-20 that was so.'],
    ['with the day of the week of a date', 'The lease ends on a Wednesday.'],
    ['with a part of a name', 'It was signed by Berg.'],
    ['with the verb may', 'It may cost euros.'],
    ['without names and numbers', 'However, the office is rented.'],
    ['that begins with a word that is no name', 'Currently the Harbour Office is rented.'],
  ])('%s is confirmed', (_, statement) => {
    expect(confirms(statement)).toBe(true);
  });

  it.each([
    ['another number', 'The Harbour Office costs 1,300 euros.'],
    ['a number that is only a part of a date', 'It costs 9 euros.'],
    ['another year', 'It ends on September 30, 2027.'],
    ['another month', 'It ends on 30 October 2026.'],
    ['another day of the week', 'The lease ends on a Monday.'],
    ['another name', 'The lease was signed by Olli Salo.'],
    ['another first name', 'It was signed by Vera Berg.'],
    ['a name in the middle', 'The lease of the Castle Office ends.'],
  ])('with %s is not confirmed', (_, statement) => {
    expect(confirms(statement)).toBe(false);
  });

  it('names months in the language of the service', () => {
    expect(confirms('Der Vertrag endet am 30. September 2026.', 'german')).toBe(true);
    expect(confirms('Der Vertrag endet am 30. Oktober 2026.', 'german')).toBe(false);
  });

  it('may have names that are known otherwise', () => {
    const known = { language: 'english', known: 'What does Olli Salo rent?' } as const;
    expect(isConfirmed('The memories do not say what Olli Salo rents.', [], known)).toBe(true);
  });
});
