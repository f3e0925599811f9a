import { tokenizerOf } from '../../src/retrieval/tokens';
import { MEMORY_TYPES } from '../../src/backend/memory';
import { KINDS, readFactQuestions, readFacts, type Fact, type FactQuestion } from './fact-dataset';

const termsOf = (text: string) => new Set(tokenizerOf('english').tokenize(text).terms);

describe('the set of facts', () => {
  let facts: Map<string, Fact>;
  let questions: FactQuestion[];

  beforeAll(async () => {
    facts = new Map((await readFacts()).map((fact) => [fact.id, fact]));
    questions = await readFactQuestions();
  });

  /** The terms that a question shares with each of its facts. */
  const shared = ({ question, right }: FactQuestion) => {
    const asked = termsOf(question);
    return right.map((id) => {
      const { title, content } = facts.get(id)!;
      return [...termsOf(`${title ?? ''}\n${content}`)].filter((term) => asked.has(term));
    });
  };

  it('has 300 facts of known types and 150 questions, with distinct ids', () => {
    expect(facts.size).toBe(300);
    expect([...facts.values()].filter(({ type }) => !MEMORY_TYPES.includes(type as never))).toEqual([]);
    expect(new Set(questions.map(({ id }) => id)).size).toBe(150);
  });

  it('names known facts as right, and none where there is no answer', () => {
    const unknown = questions.filter(({ right }) => right.some((id) => !facts.has(id)));
    expect(unknown).toEqual([]);
    expect(questions.filter(({ kind, right }) => (kind === 'no answer') !== (right.length === 0))).toEqual(
      [],
    );
  });

  it('has as many questions of a kind in each half', () => {
    for (const kind of KINDS) {
      const halves = questions.filter((each) => each.kind === kind).map(({ half }) => half);
      const held = halves.filter((half) => half === 'held-out').length;
      expect(Math.abs(halves.length - 2 * held)).toBeLessThanOrEqual(1);
    }
  });

  it('paraphrases without a shared term, and shares one in all other questions', () => {
    const wrong = questions.filter((question) =>
      shared(question).some((terms) => (question.kind === 'paraphrased') === terms.length > 0),
    );
    expect(wrong).toEqual([]);
  });
});
