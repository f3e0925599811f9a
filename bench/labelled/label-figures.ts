/** A labelled case, and what the rules found in it; null for nothing. */
export interface Judged {
  expected: string | null;
  found: string | null;
}

export interface LabelFigures {
  cases: number;
  /** Of what was found, the share that is expected. */
  precision: number;
  /** Of what is expected, the share that was found. */
  recall: number;
  /** Harmonic mean of precision and recall. */
  f1: number;
  /** Of what was rightly found, the share of the expected type. */
  typeRight: number;
}

export function labelFigures(judged: readonly Judged[]): LabelFigures {
  const found = judged.filter((each) => each.found !== null);
  const expected = judged.filter((each) => each.expected !== null);
  const right = found.filter((each) => each.expected !== null);
  const precision = right.length / found.length;
  const recall = right.length / expected.length;
  return {
    cases: judged.length,
    precision,
    recall,
    f1: (2 * precision * recall) / (precision + recall),
    typeRight: right.filter((each) => each.expected === each.found).length / right.length,
  };
}
