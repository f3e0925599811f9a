import { Injectable, Logger } from '@nestjs/common';
import { Env } from '../config/env';
import { EntailmentModel } from '../inference/entailment';
import { DecisionModel, TextGenerator } from '../inference/text-generator';
import { LearnedJudge } from './learned-judge.service';
import { ModelReviewer } from './model-reviewer';
import { NliReviewer } from './nli-reviewer';
import { PairJudge, type PairQuestion, type PairVerdict, type Purpose, withOneReplaced } from './pair-judge';
import { ReviewedJudge } from './reviewed-judge.service';

const NO_NLI =
  'CONFLICT_JUDGE is nli, but no such model can run, so the learned judge decides: run `npm run model -- install nli`';

/**
 * The judge of CONFLICT_JUDGE. A request that waits is answered by the learned one; unless set, a configured model judges
 * reports alone.
 */
@Injectable()
export class ChosenJudge extends PairJudge {
  private readonly byModel: ReviewedJudge;
  private readonly byNli: ReviewedJudge;

  constructor(
    private readonly env: Env,
    private readonly learned: LearnedJudge,
    private readonly writer: TextGenerator,
    private readonly decider: DecisionModel,
    private readonly entailment: EntailmentModel,
  ) {
    super();
    const logger = new Logger('Judge');
    const warn = (text: string): void => logger.warn(text);
    const isTyped = decider.model !== null;
    this.byModel = new ReviewedJudge(learned, new ModelReviewer(isTyped ? decider : writer, isTyped, warn));
    this.byNli = new ReviewedJudge(learned, new NliReviewer(entailment, warn));
    if (env.CONFLICT_JUDGE === 'nli' && entailment.model === null) warn(NO_NLI);
  }

  async judge(question: PairQuestion, signal: AbortSignal): Promise<PairVerdict[]> {
    const verdicts = await this.judgeFor(question.purpose).judge(question, signal);
    return withOneReplaced(verdicts, question.candidates);
  }

  private judgeFor(purpose: Purpose): PairJudge {
    if (purpose === 'request') return this.learned;
    if (this.env.CONFLICT_JUDGE === 'nli') return this.entailment.model === null ? this.learned : this.byNli;
    // The model of a cloud backend is set after start.
    const hasModel = this.writer.model !== null || this.decider.model !== null;
    const isByModel =
      this.env.CONFLICT_JUDGE === null ? purpose === 'report' : this.env.CONFLICT_JUDGE === 'model';
    return isByModel && hasModel ? this.byModel : this.learned;
  }
}
