import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

const SAMPLE_MS = 500;

/** Memory of a process that is in RAM, in MB (10^6 bytes); 0 when it has ended. */
export function residentMegabytes(pid: number): number {
  return (residentKibibytes(pid) * 1024) / 1e6;
}

function residentKibibytes(pid: number): number {
  try {
    return Number(/^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]);
  } catch {
    // Not Linux, or the process has ended: then `ps` prints nothing, which is zero.
    return Number(spawnSync('ps', ['-o', 'rss=', '-p', String(pid)], { encoding: 'utf8' }).stdout);
  }
}

/**
 * Memory of a process and of the processes that it started, in MB (10^6 bytes): a page that several processes of the
 * machine share counts by its part (PSS). Linux only.
 */
export function proportionalMegabytes(pid: number): number {
  const rollup = readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8');
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean);
  const own = (Number(/^Pss:\s+(\d+) kB$/m.exec(rollup)?.[1]) * 1024) / 1e6;
  return children.reduce((sum, child) => sum + proportionalMegabytes(Number(child)), own);
}

/** The highest reading since it was made, two a second. */
export class MemoryPeak {
  private readonly timer: NodeJS.Timeout;
  private highest = 0;

  constructor(private readonly pid: number) {
    this.read();
    this.timer = setInterval(() => this.read(), SAMPLE_MS);
  }

  /** MB. */
  stop(): number {
    clearInterval(this.timer);
    this.read();
    return this.highest;
  }

  private read(): void {
    this.highest = Math.max(this.highest, residentMegabytes(this.pid));
  }
}
