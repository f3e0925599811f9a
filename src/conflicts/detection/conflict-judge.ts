import type { MemoryPair, Verdict } from './verdict';

export interface Judgement {
  /** One a pair, in their order; null where both memories may stand side by side. */
  verdicts: (Verdict | null)[];
  /** `rules`, or the name of the model that judged. */
  generatedBy: string;
}

/** Tells which pairs of similar memories contradict, update or repeat each other. */
export abstract class ConflictJudge {
  /** Ends early, with the signal's reason, when `signal` is aborted. */
  abstract judgePairs(pairs: readonly MemoryPair[], signal: AbortSignal): Promise<Judgement>;
}
