import { errorName } from '../../common/error-name';
import type { FileRecord } from '../file-record';
import { ReaderFailure } from '../reading/reader-process';
import { UnreadableFile } from '../file-content';

/** A file that this process is reading. */
export interface FileJob {
  file: FileRecord;
  /** A new UUID each time the job is taken. */
  holder: string;
  /** Attempts since the last stored batch, including this one. */
  attempts: number;
}

/** How long a hold lasts without an extension. */
export const LEASE_MS = 15_000;
/** Attempts in a row that crash the process or fail for an unknown reason. */
export const MAX_ATTEMPTS = 5;
/** Attempts that exceed the memory or the time of a reader; the second one in case the machine was busy. */
const MAX_READINGS = 2;
const FIRST_WAIT_MS = 2_000;
export const LONGEST_WAIT_MS = 300_000;

/** Another process holds the job, or the file is being deleted. */
export class JobLost extends Error {
  constructor() {
    super('The job is held by another process');
    this.name = 'JobLost';
  }
}

/** Milliseconds before the next attempt. */
export function waitAfter(attempts: number): number {
  return Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 4 ** Math.max(0, attempts - 1));
}

export interface JobFailure {
  /** There is no further attempt. */
  isFinal: boolean;
  /** The attempt counts, because the file may have caused the failure. */
  counts: boolean;
  /** For the person who uploaded the file. */
  message: string;
  /** For the log, without content of the file; null when the failure needs no investigation. */
  trace: string | null;
}

/** `isElsewhere`: the failure has nothing to do with the file. */
export function failureOf(error: unknown, attempts: number, isElsewhere: boolean): JobFailure {
  if (error instanceof UnreadableFile) {
    return { isFinal: true, counts: true, message: error.message, trace: null };
  }
  if (error instanceof ReaderFailure) {
    const { message, trace } = error;
    return { isFinal: attempts >= MAX_READINGS, counts: true, message, trace: trace ?? message };
  }
  const isFinal = !isElsewhere && attempts >= MAX_ATTEMPTS;
  return { isFinal, counts: !isElsewhere, message: 'The file could not be indexed', trace: errorName(error) };
}
