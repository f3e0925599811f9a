import { KINDS, type FactQuestion } from './fact-dataset';

/** A question with the facts that recall found, best first, and those that the answer cited. */
export interface AskedFact extends FactQuestion {
  found: readonly string[];
  cited: readonly string[];
  /** Whether the certainty of the answer is high. */
  isCertain: boolean;
}

/** Shares, 0 to 1; null where no question counts. */
export interface FactFigures {
  questions: number;
  /** The first fact found is right. */
  hit: number | null;
  /** The share of the right facts among the first 3, and among the first 10. */
  recall3: number | null;
  recall10: number | null;
  /** The share of the first three facts found that are right. */
  precision3: number | null;
  /** The share of all cited facts that are right. */
  citedRight: number | null;
  /** Questions for which a right fact is cited. */
  answered: number | null;
  /** Questions for which nothing is cited. */
  abstained: number | null;
  /** Answers of high certainty, and those of them that cite a right fact. */
  certain: number | null;
  certainRight: number | null;
}

export interface FactRow extends FactFigures {
  name: string;
}

/** A row for each kind, one for all questions with an answer, and one for all. */
export function factRows(asked: readonly AskedFact[]): FactRow[] {
  const rows = KINDS.map((name) => ({ name, ...figuresOf(asked.filter(({ kind }) => kind === name)) }));
  const answerable = asked.filter(({ right }) => right.length > 0);
  return [
    ...rows,
    { name: 'all with an answer', ...figuresOf(answerable) },
    { name: 'all', ...figuresOf(asked) },
  ];
}

function figuresOf(asked: readonly AskedFact[]): FactFigures {
  const answerable = asked.filter(({ right }) => right.length > 0);
  const cited = answerable.reduce((sum, each) => sum + each.cited.length, 0);
  const citedRight = answerable.reduce((sum, each) => sum + rightOf(each, each.cited), 0);
  return {
    questions: asked.length,
    hit: mean(answerable, (each) => rightOf(each, each.found.slice(0, 1))),
    recall3: mean(answerable, (each) => rightOf(each, each.found.slice(0, 3)) / each.right.length),
    recall10: mean(answerable, (each) => rightOf(each, each.found.slice(0, 10)) / each.right.length),
    precision3: mean(answerable, precisionOfThree),
    citedRight: cited === 0 ? null : citedRight / cited,
    answered: mean(answerable, (each) => Math.min(1, rightOf(each, each.cited))),
    abstained: mean(asked, ({ cited }) => (cited.length === 0 ? 1 : 0)),
    certain: mean(asked, ({ isCertain }) => (isCertain ? 1 : 0)),
    certainRight: mean(
      asked.filter(({ isCertain }) => isCertain),
      (each) => Math.min(1, rightOf(each, each.cited)),
    ),
  };
}

function precisionOfThree(asked: AskedFact): number {
  const first = asked.found.slice(0, 3);
  return first.length === 0 ? 0 : rightOf(asked, first) / first.length;
}

function rightOf({ right }: AskedFact, ids: readonly string[]): number {
  return ids.filter((id) => right.includes(id)).length;
}

function mean<T>(items: readonly T[], valueOf: (item: T) => number): number | null {
  if (items.length === 0) return null;
  return items.reduce((sum, item) => sum + valueOf(item), 0) / items.length;
}
