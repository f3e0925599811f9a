import { rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { KnownClock } from './writer';

/** What is lost between the clock of the test and that of the service, and what it takes to notice a shift. */
const TOLERANCE_MS = 100;

/** The clock of a service that has that of this machine. */
export const aroundNow: KnownClock = () => [Date.now() - TOLERANCE_MS, Date.now() + TOLERANCE_MS];

/** The clock of a service process, which a test moves while it runs. */
export class ShiftedClock {
  private shiftMs = 0;
  private readonly file: string;

  private constructor(folder: string) {
    this.file = join(folder, 'clock-shift');
  }

  /** In a folder of the test. */
  static async create(folder: string): Promise<ShiftedClock> {
    const clock = new ShiftedClock(folder);
    await clock.shift(0);
    return clock;
  }

  /** For the process whose clock it is. */
  get variables(): NodeJS.ProcessEnv {
    const preload = join(__dirname, 'shifted-clock.cjs');
    return { NODE_OPTIONS: `--require ${preload}`, CLOCK_SHIFT_FILE: this.file };
  }

  /** From now on it runs ahead of that of the machine by so much, or behind it. */
  async shift(ms: number): Promise<void> {
    this.shiftMs = ms;
    await writeFile(`${this.file}.new`, String(ms));
    await rename(`${this.file}.new`, this.file);
  }

  readonly known: KnownClock = () => {
    const now = Date.now() + this.shiftMs;
    return [now - TOLERANCE_MS, now + TOLERANCE_MS];
  };
}
