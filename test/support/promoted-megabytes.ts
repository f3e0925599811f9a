import { execFileSync } from 'node:child_process';

/** Node's flags: without the last, V8 makes some objects old at once. */
const FLAGS = ['--expose-gc', '--max-semi-space-size=16', '--no-allocation-site-pretenuring'];

export interface Filling {
  /** JavaScript that defines `fill(count)`. */
  script: string;
  warmUp: number;
  count: number;
}

/**
 * Megabytes of the garbage of `fill(count)` that are promoted to the old generation. It runs in its own process, because
 * other objects of this one would be counted too.
 */
export function promotedMegabytes({ script, warmUp, count }: Filling): number {
  const whole = `
    const { getHeapSpaceStatistics } = require('node:v8');
    ${script}
    const old = () => getHeapSpaceStatistics().find((space) => space.space_name === 'old_space').space_used_size;
    fill(${warmUp});
    gc();
    gc();
    const before = old();
    fill(${count});
    console.log((old() - before) / 2 ** 20);
  `;
  const args = [...FLAGS, '-r', '@swc-node/register', '-e', whole];
  return Number(execFileSync(process.execPath, args, { encoding: 'utf8', timeout: 30_000 }));
}
