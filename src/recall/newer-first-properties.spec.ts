import fc from 'fast-check';
import { propertyCases } from '../../test/support/property-cases';
import { newerFirst } from './newer-first';

const WORDS = [
  'annual',
  'budget',
  'sneakers',
  'travel',
  'Anna Berg',
  'Ben Holt',
  'raised',
  'no budget',
  '$600',
  '$650',
];
const QUESTIONS = [
  'What is the annual budget for sneakers?',
  'How much may Anna Berg spend on travel?',
  'Which budget does Anna Berg have?',
];

const results = fc
  .array(
    fc.record({
      role: fc.constantFrom('User: ', 'User: ', 'Assistant: ', ''),
      said: fc.array(fc.constantFrom(...WORDS), { minLength: 1, maxLength: 5 }),
      minute: fc.integer({ min: 0, max: 5 }),
      score: fc.constantFrom(0.2, 0.5, 0.9),
      terms: fc.subarray(['annual', 'budget', 'sneaker', 'travel'], { minLength: 1 }),
      namespace: fc.constantFrom('own', 'own', 'own', 'other'),
    }),
    { maxLength: 12 },
  )
  .map((rows) =>
    rows.map(({ role, said, minute, score, terms, namespace }, place) => ({
      score,
      inThread: role !== '',
      vector: null,
      matchedTerms: terms,
      namespace,
      role,
      memory: {
        id: String(place).padStart(2, '0'),
        content: `${role}${said.join(' ')}`,
        createdAt: new Date(Date.UTC(2026, 0, 1, 0, minute)),
        validFrom: null,
        supersededBy: null,
        scope: null,
        key: null,
        past: false,
      },
    })),
  );
type Result = ReturnType<typeof results.generate>['value'][number];

const holds = (questions: readonly string[], check: (question: string, found: Result[]) => void): void =>
  fc.assert(fc.property(fc.constantFrom(...questions), results, check), { numRuns: propertyCases(8000) });
const idsOf = (found: readonly Result[]): string[] => found.map(({ memory }) => memory.id);

describe('newerFirst', () => {
  it('gives each result once, and those that are not compared in their places', () => {
    holds(QUESTIONS, (question, found) => {
      const ordered = newerFirst(question, found);
      expect(idsOf(ordered).sort()).toEqual(idsOf(found));
      expect(ordered.slice(10)).toEqual(found.slice(10));
    });
  });

  it('puts each two results in the order that they have without the others', () => {
    holds(QUESTIONS, (question, found) => {
      const ordered = newerFirst(question, found.slice(0, 10));
      for (const [at, one] of ordered.entries())
        for (const other of ordered.slice(at + 1))
          expect(idsOf(newerFirst(question, [one, other]))).toEqual(idsOf([one, other]));
    });
  });

  it('changes nothing of its own result', () => {
    holds(QUESTIONS, (question, found) => {
      const ordered = newerFirst(question, found);
      expect(idsOf(newerFirst(question, ordered))).toEqual(idsOf(ordered));
    });
  });

  it('keeps the order of replies', () => {
    const replies = (found: readonly Result[]) => idsOf(found.filter(({ role }) => role === 'Assistant: '));
    holds(QUESTIONS, (question, found) =>
      expect(replies(newerFirst(question, found))).toEqual(replies(found)),
    );
  });

  it('keeps the order of a chat where one value is not asked for', () => {
    holds(
      ['Have I set an annual budget for sneakers?', 'List my travel budget of sneakers'],
      (question, found) => {
        const chat = found.filter(({ inThread }) => inThread);
        expect(newerFirst(question, chat)).toEqual(chat);
      },
    );
  });
});
