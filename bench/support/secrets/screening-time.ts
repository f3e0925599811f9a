import { textTable } from '../text-table';
import type { Detector } from './detectors';

const ROUNDS = 5;
/** UTF-16 units. */
const LENGTH = 1_000;

/** The best of some rounds of each detector, by turns: texts as they are, and texts of 1,000 characters made of them. */
export async function microseconds(
  detectors: readonly Detector[],
  texts: readonly string[],
): Promise<string> {
  const joined = texts.join('\n').match(new RegExp(`[^]{${LENGTH}}`, 'g')) ?? [];
  const sets = [texts, joined];
  const best = detectors.map(() => sets.map(() => Infinity));
  for (let round = 0; round < ROUNDS; round++)
    for (const [at, detector] of detectors.entries())
      for (const [set, each] of sets.entries()) {
        const row = best[at] ?? [];
        row[set] = Math.min(row[set] ?? Infinity, await timeOf(detector, each));
      }
  const rows = detectors.map(({ name }, at) => [name, ...(best[at] ?? []).map((time) => time.toFixed(0))]);
  const average = Math.round(texts.reduce((sum, { length }) => sum + length, 0) / texts.length);
  return textTable(['µs a text', `${average} characters`, `${LENGTH} characters`], rows);
}

async function timeOf({ find }: Detector, texts: readonly string[]): Promise<number> {
  const start = process.hrtime.bigint();
  await find(texts);
  return Number(process.hrtime.bigint() - start) / 1_000 / texts.length;
}
