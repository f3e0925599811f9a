import type { ScoredMemory } from '../backend/memory-search';
import type { Language } from '../common/languages';
import { bearing, certaintyOf, type BearingMemory, type Certainty, type Recalled } from './bearing';
import { withNewer } from './newer-first';
import { questionTerms } from './question-terms';

export const CUTS = ['none', 'auto'] as const;
/** Whether a recall returns only memories that bear on the query. */
export type CutMode = (typeof CUTS)[number];

export const VERDICTS = ['found', 'weak', 'nothing'] as const;
/** What a recall found: memories that surely bear on the query, some that may, or none. */
export type Verdict = (typeof VERDICTS)[number];

const VERDICT_OF: Record<Certainty, Verdict> = { high: 'found', low: 'weak', none: 'nothing' };

export interface CutResults {
  results: Recalled[];
  /** Null without a cut. */
  verdict: Verdict | null;
}

/** The memories found for a query, or with `auto` those that bear on it, and those that may replace one of these. */
export function cutResults(
  { cut, query }: { cut: CutMode; query: string },
  language: Language,
  found: readonly ScoredMemory[],
): CutResults {
  if (cut === 'none') return { results: [...found], verdict: null };
  const terms = questionTerms(query, language);
  const results = withNewer(terms, bearing(terms, found), found);
  return { results, verdict: verdictOf(results) };
}

export function verdictOf(results: readonly BearingMemory[]): Verdict {
  return VERDICT_OF[certaintyOf(results)];
}
