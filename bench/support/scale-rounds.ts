import { percentiles } from './percentiles';
import { startProgress } from '../../src/common/progress';
import type { ScaleCase } from './scale-case';

const WARM_UP = 150;
const ROUND = 20;

/**
 * Recalls on every case, one after another on its one connection, the cases by turns of some recalls each, so
 * that what else the machine does hits all of them. Returns each case's times in milliseconds.
 */
export async function measureRounds(cases: readonly ScaleCase[], recalls: number): Promise<number[][]> {
  const times = cases.map((): number[] => []);
  for (const one of cases) await recallTimes(one, 0, WARM_UP);
  const progress = startProgress('Recalling', recalls * cases.length);
  for (let done = 0; done < recalls; done += ROUND) {
    const count = Math.min(ROUND, recalls - done);
    for (const [at, one] of cases.entries()) {
      times[at]?.push(...(await recallTimes(one, WARM_UP + done, count)));
      progress.step(count);
    }
  }
  progress.stop();
  return times;
}

async function recallTimes(one: ScaleCase, from: number, count: number): Promise<number[]> {
  const times: number[] = [];
  // The first of a turn finds the processor's caches full of other processes' data, and is not counted.
  await one.connection.post(one.path, one.bodies.at(-1) ?? '');
  for (let at = from; at < from + count; at++) {
    times.push(await one.connection.post(one.path, one.bodies[at % one.bodies.length] ?? ''));
  }
  return times;
}

/** Milliseconds. */
export interface RecallTimes {
  p50: number;
  p99: number;
}

export function recallTimesOf(times: readonly number[]): RecallTimes {
  const { p50, p99 } = percentiles(times);
  return { p50, p99 };
}
