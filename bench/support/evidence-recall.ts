/** What a question's recall found. */
export interface AskedQuestion {
  category: string;
  evidence: readonly string[];
  /** Ids found, best first. */
  found: readonly string[];
}

export interface SessionedQuestion extends AskedQuestion {
  /** The session of every memory of the conversation, by the memory's id. */
  sessions: ReadonlyMap<string, string>;
}

export interface EvidenceRow {
  name: string;
  questions: number;
  /** One share a cut, in the order of the cuts. */
  shares: number[];
}

/** What two ways of retrieval find, in the rows of `evidenceTable`. */
export interface Comparison {
  lexical: EvidenceRow[];
  hybrid: EvidenceRow[];
}

/** Left out of the overall row: these questions have no answer in the conversation. */
export const ADVERSARIAL = 'adversarial';

/** What sums of shares may be off by. */
const ROUNDING = 1e-9;

/** Share of the evidence among the first `k` found, 0 to 1. Evidence must not be empty. */
export function evidenceRecall(asked: AskedQuestion, k: number): number {
  const first = new Set(asked.found.slice(0, k));
  return asked.evidence.filter((id) => first.has(id)).length / asked.evidence.length;
}

/**
 * 1 when a memory of a session with evidence is among the best `k` distinct sessions found, where a session
 * stands where its best memory does; else 0. `sessions` gives the session of every memory by id.
 */
export function sessionFound(asked: AskedQuestion, sessions: ReadonlyMap<string, string>, k: number): number {
  const ranked = new Set(asked.found.map((id) => sessions.get(id)));
  const best = new Set([...ranked].slice(0, k));
  return asked.evidence.some((id) => best.has(sessions.get(id))) ? 1 : 0;
}

/** Shares of the questions, without the adversarial ones, whose session is found: one a cut. */
export function sessionShares(asked: readonly SessionedQuestion[], cuts: readonly number[]): number[] {
  const counted = asked.filter((question) => question.category !== ADVERSARIAL);
  return cuts.map((k) => {
    const sum = counted.reduce((total, question) => total + sessionFound(question, question.sessions, k), 0);
    return counted.length === 0 ? 0 : sum / counted.length;
  });
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

/** By cut, how much more of the evidence the second finds; negative where it finds less. */
export function gains(lexical: EvidenceRow, hybrid: EvidenceRow): number[] {
  return hybrid.shares.map((share, cut) => share - (lexical.shares[cut] ?? 0));
}

/** Whether hybrid finds less than lexical by more than `tolerance` at any cut of the overall row, the last. */
export function fallsBehind({ lexical, hybrid }: Comparison, tolerance: number): boolean {
  const [before, after] = [lexical.at(-1), hybrid.at(-1)];
  if (before === undefined || after === undefined) return false;
  return gains(before, after).some((gain) => gain < -tolerance - ROUNDING);
}

function averages(name: string, asked: readonly AskedQuestion[], cuts: readonly number[]): EvidenceRow {
  const shares = cuts.map((k) => {
    const sum = asked.reduce((total, question) => total + evidenceRecall(question, k), 0);
    return asked.length === 0 ? 0 : sum / asked.length;
  });
  return { name, questions: asked.length, shares };
}
