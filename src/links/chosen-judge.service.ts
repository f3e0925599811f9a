import { Injectable, Logger } from '@nestjs/common';
import { Env } from '../config/env';
import { DecisionModel, TextGenerator } from '../inference/text-generator';
import { LearnedJudge } from './learned-judge.service';
import { ModelReviewer } from './model-reviewer';
import { PairJudge, type PairQuestion, type PairVerdict, type Purpose } from './pair-judge';
import { ReviewedJudge } from './reviewed-judge.service';

/**
 * The judge of CONFLICT_JUDGE. A request that waits is answered by the learned one; unless set, a configured model judges
 * reports alone.
 */
@Injectable()
export class ChosenJudge extends PairJudge {
  private readonly byModel: ReviewedJudge;

  constructor(
    private readonly env: Env,
    private readonly learned: LearnedJudge,
    private readonly writer: TextGenerator,
    private readonly decider: DecisionModel,
  ) {
    super();
    const logger = new Logger('Judge');
    const isTyped = decider.model !== null;
    const reviewer = new ModelReviewer(isTyped ? decider : writer, isTyped, (text) => logger.warn(text));
    this.byModel = new ReviewedJudge(learned, reviewer);
  }

  judge(question: PairQuestion, signal: AbortSignal): Promise<PairVerdict[]> {
    return this.judgeFor(question.purpose).judge(question, signal);
  }

  private judgeFor(purpose: Purpose): PairJudge {
    if (purpose === 'request') return this.learned;
    // The model of a cloud backend is set after start.
    const hasModel = this.writer.model !== null || this.decider.model !== null;
    const isByModel =
      this.env.CONFLICT_JUDGE === null ? purpose === 'report' : this.env.CONFLICT_JUDGE === 'model';
    return isByModel && hasModel ? this.byModel : this.learned;
  }
}
