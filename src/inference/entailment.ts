/** How a hypothesis follows from a premise; the shares sum to 1. */
export interface Entailment {
  contradiction: number;
  entailment: number;
  neutral: number;
}

/** The order in which `entailment.worker.ts` answers. */
export const RELATIONS = ['contradiction', 'entailment', 'neutral'] as const;

/** The model is not installed, does not load, failed on the texts, or took too long. */
export class EntailmentUnavailable extends Error {}

/** A cross-encoder of natural language inference (NLI). */
export abstract class EntailmentModel {
  /** Its name; null for none: then `relate` may not be called. */
  abstract readonly model: string | null;

  /** Throws `EntailmentUnavailable`, and the signal's reason when it is aborted. */
  abstract relate(premise: string, hypothesis: string, signal: AbortSignal): Promise<Entailment>;
}

export class NoEntailmentModel extends EntailmentModel {
  readonly model = null;

  relate(): Promise<Entailment> {
    return Promise.reject(new EntailmentUnavailable('No NLI model is installed'));
  }
}
