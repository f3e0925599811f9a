import { setTimeout as pause } from 'node:timers/promises';

const STEP_MS = 50;

/** Asks again and again until the answer is true. Throws when that takes longer than `limitMs`. */
export async function pollUntil(
  what: string,
  limitMs: number,
  isTrue: () => Promise<boolean>,
): Promise<void> {
  const deadline = Date.now() + limitMs;
  while (!(await isTrue())) {
    if (Date.now() > deadline) throw new Error(`${what}: not within ${limitMs / 1000} s`);
    await pause(STEP_MS);
  }
}
