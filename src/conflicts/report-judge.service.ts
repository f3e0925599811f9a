import { Injectable } from '@nestjs/common';
import type { Memory } from '../backend/memory';
import { BUILT_IN, PairJudge, type PairVerdict } from '../links/pair-judge';
import type { FoundPair } from './generation';
import { type Verdict, verdictInWords } from './verdict';

/** A verdict of a report. */
export interface ReportVerdict extends Verdict {
  /** 0 to 1; absent if it is not known. */
  certainty?: number;
  /** Whether the memory that was stored first is the one that says what holds now. */
  isReversed?: boolean;
  /** Who judged this pair, if not `generatedBy`. */
  by?: string;
}

export interface Judgement {
  /** One a pair, in their order; null where both memories may stand side by side. */
  verdicts: (ReportVerdict | null)[];
  /** `rules`, or the name of a model that judged some of the pairs. */
  generatedBy: string;
}

/** Memories judged at a time: a model has other callers too. */
const AT_A_TIME = 2;

/** Judges the pairs of a report, those of one memory together, and puts the verdicts into words. */
@Injectable()
export class ReportJudge {
  constructor(private readonly judge: PairJudge) {}

  /** Throws the signal's reason when it is aborted. `tell`: called with the number of pairs that are judged. */
  async judgePairs(
    pairs: readonly FoundPair[],
    signal: AbortSignal,
    tell: (done: number) => void = () => undefined,
  ): Promise<Judgement> {
    signal.throwIfAborted();
    const judged = new Map<FoundPair, PairVerdict>();
    const groups = byNewer(pairs);
    for (let from = 0; from < groups.length; from += AT_A_TIME) {
      const some = groups.slice(from, from + AT_A_TIME);
      await Promise.all(some.map((group) => this.judgeGroup(group, signal, judged)));
      signal.throwIfAborted();
      tell(judged.size);
    }
    const verdicts = pairs.map((pair) => inWords(pair, judged.get(pair)));
    const models = [...judged.values()].filter(({ by }) => by !== BUILT_IN);
    return { verdicts, generatedBy: models[0]?.by ?? BUILT_IN };
  }

  private async judgeGroup(
    { memory, pairs }: Group,
    signal: AbortSignal,
    judged: Map<FoundPair, PairVerdict>,
  ): Promise<void> {
    const candidates = pairs.map(({ older, found }) => ({ memory: older, found }));
    const verdicts = await this.judge.judge({ memory, candidates, purpose: 'report' }, signal);
    pairs.forEach((pair, at) => {
      const verdict = verdicts[at];
      if (verdict) judged.set(pair, verdict);
    });
  }
}

interface Group {
  memory: Memory;
  pairs: FoundPair[];
}

function byNewer(pairs: readonly FoundPair[]): Group[] {
  const groups = new Map<string, Group>();
  for (const pair of pairs) {
    const group = groups.get(pair.newer.id);
    if (group) group.pairs.push(pair);
    else groups.set(pair.newer.id, { memory: pair.newer, pairs: [pair] });
  }
  return [...groups.values()];
}

function inWords(pair: FoundPair, judged: PairVerdict | undefined): ReportVerdict | null {
  const { link = null, ended = null, words = null, by } = judged ?? {};
  if (link === null) return null;
  const isReversed = link.newerId === pair.older.id;
  const own = verdictInWords(link.kind, isReversed ? { older: pair.newer, newer: pair.older } : pair, ended);
  const texts = Object.fromEntries(Object.entries(words ?? {}).filter(([, text]) => text !== ''));
  return { ...own, ...texts, certainty: link.certainty, isReversed, by };
}
