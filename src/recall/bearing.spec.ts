import { aScoredMemory } from '../../test/support/answer-memories';
import { storedMemory } from '../../test/support/memories';
import type { ScoredMemory } from '../backend/memory-search';
import { bearing, certaintyOf } from './bearing';
import { questionTerms } from './question-terms';

const found = (score: number, content: string, fields: Partial<ScoredMemory> = {}) =>
  aScoredMemory(storedMemory({ content }), score, fields);

const similar = (score: number) => ({ vector: { rank: null, score, similarity: 0.5 } });

const bearingOn = (question: string, all: readonly ScoredMemory[]) =>
  bearing(questionTerms(question, 'english'), all);
const scores = (question: string, all: readonly ScoredMemory[]): number[] =>
  bearingOn(question, all).map(({ score }) => score);

/** Four terms and no name. */
const TEA = 'Which green tea leaves the kettle?';
const [WHOLE, HALF, QUARTER, NONE] = [
  'Green tea leaves the kettle.',
  'Green tea.',
  'Tea.',
  'Coffee.',
] as const;

describe('bearing, by words alone', () => {
  const least = (content: string, second: ScoredMemory[] = []): number => {
    const steps = Array.from({ length: 100 }, (_, at) => at / 100);
    return steps.find((score) => bearingOn(TEA, [found(score, content), ...second]).length > 0) ?? 1;
  };

  it('takes a memory from a lower score on the more terms of the question it holds', () => {
    const leasts = [WHOLE, HALF, QUARTER].map((content) => least(content, [found(0.05, NONE)]));
    expect(leasts).toEqual(leasts.toSorted((x, y) => x - y));
    expect(new Set(leasts).size).toBe(3);
  });

  it('takes a memory sooner the further it is ahead of the second one', () => {
    const leasts = [0, 0.1, 0.2].map((score) => least(HALF, [found(score, NONE)]));
    expect(leasts).toEqual(leasts.toSorted((x, y) => x - y));
    expect(leasts[0]).toBeLessThan(leasts[2]!);
  });

  it('takes nothing that shares one word of several and scores little', () => {
    expect(scores(TEA, [found(0.1, QUARTER), found(0.09, NONE)])).toEqual([]);
    expect(scores(TEA, [found(0.05, NONE)])).toEqual([]);
  });

  it('leaves out what is far below the best', () => {
    const falling = [0.6, 0.4, 0.38, 0.13].map((score) => found(score, WHOLE));
    expect(scores(TEA, falling)).toEqual([0.6, 0.4]);
    expect(scores(TEA, [])).toEqual([]);
  });
});

describe('bearing, where memories have vectors', () => {
  it('takes a memory sooner the more similar it is', () => {
    const of = (score: number) => bearingOn(TEA, [found(0.3, QUARTER, similar(score)), found(0.1, NONE)]);
    expect(of(0.1)).toEqual([]);
    expect(of(0.7)).toHaveLength(1);
  });

  it('takes a paraphrase that is more similar than usual and stands out', () => {
    const best = found(0.5, NONE, { ...similar(0.5), lexical: null });
    expect(bearingOn(TEA, [best, found(0.1, NONE, similar(0.1))])).toHaveLength(1);
    expect(bearingOn(TEA, [best, found(0.49, NONE, similar(0.49))])).toEqual([]);
  });

  it('takes nothing that is similar because it names the same person', () => {
    const height = 'How tall is Rohan?';
    const others = found(0.2, 'Mira is tall.', similar(0.2));
    expect(scores(height, [found(0.3, "Rohan's blood group is B negative.", similar(0.3)), others])).toEqual(
      [],
    );
  });
});

describe('bearing, for turns of a thread', () => {
  const turn = (score: number, content: string = NONE) => found(score, content, { inThread: true });

  it('takes them from a low score on, since an answer stands beside the words of the question', () => {
    expect(scores(TEA, [turn(0.04)])).toEqual([]);
    expect(scores(TEA, [turn(0.6), turn(0.13), turn(0.11)])).toEqual([0.6, 0.13]);
  });

  it('takes turns without the name in the question, which the speaker or a neighbour may give', () => {
    expect(scores('Which lake did Bob swim in?', [turn(0.4, 'Lago Maggiore, near Locarno.')])).toEqual([0.4]);
  });
});

