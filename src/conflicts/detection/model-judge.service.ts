import { Injectable, Logger } from '@nestjs/common';
import { ModelUnavailable, TextGenerator } from '../../inference/text-generator';
import { inBatches, JUDGE_SCHEMA, JUDGE_SYSTEM, judgePrompt, readVerdicts } from './judge-prompt';
import { RulesJudge } from './rules-judge';
import { ConflictJudge, type Judgement, type MemoryPair, type Verdict } from './verdict';

/** Calls at a time: others want the model too. */
const AT_A_TIME = 2;
/** Of a call whose answer cannot be read; small models need a second try now and then. */
const TRIES = 2;

/** Judges by the model; without one, or if it fails, rules judge all pairs, so that `generatedBy` is true of each. */
@Injectable()
export class ModelJudge extends ConflictJudge {
  private readonly logger = new Logger(ModelJudge.name);
  private readonly rules = new RulesJudge();

  constructor(private readonly generator: TextGenerator) {
    super();
  }

  async judgePairs(pairs: readonly MemoryPair[], signal: AbortSignal): Promise<Judgement> {
    signal.throwIfAborted();
    const { model } = this.generator;
    if (model === null || pairs.length === 0) return this.rules.judgePairs(pairs, signal);
    try {
      return { verdicts: await this.judgeAll(pairs, signal), generatedBy: model };
    } catch (error) {
      signal.throwIfAborted();
      if (!(error instanceof ModelUnavailable)) throw error;
      this.logger.warn(`Conflicts are judged by rules: ${error.message}`);
      return this.rules.judgePairs(pairs, signal);
    }
  }

  private async judgeAll(pairs: readonly MemoryPair[], signal: AbortSignal): Promise<(Verdict | null)[]> {
    const failure = new AbortController();
    const either = AbortSignal.any([signal, failure.signal]);
    const verdicts: (Verdict | null)[] = [];
    const batches = inBatches(pairs);
    try {
      for (let from = 0; from < batches.length; from += AT_A_TIME) {
        const some = batches.slice(from, from + AT_A_TIME).map((batch) => this.judgeBatch(batch, either));
        verdicts.push(...(await Promise.all(some)).flat());
      }
    } finally {
      // What the other calls would say is of no use once one has failed.
      failure.abort();
    }
    return verdicts;
  }

  private async judgeBatch(batch: readonly MemoryPair[], signal: AbortSignal): Promise<(Verdict | null)[]> {
    for (let tries = 0; tries < TRIES; tries++) {
      const { value } = await this.generator.generateJson({
        system: JUDGE_SYSTEM,
        prompt: judgePrompt(batch),
        model: null,
        temperature: 0,
        signal,
        schemaName: 'conflicts',
        schema: JUDGE_SCHEMA,
      });
      const verdicts = readVerdicts(value, batch.length);
      if (verdicts !== null) return verdicts;
    }
    throw new ModelUnavailable('The answer of the model could not be read');
  }
}
