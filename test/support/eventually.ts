import { setTimeout as pause } from 'node:timers/promises';

const STEP_MS = 20;
/** Long enough for a machine that others slow down. */
const LIMIT_MS = 60_000;

/** Asks again and again until the answer satisfies, and gives it. Throws with the last answer after `limitMs`. */
export async function eventually<T>(
  ask: () => T | Promise<T>,
  satisfies: (answer: T) => boolean,
  limitMs = LIMIT_MS,
): Promise<T> {
  const deadline = Date.now() + limitMs;
  for (;;) {
    const answer = await ask();
    if (satisfies(answer)) return answer;
    if (Date.now() > deadline) throw new Error(`Not in time; the last answer: ${JSON.stringify(answer)}`);
    await pause(STEP_MS);
  }
}
