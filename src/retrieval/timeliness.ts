import type { DocumentTable } from './document-table';
import { dayOf, type DayRange } from './time-range';

/**
 * How much more evidence counts in a document of the time asked for: 1 would be as if it came twice. On a
 * development set of conversations this brings evidence of dated questions up and pushes none down; more
 * begins to drown the words of the question.
 */
export const TIMELY_BONUS = 0.25;

/** The test whether a document was created in one of the times, or its text speaks of one. */
export function compileTimes(times: readonly DayRange[], table: DocumentTable): (ordinal: number) => boolean {
  const { createdAt, spokenFrom, spokenTo } = table;
  return (ordinal) => {
    const created = dayOf(createdAt[ordinal]!);
    return times.some(
      ({ from, to }) =>
        (created >= from && created <= to) || (spokenFrom[ordinal]! <= to && spokenTo[ordinal]! >= from),
    );
  };
}

/** The score that the bonus turns into this one. */
export function beforeBonus(score: number): number {
  return 1 - (1 - score) ** (1 / (1 + TIMELY_BONUS));
}

/** A score from 0 to below 1 with its evidence counted `1 + TIMELY_BONUS` times; it stays below 1. */
export function timelyScore(score: number): number {
  return 1 - (1 - score) ** (1 + TIMELY_BONUS);
}
