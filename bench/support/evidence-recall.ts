/** What a question's recall found. */
export interface AskedQuestion {
  category: string;
  evidence: readonly string[];
  /** Ids found, best first. */
  found: readonly string[];
}

export interface EvidenceRow {
  name: string;
  questions: number;
  /** One share a cut, in the order of the cuts. */
  shares: number[];
}

/** Left out of the overall row: these questions have no answer in the conversation. */
const ADVERSARIAL = 'adversarial';

/** Share of the evidence among the first `k` found, 0 to 1. Evidence must not be empty. */
export function evidenceRecall(asked: AskedQuestion, k: number): number {
  const first = new Set(asked.found.slice(0, k));
  return asked.evidence.filter((id) => first.has(id)).length / asked.evidence.length;
}

/** Averages over questions: a row a category, by name, then all without the adversarial ones. */
export function evidenceTable(asked: readonly AskedQuestion[], cuts: readonly number[]): EvidenceRow[] {
  const categories = [...new Set(asked.map((question) => question.category))].sort();
  const rows = categories.map((category) =>
    averages(
      category,
      asked.filter((question) => question.category === category),
      cuts,
    ),
  );
  const counted = asked.filter((question) => question.category !== ADVERSARIAL);
  return [...rows, averages(`overall (without ${ADVERSARIAL})`, counted, cuts)];
}

function averages(name: string, asked: readonly AskedQuestion[], cuts: readonly number[]): EvidenceRow {
  const shares = cuts.map((k) => {
    const sum = asked.reduce((total, question) => total + evidenceRecall(question, k), 0);
    return asked.length === 0 ? 0 : sum / asked.length;
  });
  return { name, questions: asked.length, shares };
}
