import { setTimeout as delay } from 'node:timers/promises';

const GROWTH = 1.5;
const MAX_WAIT_MS = 1_000;

/** Asks, waits a little longer each time, and asks again, until there is an answer; null when time is up. */
export async function polled<T>(
  timeoutMs: number,
  firstWaitMs: number,
  ask: (msLeft: number) => Promise<T | null>,
): Promise<T | null> {
  const end = performance.now() + timeoutMs;
  for (let wait = firstWaitMs; ; wait = Math.min(wait * GROWTH, MAX_WAIT_MS)) {
    const answer = await ask(end - performance.now());
    if (answer !== null) return answer;
    const left = end - performance.now();
    if (left <= 0) return null;
    await delay(Math.min(wait, left));
  }
}
