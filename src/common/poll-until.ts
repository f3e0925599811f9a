import { setTimeout as delay } from 'node:timers/promises';

/** In milliseconds. */
export interface PollTimes {
  timeoutMs: number;
  firstPauseMs: number;
  longestPauseMs: number;
}

/** Asks until there is an answer; null when time is up. Pauses double, with random lengths so that callers spread. */
export async function pollUntil<T>(
  { timeoutMs, firstPauseMs, longestPauseMs }: PollTimes,
  ask: (msLeft: number) => Promise<T | null>,
): Promise<T | null> {
  const end = performance.now() + timeoutMs;
  for (let pauseMs = firstPauseMs; ; pauseMs = Math.min(2 * pauseMs, longestPauseMs)) {
    const answer = await ask(end - performance.now());
    if (answer !== null) return answer;
    const left = end - performance.now();
    if (left <= 0) return null;
    await delay(Math.min(left, pauseMs * (0.5 + Math.random() / 2)));
  }
}
