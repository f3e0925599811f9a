import type { Memory } from '../backend/memory';
import { ModelUnavailable, type TextGenerator } from '../inference/text-generator';
import {
  DECISION_SCHEMA,
  DECISION_SYSTEM,
  JUDGE_SCHEMA,
  JUDGE_SYSTEM,
  type ModelVerdict,
  pairPrompt,
  readDecision,
  readVerdict,
} from './model-question';
import type { Opinion, PairReviewer } from './pair-judge';

/** Of a call whose answer cannot be read; small models need a second try now and then. */
const TRIES = 2;
/** Log odds of a yes, and of a no: as of a model that is right seven times of eight. */
const EVIDENCE = 2;

interface Form {
  system: string;
  schemaName: string;
  schema: Record<string, unknown>;
  read: (answer: unknown) => ModelVerdict | null;
}

/** A chat model also writes what a report says of the pair. */
const IN_WORDS: Form = {
  system: JUDGE_SYSTEM,
  schemaName: 'conflicts',
  schema: JUDGE_SCHEMA,
  read: readVerdict,
};
/** A model for decisions chooses one of four words. */
const TYPED: Form = {
  system: DECISION_SYSTEM,
  schemaName: 'relation',
  schema: DECISION_SCHEMA,
  read: readDecision,
};

/** Asks a language model, one pair in a call, which ends after the model's time-out. */
export class ModelReviewer implements PairReviewer {
  private readonly form: Form;

  /** `warn`: says why pairs keep the verdict of the learned judge. */
  constructor(
    private readonly generator: TextGenerator,
    isTyped: boolean,
    private readonly warn: (message: string) => void,
  ) {
    this.form = isTyped ? TYPED : IN_WORDS;
  }

  async review(older: Memory, newer: Memory, signal: AbortSignal): Promise<Opinion | null> {
    if (this.generator.model === null) return null;
    try {
      return await this.ask(older, newer, signal);
    } catch (error) {
      signal.throwIfAborted();
      if (!(error instanceof ModelUnavailable)) throw error;
      this.warn(`A pair is judged without the model: ${error.message}`);
      return null;
    }
  }

  private async ask(older: Memory, newer: Memory, signal: AbortSignal): Promise<Opinion> {
    const { read, ...asked } = this.form;
    const prompt = pairPrompt(older, newer);
    for (let tries = 0; tries < TRIES; tries++) {
      const question = { ...asked, prompt, model: null, temperature: 0, signal };
      const { value, model } = await this.generator.generateJson(question);
      const said = read(value);
      if (said !== null) return { ...said, evidence: said.kind === 'none' ? -EVIDENCE : EVIDENCE, by: model };
    }
    throw new ModelUnavailable('The answer of the model could not be read');
  }
}
