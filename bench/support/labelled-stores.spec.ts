import { type LabelledStores, withUpdates } from './labelled-stores';

const SET: LabelledStores = {
  name: 'notes',
  facts: [
    { key: 'port', content: 'The API listens on port 3000.' },
    { key: 'tests', content: 'Tests run with Jest.' },
  ],
  questions: [
    { question: 'Which port?', gold: ['port'] },
    { question: 'What is said of the API and its tests?', gold: ['port', 'tests'] },
    { question: 'Who is the owner?', gold: [] },
  ],
  updates: [{ question: 'Which port?', old: ['port'], new: 'The API listens on port 8080.' }],
};

it('withUpdates adds what replaces a fact, which answers as the fact does', () => {
  const { facts, questions } = withUpdates(SET);
  const added = facts.at(-1)!;
  expect(facts.slice(0, -1)).toEqual(SET.facts);
  expect(added.content).toBe('The API listens on port 8080.');
  expect(questions.map(({ question, gold }) => [question, gold])).toEqual([
    ['What is said of the API and its tests?', ['port', added.key, 'tests']],
    ['Who is the owner?', []],
    ['Which port?', ['port', added.key]],
  ]);
});