describe('bearing, for a name in the question', () => {
  const bell = found(0.5, 'Anna Bell received the Stellar Award in 2018.');
  const holt = found(0.6, 'Ben Holt received the Stellar Award in 2018.');

  it('takes nothing where no memory gives the name', () => {
    expect(scores('Which award did Cara Dunn receive in 2018?', [holt, bell])).toEqual([]);
    expect(scores('What was PAY-3147 about?', [found(0.5, 'PAY-2231 was about refunds.')])).toEqual([]);
  });

  it('leaves out memories that name others only, even the best', () => {
    expect(scores('Which award did Anna Bell receive in 2018?', [holt, bell])).toEqual([0.5]);
  });

  it('leaves out what is said of the thing of somebody else, not of that of an unnamed user', () => {
    const payments = found(0.1, 'Anna owns the payment service.');
    const color = "What is Anna's favourite color?";
    expect(scores(color, [found(0.6, "Dora's favourite color is teal."), payments])).toEqual([]);
    expect(scores(color, [found(0.6, "User's favourite color is teal."), payments])).toEqual([0.6]);
  });

  it('is not sure of a memory about somebody else than the user, where others speak of the user', () => {
    const certainty = (...all: ScoredMemory[]) => certaintyOf(bearingOn('Where does the user work?', all));
    const maya = found(0.7, 'Maya works as a nurse.');
    expect(certainty(maya, found(0.1, 'The user left Northwind.'))).toBe('low');
    expect(certainty(maya, found(0.1, 'The shop opens at nine.'))).toBe('high');
    const second = { ...maya, score: 0.1 };
    expect(certainty(found(0.7, 'The user works as a nurse.'), second)).toBe('high');
    expect(certainty(found(0.7, 'I work as a nurse.'), second)).toBe('high');
  });

  it('takes a memory that gives no other name, where another one gives the name', () => {
    const topics = found(0.5, 'Topics have names such as domain.entity.version.');
    const kafka = found(0.4, 'Kafka runs on the cluster orchid.');
    expect(scores('How are Kafka topics named, by version?', [topics, kafka])).toEqual([0.5, 0.4]);
  });

  describe('of a question that offers several', () => {
    const question = 'Who is the marine biologist among Anna Bell, Ben Holt and Cara Dunn?';
    const both = found(0.5, 'Ben Holt and Cara Dunn both went to school in Bergen.');
    const right = found(0.3, 'Ben Holt is a marine biologist.');

    it('takes what says the rest of it, not what gives most of the names', () => {
      expect(bearingOn(question, [both, right]).map(({ memory }) => memory)).toEqual([right.memory]);
      expect(bearingOn(question, [{ ...both, score: 0.31 }, right])).toHaveLength(1);
    });

    it('takes turns of a thread beside it', () => {
      const turn = found(0.5, 'Ben Holt: I love the sea.', { inThread: true });
      expect(scores(question, [turn, right])).toEqual([0.5, 0.3]);
    });

    it('takes the others where none says the rest', () => {
      expect(scores(question, [both])).toEqual([0.5]);
      expect(
        scores(question, [
          { ...both, score: 0.02, lexical: null },
          { ...both, score: 0.02 },
        ]),
      ).toEqual([]);
    });
  });

  it('takes a memory that gives one of several alternatives', () => {
    const question = 'Who received the award in 2018, Cara Dunn, Ben Holt or Dan Poe?';
    expect(scores(question, [holt, bell])).toEqual([0.6]);
  });

  it('takes a part of the name that is no other name', () => {
    const anna = found(0.5, 'Anna received the award in 2018.');
    const other = found(0.5, 'Anna Holt received the award in 2018.');
    expect(scores('Which award did Anna Bell receive in 2018?', [anna])).toEqual([0.5]);
    expect(scores('Which award did Anna Bell receive in 2018?', [other])).toEqual([]);
  });

  it('knows no names without capitals', () => {
    expect(scores('which award did cara dunn receive in 2018?', [holt])).toEqual([0.6]);
  });

  it('keeps memories about a person of whom the question asks nothing else', () => {
    expect(scores('Tell me everything you know about Anna Bell', [bell, holt])).toEqual([0.5]);
  });
});

describe('bearing, for what is no question', () => {
  const task =
    'Write tests for the client, refactor its retries, rename the parser, update the manual, bump the version and publish the package to npm';

  it('needs fewer of the terms than a question does', () => {
    const publish = found(0.1, 'Publish with npm.', { matchedTerms: ['publish', 'npm'] });
    expect(scores(task, [publish])).toEqual([0.1]);
    expect(scores(task, [found(0.1, 'npm', { matchedTerms: ['npm'] }), found(0.09, NONE)])).toEqual([]);
    expect(scores(task, [found(0.03, NONE)])).toEqual([]);
  });

  it('needs evidence by words or by a vector where there are vectors', () => {
    const weak = (words: number, vector: number) => [
      found(0.2, NONE, { ...similar(vector), lexical: { rank: null, score: words } }),
      found(0.18, NONE, similar(vector * 0.9)),
    ];
    expect(scores(task, weak(0.05, 0.1))).toEqual([]);
    expect(scores(task, weak(0.1, 0.6))).toHaveLength(2);
  });

  it('needs no name in a short one', () => {
    expect(scores('Fix the Docker build', [found(0.3, 'The build needs Node 22 to fix it.')])).toEqual([0.3]);
  });

  it('needs no terms from a server that does not name the parts of its scores', () => {
    expect(scores(TEA, [found(0.15, NONE, { lexical: null })])).toEqual([0.15]);
    expect(scores(TEA, [found(0.05, NONE, { lexical: null })])).toEqual([]);
  });
});

