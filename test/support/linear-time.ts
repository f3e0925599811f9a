import { PATHOLOGICAL_TEXTS } from './pathological-texts';
import { processorMs } from './processor-time';

const SHORT = 2_500;
const LONG = 10_000;
/** Below this the clock and the garbage collector say more than the work does. */
const FLOOR_MS = 150;
/** Four times the text takes four times as long in linear time and sixteen times in quadratic time. */
const MOST_GROWTH = 9;
const TRIES = 4;
/** Wanted are 250 ms on the machine of a developer; the rest is for slower ones. */
export const MOST_MS = 750;

/** Milliseconds of the processor for one call of `work`: the best of some, since others use the machine too. */
function bestTime(work: () => unknown): number {
  return Math.min(...Array.from({ length: TRIES }, () => processorMs(work)));
}

/**
 * The pathological texts of 10,000 characters for which `work` takes longer than `limit` milliseconds of the processor, or out of
 * proportion to its time for 2,500 characters; one line each.
 */
export function slowTexts(work: (text: string) => unknown, limit: number): string[] {
  return PATHOLOGICAL_TEXTS.flatMap(({ name, text }) => {
    const long = text(LONG);
    const took = bestTime(() => work(long));
    if (took <= FLOOR_MS) return [];
    const short = text(SHORT);
    const growth =
      took /
      Math.max(
        bestTime(() => work(short)),
        FLOOR_MS / MOST_GROWTH,
      );
    const isSlow = took > limit || growth > MOST_GROWTH;
    return isSlow ? [`${name}: ${took.toFixed(0)} ms, ${growth.toFixed(1)} times as long as a quarter`] : [];
  });
}
