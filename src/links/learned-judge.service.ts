import { Injectable } from '@nestjs/common';
import { type Memory, normalizeContent } from '../backend/memory';
import { Env } from '../config/env';
import { TimeSlices } from '../retrieval/time-slices';
import { asLink, judgeForReport, judgeRead } from './judge/judge';
import type { PairJudgement, PairKind } from './judge/said';
import { JudgedPairs } from './judged-pairs';
import type { FoundLink } from './link';
import { BUILT_IN, PairJudge, type Candidate, type PairQuestion, type PairVerdict } from './pair-judge';
import { ReadMemories } from './read-memories';

/** How long the judge may hold the event loop: 20 memories of 10,000 characters take up to 80 ms. */
const SLICE_MS = 5;

/** A pair in the order of its texts, as the weights judge it. */
export interface WeighedPair {
  older: Memory;
  newer: Memory;
  judgement: PairJudgement;
}

/** Judges by the weights of `judge/`, without a model. */
@Injectable()
export class LearnedJudge extends PairJudge {
  private readonly known = {
    words: new JudgedPairs<WeighedPair>(),
    vectors: new JudgedPairs<WeighedPair>(),
    reports: new JudgedPairs<WeighedPair>(),
  };
  private readonly reads: ReadMemories;

  constructor(private readonly env: Env) {
    super();
    this.reads = new ReadMemories(env.RECALL_LANGUAGE);
  }

  async judge(question: PairQuestion, signal: AbortSignal): Promise<PairVerdict[]> {
    return (await this.weigh(question, signal)).map(verdictOf);
  }

  /** The verdict of the weights on each pair, in the order of the candidates. */
  async weigh({ memory, candidates, purpose }: PairQuestion, signal: AbortSignal): Promise<WeighedPair[]> {
    const isReport = purpose === 'report';
    const pairs: WeighedPair[] = [];
    await new TimeSlices(SLICE_MS, () => performance.now()).forEach(candidates, (candidate) => {
      signal.throwIfAborted();
      const byModel = candidate.found.vectors === null ? this.known.words : this.known.vectors;
      const kept = isReport ? this.known.reports : byModel;
      const known = kept.find(memory, candidate.memory);
      const pair = known ?? this.weighPair(memory, candidate, isReport);
      if (known === null) kept.add(memory, candidate.memory, pair);
      pairs.push(pair);
    });
    return pairs;
  }

  /** The one that was stored later is the newer one: an import may bring memories in any order. */
  private weighPair(memory: Memory, { memory: other, found }: Candidate, isReport: boolean): WeighedPair {
    const isNewer = other.createdAt <= memory.updatedAt;
    const [older, newer] = isNewer ? [other, memory] : [memory, other];
    // A text without statements, such as a question, repeats itself too.
    if (isReport && normalizeContent(older.content) === normalizeContent(newer.content))
      return { older, newer, judgement: SAME_TEXT };
    const judge = isReport ? judgeForReport : judgeRead;
    const context = { language: this.env.RECALL_LANGUAGE, found };
    const judgement = judge(this.reads.read(older), this.reads.read(newer), context);
    return { older, newer, judgement };
  }
}

const SAME_TEXT: PairJudgement = {
  kind: 'duplicate',
  certainty: 0.99,
  strength: 'link',
  needed: 0,
  ended: null,
  reasons: ['the same text'],
};

/** The verdict on a pair; none if it is too uncertain for a link. */
export function verdictOf(pair: WeighedPair): PairVerdict {
  const { kind, certainty, strength, ended } = asLink(pair.judgement);
  return {
    link: linkOf(pair, { kind, certainty, foundBy: 'judge' }),
    isCertain: strength === 'auto' && ended?.isWhole === true,
    ended: ended?.clause ?? null,
    words: null,
    by: BUILT_IN,
  };
}

/** Null for `none`. Of an update the memory that ended is the older one, whichever was stored first. */
export function linkOf(
  { older, newer, judgement: { ended } }: WeighedPair,
  { kind, ...found }: Pick<FoundLink, 'certainty' | 'foundBy'> & { kind: PairKind },
): FoundLink | null {
  if (kind === 'none') return null;
  const isReversed = kind === 'update' && ended?.side === 'newer';
  const [newerId, olderId] = isReversed ? [older.id, newer.id] : [newer.id, older.id];
  return { newerId, olderId, kind, ...found };
}
