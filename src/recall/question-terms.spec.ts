import { questionTerms } from './question-terms';

function read(text: string, isQuestion?: boolean) {
  const { names, others, isTask } = questionTerms(text, 'english', isQuestion);
  return { names: names.map((group) => group.map((name) => name.text)), others, isTask };
}

describe('questionTerms', () => {
  it('separates names from the other terms', () => {
    expect(read('Which award did Anna Bell receive for the novel about Paris?')).toEqual({
      names: [['Anna Bell'], ['Paris']],
      others: ['award', 'receiv', 'novel'],
      isTask: false,
    });
  });

  it.each([
    'Who is the dentist, Anna Bell, Ben Holt or Cara Dunn?',
    'Who among Anna Bell, Ben Holt, and Cara Dunn is the dentist?',
    'Which dentist, Anna Bell/Ben Holt/Cara Dunn?',
  ])('takes names in a row for alternatives: %s', (question) => {
    expect(read(question)).toMatchObject({
      names: [['Anna Bell', 'Ben Holt', 'Cara Dunn']],
      others: ['dentist'],
    });
  });

  it('takes names with words in between for several', () => {
    expect(read('Which languages, besides English, that Anna Bell speaks are old?').names).toEqual([
      ['English'],
      ['Anna Bell'],
    ]);
  });

  it('takes the first word for no name by itself', () => {
    expect(read('Anna lives where?')).toMatchObject({ names: [], others: ['anna', 'live'] });
    expect(read('anna bell lives where?').names).toEqual([]);
  });

  it('leaves out the words of the asking', () => {
    expect(read('Tell me everything you know about Anna Bell').others).toEqual([]);
  });

  it('finds no names in what asks nothing, unless it is known to be a question', () => {
    expect(read('Anna Bell dentist')).toMatchObject({ names: [], others: ['anna', 'bell', 'dentist'] });
    expect(read('the dentist Anna Bell', true)).toMatchObject({
      names: [['Anna Bell']],
      others: ['dentist'],
    });
  });

  it('takes a long text that asks nothing for a task', () => {
    const words = 'add fix test build move rename parse read write merge copy print seal'.split(' ');
    expect(read(words.slice(0, 11).join(' ')).isTask).toBe(false);
    expect(read(words.join(' and ')).isTask).toBe(true);
    expect(read(`${words.join(' and ')}?`).isTask).toBe(false);
  });
});
