import { createHash } from 'node:crypto';

/** What the loop below takes on the machine that the limits were chosen on (two cores), when it is idle. */
const REFERENCE_MS = 100;
/** Beyond this, a limit would let faults of seconds pass. */
const MOST = 4;

/** What limits of time are multiplied by, 1 to 4. */
export interface Slowness {
  /** For limits of processor time: how much slower than the reference this processor is. */
  processor: number;
  /** For limits of waiting: how much longer work takes here, other processes included. */
  machine: number;
}

export function measureSlowness(): Slowness {
  const loops = Array.from({ length: 5 }, timeLoop);
  return {
    processor: factorOf(loops.map((each) => each.processorMs)),
    machine: factorOf(loops.map((each) => each.wallMs)),
  };
}

/** By the median. */
function factorOf(times: readonly number[]): number {
  const median = [...times].sort((a, b) => a - b)[Math.floor(times.length / 2)] ?? REFERENCE_MS;
  return Math.min(MOST, Math.max(1, median / REFERENCE_MS));
}

function timeLoop(): { processorMs: number; wallMs: number } {
  const block = Buffer.alloc(1_048_576, 'attack');
  const from = performance.now();
  const before = process.cpuUsage();
  for (let i = 0; i < 165; i += 1) createHash('sha256').update(block).digest();
  const { user, system } = process.cpuUsage(before);
  return { processorMs: (user + system) / 1000, wallMs: performance.now() - from };
}
