import { foundByQuestions, questionsIn, questionTerms } from './question-terms';

function read(text: string, isQuestion?: boolean) {
  const { names, others, isQuestion: asks } = questionTerms(text, 'english', isQuestion);
  return { names: names.map((group) => group.map((name) => name.text)), others, asks };
}

describe('questionTerms', () => {
  it('separates names from the other terms', () => {
    expect(read('Which award did Anna Bell receive for the novel about Paris?')).toEqual({
      names: [['Anna Bell'], ['Paris']],
      others: ['award', 'receiv', 'novel'],
      asks: true,
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

  it('knows a question by its form, whatever its length', () => {
    const words = 'add fix test build move rename parse read write merge copy print seal'.split(' ');
    expect(read(words.slice(0, 11).join(' ')).asks).toBe(false);
    expect(read(words.join(' and ')).asks).toBe(false);
    expect(read(`${words.join(' and ')}?`).asks).toBe(true);
  });
});

const STORY =
  'I spent the whole morning on the new billing screens with the design team, and the tests of the importer are slow.';

describe('questionsIn', () => {
  it('gives the questions of a long message, the last one first', () => {
    const text = `${STORY} Who runs the payments team? Please be short. And “when do we deploy?” Thanks a lot.`;
    expect(questionsIn(text, 'english')).toEqual(['And “when do we deploy?”', 'Who runs the payments team?']);
  });

  it.each([
    ['a text that asks nothing', STORY],
    ['one question', `Who runs the payments team that ${STORY.toLowerCase().replace('.', '?')}`],
    ['a short message', 'Thanks. Who runs the payments team?'],
  ])('gives none of %s', (_, text) => {
    expect(questionsIn(text, 'english')).toEqual([]);
  });

  it('gives three at most', () => {
    const text = `${STORY} One more? Two more? Three more? Four more?`;
    expect(questionsIn(text, 'english')).toEqual(['Four more?', 'Three more?', 'Two more?']);
  });

  it('knows the question marks of other scripts', () => {
    expect(questionsIn(`${STORY} 誰が払いますか？ ${STORY}`, 'english')).toEqual(['誰が払いますか？']);
  });
});

describe('foundByQuestions', () => {
  const text = `${STORY} Who runs the payments team? When do we deploy?`;
  const asked: string[] = [];
  const finding = (right: string, isUnsure = false) => {
    asked.length = 0;
    const find = (query: string): Promise<string | null> => {
      asked.push(query);
      return Promise.resolve(query === right ? query : query === text && isUnsure ? 'unsure' : null);
    };
    return foundByQuestions(text, 'english', find, {
      isSure: (found) => found !== null && found !== 'unsure',
      isFound: (found) => found !== null,
      searched: () => [],
    });
  };

  it('asks the whole text alone where that finds something', async () => {
    expect(await finding(text)).toBe(text);
    expect(asked).toEqual([text]);
  });

  it('asks the questions where the whole text finds something uncertain, and keeps that where they find nothing', async () => {
    expect(await finding('When do we deploy?', true)).toBe('When do we deploy?');
    expect(await finding('another', true)).toBe('unsure');
  });

  it('asks one question after the other until one finds something', async () => {
    expect(await finding('When do we deploy?')).toBe('When do we deploy?');
    expect(asked).toEqual([text, 'When do we deploy?']);
  });

  it('gives what the whole text found, where no question finds anything', async () => {
    expect(await finding('another')).toBeNull();
    expect(asked).toEqual([text, 'When do we deploy?', 'Who runs the payments team?']);
  });
});
