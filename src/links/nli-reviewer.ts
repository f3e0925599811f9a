import type { Memory } from '../backend/memory';
import { type EntailmentModel, EntailmentUnavailable } from '../inference/entailment';
import type { Opinion, PairReviewer } from './pair-judge';

/** Log odds that a pair can gain or lose: a model may be sure of itself and wrong. */
const MOST_EVIDENCE = 2;
const HALF = 0.5;

/** Asks a model of natural language inference, in both directions. It knows no time, so it names no update. */
export class NliReviewer implements PairReviewer {
  /** `warn`: says why pairs keep the verdict of the learned judge. */
  constructor(
    private readonly entailment: EntailmentModel,
    private readonly warn: (message: string) => void,
  ) {}

  async review(older: Memory, newer: Memory, signal: AbortSignal): Promise<Opinion | null> {
    const { model } = this.entailment;
    if (model === null) return null;
    try {
      const there = await this.entailment.relate(older.content, newer.content, signal);
      const back = await this.entailment.relate(newer.content, older.content, signal);
      const contradiction = Math.max(there.contradiction, back.contradiction);
      // Only what says the same follows from each other.
      const repetition = Math.min(there.entailment, back.entailment);
      return { ...opinionOf(contradiction, repetition), words: null, by: model };
    } catch (error) {
      signal.throwIfAborted();
      if (!(error instanceof EntailmentUnavailable)) throw error;
      this.warn(`A pair is judged without the NLI model: ${error.message}`);
      return null;
    }
  }
}

function opinionOf(contradiction: number, repetition: number): Pick<Opinion, 'kind' | 'evidence'> {
  const related = Math.max(contradiction, repetition);
  const odds = Math.log(related / (1 - related));
  const evidence = Math.max(-MOST_EVIDENCE, Math.min(MOST_EVIDENCE, odds));
  if (related < HALF) return { kind: 'none', evidence };
  return { kind: repetition > contradiction ? 'duplicate' : null, evidence };
}