describe('the reason why a memory bears on a question', () => {
  const reasons = (question: string, one: ScoredMemory) =>
    bearingOn(question, [one]).map(({ bears }) => bears.reason);

  it('says which names and how many of the terms it holds', () => {
    const bell = found(0.5, 'Anna Bell received the Stellar Award in 2018.');
    expect(reasons('Which award did Anna Bell receive in 2019?', bell)).toEqual([
      'names Anna Bell, holds 2 of 3 other terms',
    ]);
    expect(reasons(TEA, found(0.5, HALF))).toEqual(['holds 2 of 4 terms']);
  });

  it('says what its vector, its neighbours and another server add', () => {
    expect(reasons(TEA, found(0.5, NONE, similar(0.4)))).toEqual(['has a similar meaning']);
    expect(reasons(TEA, found(0.5, NONE, { inThread: true, neighbourScore: 0.3 }))).toEqual([
      'stands beside a match in its thread',
    ]);
    expect(reasons(TEA, found(0.5, NONE, { lexical: null }))).toEqual(['was found by the server']);
  });
});

describe('the certainty of an answer', () => {
  const certainty = (...all: ScoredMemory[]) => certaintyOf(bearingOn(TEA, all));

  it('is that of its best source', () => {
    expect(certainty(found(0.5, WHOLE), found(0.2, HALF))).toBe('high');
    expect(certainty(found(0.3, HALF), found(0.2, HALF))).toBe('low');
    expect(certainty()).toBe('none');
  });

  it('is low without a number of the question, such as another year', () => {
    const bell = found(0.6, 'Anna Bell received the Stellar Award in 2018.');
    const sure = (year: number) =>
      certaintyOf(bearingOn(`Which Stellar Award did Anna Bell receive in ${year}?`, [bell]));
    expect(sure(2018)).toBe('high');
    expect(sure(2021)).toBe('low');
  });

  it('is low where its best source gives no name of the question', () => {
    const sure = (best: string) => {
      const all = [found(0.9, best), found(0.1, 'Brambleway is a web shop.')];
      return certaintyOf(bearingOn('How many approvals does a Brambleway pull request need?', all));
    };
    expect(sure('Old rule: one approval, many a pull request needs more.')).toBe('low');
    expect(sure('Pelican needs one approval, many a pull request needs more.')).toBe('none');
    expect(sure('Brambleway needs one approval, many a pull request needs more.')).toBe('high');
  });

  it('of others that hold fewer of the terms is low', () => {
    const [, second] = bearingOn(TEA, [found(0.5, WHOLE), found(0.4, HALF)]);
    expect(second?.bears.certainty).toBe('low');
  });

  it('of turns needs a high score', () => {
    expect(certainty(found(0.39, HALF, { inThread: true }))).toBe('low');
    expect(certainty(found(0.41, HALF, { inThread: true }))).toBe('high');
  });

  it('is low where a server does not say what its scores are made of', () => {
    expect(certainty(found(0.9, WHOLE, { lexical: null }))).toBe('low');
  });
});

describe('bearing, by whom a question asks about', () => {
  const contents = (question: string, all: readonly ScoredMemory[]) =>
    bearingOn(question, all).map(({ memory }) => memory.content);
  const own = 'User lives in Bristol.';
  const mothers = "User's mother lives in Leeds.";

  it('takes what is about the user, though more of the question is found elsewhere', () => {
    expect(contents('Where does the user live?', [found(0.9, mothers), found(0.8, own)])).toEqual([own]);
    const all = bearingOn('Where does the user live?', [found(0.9, mothers), found(0.8, own)]);
    expect(certaintyOf(all)).toBe('high');
  });

  it('takes what is about a relation, by another word for it too', () => {
    expect(contents('Where does my mum live?', [found(0.9, own), found(0.8, mothers)])).toEqual([mothers]);
    expect(contents('Where does my boss live?', [found(0.9, own), found(0.8, mothers)])).toEqual([]);
  });

  it('is unsure where all is about somebody else', () => {
    const all = bearingOn('Where does the user live?', [found(0.9, mothers)]);
    expect(certaintyOf(all)).toBe('low');
  });

  it.each([
    ['Sunniva is allergic to peanuts.', []],
    ['Peanuts are what gives hives.', ['Peanuts are what gives hives.']],
  ])('of a question about Mateo takes of %s: %j', (content, kept) => {
    const all = [found(0.9, content), found(0.1, 'The partner of Ingrid is Mateo.')];
    expect(contents('Which peanuts give Mateo hives?', all)).toEqual(kept);
  });
});
