import { anAnswerMemory } from '../../test/support/answer-memories';
import { document, indexOf, query } from '../../test/support/index-samples';
import type { Language } from '../common/languages';
import { bearingForModel, bearingOnQuestion } from './answer-gate';

const FACTS = [
  'Ida Berg lives in Turku with two dogs.',
  'Ida Berg works as a nurse at night.',
  'The sister of Ida Berg is called Vera.',
  'Ida Berg plays the cello.',
  'Ida Berg was born in 1988.',
  'Every summer Ida Berg sails to Gotland.',
  'Ida Berg prefers tea.',
];
const OTHERS = [
  'Olli Salo repairs bicycles.',
  'The staging database runs on port 5433.',
  'The staging database is restored every night.',
  'Invoices go out on the first of the month.',
];

function ask(
  text: string,
  contents: readonly string[],
  language: Language = 'english',
  gate = bearingOnQuestion,
) {
  const index = indexOf(contents.map((content, order) => document({ id: `${order}`, text: content, order })));
  const { hits } = index.search(query(text, { limit: 15, neighbours: 'auto' }));
  const results = hits.map(({ id, version: _, ...hit }) => ({
    ...hit,
    memory: anAnswerMemory(contents[Number(id)] ?? '', { id }).memory,
  }));
  const { found, isBroad } = gate(text, language, results);
  return { isBroad, found: found.map(({ memory }) => memory.content).sort() };
}

describe('a question about everything', () => {
  it.each([
    'Tell me everything you know about Ida Berg',
    'What do you know about Ida Berg?',
    'Who is Ida Berg?',
  ])('gets all memories that name its subject: %s', (question) => {
    const { found, isBroad } = ask(question, [...FACTS, ...OTHERS]);
    expect(found).toEqual([...FACTS].sort());
    // More than some are quoted only where everything is asked for in words.
    expect(isBroad).toBe(!question.startsWith('Who'));
  });

  it('gets all memories about a subject without a name', () => {
    const { isBroad, found } = ask('Tell me everything about the staging database', [...FACTS, ...OTHERS]);
    expect(isBroad).toBe(true);
    expect(found).toEqual(OTHERS.filter((each) => each.includes('staging')).sort());
  });

  it('is answered by none where none names the subject', () => {
    expect(ask('Tell me everything you know about Mia Lund', [...FACTS, ...OTHERS]).found).toEqual([]);
    expect(ask('Tell me everything about the printer', [...FACTS, ...OTHERS]).found).toEqual([]);
  });

  it('is not one that asks for something about somebody', () => {
    expect(ask('Where does Ida Berg live?', [...FACTS, ...OTHERS])).toEqual({
      isBroad: false,
      found: [FACTS[0]],
    });
  });
});

describe('the certainty of turns of a conversation', () => {
  const certainties = (scores: readonly number[], inThread: boolean) => {
    const results = scores.map((score) => ({
      ...anAnswerMemory('Mia bakes rye bread.', { score }),
      inThread,
    }));
    return bearingOnQuestion('Who bakes rye bread?', 'english', results).found.map(
      ({ bears }) => bears.certainty,
    );
  };

  it('is high only where two of them stand out', () => {
    expect(certainties([0.8, 0.7, 0.4], true)).toEqual(['high', 'high', 'high']);
    expect(certainties([0.8, 0.7, 0.6], true)).toEqual(['low', 'low', 'low']);
    expect(certainties([0.8, 0.7], true)).toEqual(['high', 'high']);
  });

  it('of facts does not depend on it', () => {
    expect(certainties([0.8, 0.7, 0.6], false)).toEqual(['high', 'high', 'high']);
  });
});

describe('what a model is given', () => {
  it('is what bears on a question, and what a cut returns for a text that asks nothing', () => {
    const all = [...FACTS, ...OTHERS];
    for (const text of ['Where does Ida Berg live?', 'Tell me everything you know about Ida Berg']) {
      expect(ask(text, all, 'english', bearingForModel)).toEqual(ask(text, all));
    }
    expect(ask('the staging database port', all, 'english', bearingForModel).found).not.toEqual([]);
    expect(ask('Who drives the tram?', all, 'english', bearingForModel).found).toEqual([]);
  });
});
