import { anAnswerMemory } from '../../test/support/answer-memories';
import { isChange } from './answer-change';
import { questionTerms } from './question-terms';

function changes(text: string, older: string, newer: string, fields: object = {}): boolean {
  const question = questionTerms(text, 'english', true);
  const memory = (content: string, day: string) => ({ ...anAnswerMemory(content, { day }), ...fields });
  return isChange(question, memory(older, '2026-01-01'), memory(newer, '2026-05-01'));
}

describe('a newer memory', () => {
  it.each([
    [
      'another value',
      'Where does Ida Berg live?',
      'Ida Berg lives in Turku.',
      'Ida Berg now lives in Vaasa.',
    ],
    ['another number', 'How many seats are there?', 'The van has six seats.', 'The van has eight seats.'],
    [
      'another person, who is asked for',
      'Who leads the Falcon project?',
      'Ida Berg leads the Falcon project.',
      'Olli Salo leads the Falcon project.',
    ],
  ])('says what holds instead: %s', (_, question, older, newer) => {
    expect(changes(question, older, newer)).toBe(true);
  });

  it.each([
    ['somebody else', 'Where does Ida Berg live?', 'Olli Salo lives in Turku.', 'Ida Berg lives in Vaasa.'],
    [
      'two others',
      'Which school did Ida Berg visit?',
      'Olli Salo visited a school in Turku.',
      'Mia Lund visited a school in Vaasa.',
    ],
    [
      'something else about them',
      'Which choir does Ida Berg conduct?',
      'Ida Berg is a trained singer and conducts.',
      'Ida Berg conducts the harbour choir on Mondays.',
    ],
  ])('says nothing of what is about %s', (_, question, older, newer) => {
    expect(changes(question, older, newer)).toBe(false);
  });

  it.each([
    ['in another scope', { scope: 'user:ben' }, {}],
    ['of another agent', {}, { namespace: 'service_agent_team' }],
  ])('says nothing of what is said %s', (_, fields, place) => {
    const text = 'Where does the user live?';
    const question = questionTerms(text, 'english', true);
    const older = anAnswerMemory('The user lives in Oslo.', { day: '2026-01-01' });
    const newer = {
      ...anAnswerMemory('The user lives in Turin.', { day: '2026-05-01', ...fields }),
      ...place,
    };
    expect(isChange(question, older, newer)).toBe(false);
  });

  it('adds to what somebody does with several things, unless it says otherwise', () => {
    const question = 'What does Ida Berg play?';
    expect(changes(question, 'Ida Berg plays the cello.', 'Ida Berg plays the organ.')).toBe(false);
    expect(changes(question, 'Ida Berg plays the cello.', 'Ida Berg now plays the organ instead.')).toBe(
      true,
    );
  });

  it('says nothing of what shares only the words of a question', () => {
    const older = 'User dislikes phone calls and prefers messages.';
    expect(changes('Which phone does the user have?', older, 'User has an Android phone.')).toBe(false);
  });

  it('says nothing of turns of a conversation', () => {
    const turns = ['User: The van has six seats.', 'User: The van has eight seats.'] as const;
    expect(changes('How many seats does the van have?', ...turns, { inThread: true })).toBe(false);
  });
});
