import type { Memory } from '../backend/memory';
import type { Found } from './judge/said';
import type { FoundLink, LinkKind } from './link';

/** The `by` of links that the built-in judge finds. */
export const BUILT_IN = 'rules';

/**
 * What the verdicts are for. `request`: somebody waits for some 100 ms. `background`: links that were not asked for.
 * `report`: a person asked and decides, so that less certain ones are named too.
 */
export type Purpose = 'request' | 'background' | 'report';

/** A memory that a search for another one found. */
export interface Candidate {
  memory: Memory;
  found: Found;
}

export interface PairQuestion {
  /** Of a pair, the memory whose text was stored later. */
  memory: Memory;
  candidates: readonly Candidate[];
  purpose: Purpose;
}

/** What a model says of a pair, for people; each text may be empty. */
export interface VerdictWords {
  title: string;
  description: string;
  recommendation: string;
}

/** What a judge says of two memories. */
export interface PairVerdict {
  /** Null: neither replaces, contradicts or repeats the other. Of an update, `olderId` is the memory that ended. */
  link: FoundLink | null;
  /** Whether it may close a memory without a person: it is at or above the judge's threshold and ends the whole memory. */
  isCertain: boolean;
  /** Of an update: the clause that does not hold any more. Null for other kinds. */
  ended: string | null;
  /** Null if no model wrote any. */
  words: VerdictWords | null;
  /** `rules`, or the name of the model that was asked. */
  by: string;
}

export const NO_LINK: PairVerdict = { link: null, isCertain: false, ended: null, words: null, by: BUILT_IN };

/**
 * A memory replaces one other, and texts of one form seem to replace each other: of the updates that were found for one
 * memory only the most certain is a link, and of those that are as certain, that of the candidate that was stored last.
 */
export function withOneReplaced(
  verdicts: readonly PairVerdict[],
  candidates: readonly Candidate[],
): PairVerdict[] {
  return withOneUpdate(verdicts, {
    certaintyOf: ({ link }) => (link?.kind === 'update' ? link.certainty : null),
    timeOf: (at) => candidates[at]?.memory.createdAt.getTime() ?? 0,
    without: (verdict) => ({ ...verdict, link: null, isCertain: false, ended: null }),
  });
}

interface UpdateRule<Verdict> {
  /** Null for what is no update. */
  certaintyOf: (verdict: Verdict) => number | null;
  /** When the candidate at this place was stored. */
  timeOf: (at: number) => number;
  /** What becomes of the other updates. */
  without: (verdict: Verdict) => Verdict;
}

/** Verdicts of any form on the candidates of one memory, as `withOneReplaced` says. */
export function withOneUpdate<Verdict>(
  verdicts: readonly Verdict[],
  { certaintyOf, timeOf, without }: UpdateRule<Verdict>,
): Verdict[] {
  const updates = verdicts.flatMap((verdict, at) => {
    const certainty = certaintyOf(verdict);
    return certainty === null ? [] : [{ at, certainty }];
  });
  updates.sort((a, b) => b.certainty - a.certainty || timeOf(b.at) - timeOf(a.at));
  const others = new Set(updates.slice(1).map(({ at }) => at));
  return verdicts.map((verdict, at) => (others.has(at) ? without(verdict) : verdict));
}

/** Tells which candidates a memory replaces, contradicts or repeats. */
export abstract class PairJudge {
  /** A verdict for each candidate, in their order. Throws the signal's reason when it is aborted. */
  abstract judge(question: PairQuestion, signal: AbortSignal): Promise<PairVerdict[]>;
}

/** What a model says of a pair that the learned judge does not rule out. */
export interface Opinion {
  /** Null: related, and which kind it is the learned judge says. */
  kind: LinkKind | 'none' | null;
  /** Log odds that it adds to the certainty. */
  evidence: number;
  words: VerdictWords | null;
  by: string;
}

/** A model that is asked about one pair at a time. */
export interface PairReviewer {
  /** `older` and `newer` by record time. Null if it cannot say, such as when its server is down. Throws the signal's reason. */
  review(older: Memory, newer: Memory, signal: AbortSignal): Promise<Opinion | null>;
}
