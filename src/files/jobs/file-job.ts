import type { FileRecord } from '../file-record';

/** A file that this process is reading. */
export interface FileJob {
  file: FileRecord;
  /** Who has it: a UUID of its own for every time that it is taken. */
  holder: string;
  /** Tries since something of it was stored last, this one included. */
  attempts: number;
}

/** Somebody else has the job by now, or wants the file gone. */
export class JobLost extends Error {
  constructor() {
    super('The job is held by somebody else');
    this.name = 'JobLost';
  }
}

/** Such a file has ended its process, or failed for reasons nobody foresaw, this often in a row. */
export const MOST_ATTEMPTS = 5;
/** One that cannot be read in the memory or time there is is tried once more: the machine may have been busy. */
export const MOST_READINGS = 2;

const FIRST_WAIT_MS = 2_000;
export const LONGEST_WAIT_MS = 300_000;

/** How long a job is left alone after so many tries. */
export function waitAfter(attempts: number): number {
  return Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 4 ** Math.max(0, attempts - 1));
}
