import { asksForNumber, givesNumber } from './value-question';

describe('asksForNumber', () => {
  it.each([
    'How often are design reviews?',
    'how much is the rent',
    'When is the dentist appointment?',
    'Since when does she live there?',
    'What time is standup?',
    'Which Node version do we need?',
    "What's our upload limit?",
  ])('is true of a question for a number or a time: %s', (question) => {
    expect(asksForNumber(question)).toBe(true);
  });

  it.each([
    'Who leads Falcon?',
    'What happens when a build fails?',
    'How do I run the tests?',
    'Where is our office?',
  ])('is false of other questions: %s', (question) => {
    expect(asksForNumber(question)).toBe(false);
  });
});

describe('givesNumber', () => {
  it.each([
    'Rent went up to £1,350.',
    'Standup is on Mondays.',
    'The review is weekly from now on.',
    'She has three cats.',
    'Im Oktober ist geschlossen.',
  ])('finds digits, words for numbers and times: %s', (text) => {
    expect(givesNumber(text)).toBe(true);
  });

  it('finds none where there is none', () => {
    expect(givesNumber('Deepak handed over to Ingrid.')).toBe(false);
  });
});
