import type { ScoredMemory } from '../backend/memory-search';
import { beforeBonus, withBonus } from '../retrieval/score-formulas';

/**
 * How much more the evidence counts in a score that is shown, see `withBonus`: a query that restates a memory then
 * scores about 0.8, and a memory that shares a fifth of the query about 0.15. It changes no order.
 */
const SHOWN_BONUS = 2;

/** Rounding must not keep out a memory whose shown score is the threshold itself. */
const ROUNDING = 1e-9;

/** The score that the interface shows for a score of a search. */
export function shownScore(score: number): number {
  return withBonus(score, SHOWN_BONUS);
}

/** The least score of a search that is shown as at least `threshold`. */
export function leastScore(threshold: number): number {
  return Math.max(0, beforeBonus(threshold, SHOWN_BONUS) - ROUNDING);
}

type Parts = Pick<ScoredMemory, 'lexical' | 'neighbourScore' | 'timeScore' | 'speakerScore'>;

/** The share of each part of the shown score, in the order in which the search adds them. */
export function shownParts(score: number | null, parts: Parts) {
  const { lexical, neighbourScore, timeScore, speakerScore } = parts;
  const own = (score ?? 0) - neighbourScore - timeScore - speakerScore;
  const added = (from: number, part: number) => (part === 0 ? 0 : shownScore(from + part) - shownScore(from));
  return {
    lexical: lexical && { ...lexical, score: shownScore(lexical.score) },
    neighbours: added(own, neighbourScore),
    time: added(own + neighbourScore, timeScore),
    speaker: added(own + neighbourScore + timeScore, speakerScore),
  };
}
