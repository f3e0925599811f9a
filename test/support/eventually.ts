import { setTimeout as pause } from 'node:timers/promises';

/** Before the second question; the pauses grow, because questions of a long wait take the processor from what it waits for. */
const FIRST_PAUSE_MS = 20;
const LONGEST_PAUSE_MS = 100;
/** Long enough for a machine that others slow down. */
const LIMIT_MS = 60_000;

/** Asks again and again until the answer satisfies, and gives it. Throws with the last answer after `limitMs`. */
export async function eventually<T>(
  ask: () => T | Promise<T>,
  satisfies: (answer: T) => boolean,
  limitMs = LIMIT_MS,
): Promise<T> {
  const deadline = Date.now() + limitMs;
  for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(pauseMs * 1.3, LONGEST_PAUSE_MS)) {
    const answer = await ask();
    if (satisfies(answer)) return answer;
    if (Date.now() > deadline) throw new Error(`Not in time; the last answer: ${JSON.stringify(answer)}`);
    await pause(pauseMs);
  }
}
