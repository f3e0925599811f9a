import type { Language } from '../../common/languages';

/** A memory as the judge reads it. */
export interface Said {
  content: string;
  type: string;
  created_at: Date;
  /** From when it holds in the world; null if unknown. */
  valid_from: Date | null;
  /** Other words for what it is about. */
  names: readonly string[];
  key: string | null;
}

/** How a search for the newer memory found the older one. */
export interface Found {
  /** Share of the words of the search that the older one has, the rarer the more; 0 to below 1 (see `coveredScore`). */
  words: number;
  /** How alike the vectors are, 0 to 1 (see `VectorScores`); null without vectors. */
  vectors: number | null;
}

export interface JudgeContext {
  /** Of the namespace: gives the stems, the stop words and the cues. */
  language: Language;
  found: Found;
}

export const PAIR_KINDS = ['update', 'contradiction', 'duplicate', 'none'] as const;
export type PairKind = (typeof PAIR_KINDS)[number];

/**
 * What a certainty is enough for: `look` for a question to a model, `link` for a link that closes nothing or a row of a
 * report, `auto` for a link that is applied.
 */
export type Strength = 'none' | 'look' | 'link' | 'auto';

export interface PairJudgement {
  kind: PairKind;
  /** Calibrated probability that the pair is related in one of the three ways, 0 to 1. */
  certainty: number;
  strength: Strength;
  /** The certainty from which on the pair is a link. */
  needed: number;
  /** Of an update: which memory no longer holds, and the clause of it. Null for other kinds. */
  ended: { side: 'older' | 'newer'; clause: string; isWhole: boolean } | null;
  /** In words, the strongest first. */
  reasons: string[];
}
