import { shownMetric } from '../../test/support/shown-metric';
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

/** Of a store of thousands, while its memories are compared by ten a second. */
const LINKS_LIMIT_MS = 900_000;

/** Waits until the service has found the links between the memories that it has. */
export async function waitUntilLinked(url: string): Promise<void> {
  const isLinked = async (): Promise<boolean> => (await shownMetric(url, 'link_backlog_memories')) === 0;
  await pollUntil('Links are found', LINKS_LIMIT_MS, isLinked);
}
