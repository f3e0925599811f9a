import type { FactQuestion } from './fact-dataset';
import { factRows, type AskedFact } from './fact-figures';

const asked = (
  kind: FactQuestion['kind'],
  given: Pick<AskedFact, 'right' | 'found' | 'cited'> & Partial<AskedFact>,
): AskedFact => ({ id: kind, kind, half: 'development', question: 'Who?', isCertain: false, ...given });

const rowOf = (name: string, questions: readonly AskedFact[]) =>
  factRows(questions).find((row) => row.name === name);

describe('figures of questions about facts', () => {
  it('counts what is right among the first found', () => {
    const found = ['x', 'a', 'y', 'z', 'b'];
    expect(rowOf('two facts', [asked('two facts', { right: ['a', 'b'], found, cited: [] })])).toMatchObject({
      hit: 0,
      recall3: 0.5,
      recall10: 1,
      precision3: 1 / 3,
    });
  });

  it('counts precision over what was found where that is less than three', () => {
    const question = asked('words', { right: ['a'], found: ['a', 'b'], cited: [] });
    expect(rowOf('words', [question])).toMatchObject({ hit: 1, precision3: 0.5 });
  });

  it('counts cited facts over all questions, and questions with a right one', () => {
    const questions = [
      asked('words', { right: ['a'], found: [], cited: ['a', 'x', 'y'] }),
      asked('words', { right: ['b'], found: [], cited: ['z'] }),
      asked('words', { right: ['c'], found: [], cited: [] }),
    ];
    const row = rowOf('words', questions);
    expect(row).toMatchObject({ questions: 3, citedRight: 0.25, answered: 1 / 3, abstained: 1 / 3 });
  });

  it('counts answers of high certainty, and how many of them are right', () => {
    const questions = [
      asked('words', { right: ['a'], found: [], cited: ['a'], isCertain: true }),
      asked('words', { right: ['b'], found: [], cited: ['b'] }),
      asked('no answer', { right: [], found: [], cited: ['c'], isCertain: true }),
      asked('no answer', { right: [], found: [], cited: [] }),
    ];
    expect(rowOf('all', questions)).toMatchObject({ certain: 0.5, certainRight: 0.5 });
  });

  it('counts only abstention where there is no answer', () => {
    const questions = [
      asked('no answer', { right: [], found: ['a'], cited: ['a'] }),
      asked('no answer', { right: [], found: ['a'], cited: [] }),
    ];
    expect(rowOf('no answer', questions)).toMatchObject({ hit: null, citedRight: null, abstained: 0.5 });
    expect(rowOf('all with an answer', questions)).toMatchObject({ questions: 0, hit: null });
  });
});
