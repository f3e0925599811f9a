import { certaintyWith } from './judge/judge';
import { JudgedPairs } from './judged-pairs';
import { type LearnedJudge, linkOf, verdictOf, type WeighedPair } from './learned-judge.service';
import {
  NO_LINK,
  type Opinion,
  PairJudge,
  type PairQuestion,
  type PairReviewer,
  type PairVerdict,
} from './pair-judge';

/** Answers that fail in a row before the model is left alone, and for how long. */
const MOST_FAILURES = 3;
const PAUSE_MS = 30_000;

/**
 * The learned judge rules most pairs out, and a model is asked about the others, one at a time. It raises or lowers their
 * certainty; only what the learned judge is certain of itself is applied. Opinions are kept as they come, so that a run
 * that was stopped is not paid for twice. A pair of which the model says nothing has the verdict of the learned judge.
 */
export class ReviewedJudge extends PairJudge {
  private readonly opinions = new JudgedPairs<Opinion>();
  private failures = 0;
  private pausedUntil = 0;

  constructor(
    private readonly learned: LearnedJudge,
    private readonly reviewer: PairReviewer,
    private readonly now: () => number = () => performance.now(),
  ) {
    super();
  }

  async judge(question: PairQuestion, signal: AbortSignal): Promise<PairVerdict[]> {
    const verdicts: PairVerdict[] = [];
    for (const pair of await this.learned.weigh(question, signal)) {
      signal.throwIfAborted();
      const isAsked = pair.judgement.strength !== 'none';
      const opinion = isAsked ? await this.opinionOn(pair, signal) : null;
      verdicts.push(opinion === null ? verdictOf(pair) : reviewed(pair, opinion));
    }
    return verdicts;
  }

  private async opinionOn({ older, newer }: WeighedPair, signal: AbortSignal): Promise<Opinion | null> {
    const known = this.opinions.find(newer, older);
    if (known !== null || this.now() < this.pausedUntil) return known;
    const opinion = await this.reviewer.review(older, newer, signal);
    if (opinion !== null) this.opinions.add(newer, older, opinion);
    this.note(opinion !== null);
    return opinion;
  }

  private note(isAnswered: boolean): void {
    this.failures = isAnswered ? 0 : this.failures + 1;
    if (this.failures < MOST_FAILURES) return;
    this.failures = 0;
    this.pausedUntil = this.now() + PAUSE_MS;
  }
}

function reviewed(pair: WeighedPair, opinion: Opinion): PairVerdict {
  const certainty = certaintyWith(pair.judgement.certainty, opinion.evidence);
  if (certainty < pair.judgement.needed) return { ...NO_LINK, by: opinion.by };
  // A model that denies a pair names no kind either.
  const kind = opinion.kind === 'none' ? pair.judgement.kind : (opinion.kind ?? pair.judgement.kind);
  const isUpdate = kind === 'update';
  return {
    link: linkOf(pair, { kind, certainty, foundBy: 'model' }),
    isCertain: verdictOf(pair).isCertain && isUpdate && opinion.kind !== 'none',
    ended: isUpdate ? (pair.judgement.ended?.clause ?? null) : null,
    words: opinion.kind === 'none' ? null : opinion.words,
    by: opinion.by,
  };
}
