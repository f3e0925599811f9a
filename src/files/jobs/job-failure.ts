import { errorName } from '../../common/error-name';
import { ReaderFailure } from '../reading/reader-failure';
import { UnreadableFile } from '../unreadable-file';
import { MOST_ATTEMPTS, MOST_READINGS } from './file-job';

/** What is to become of a job that failed. */
export interface JobFailure {
  /** Not to be tried again. */
  isFinal: boolean;
  /** Whether the try may be the file's fault. */
  counts: boolean;
  /** For the person who sent the file. */
  message: string;
  /** For the log, without anything that the file says; null where there is nothing to look into. */
  trace: string | null;
}

const UNFORESEEN = 'The file could not be indexed';

/**
 * `attempts`: tries in a row without anything stored, this one included. `isElsewhere`: what failed says nothing about
 * the file.
 */
export function failureOf(error: unknown, attempts: number, isElsewhere: boolean): JobFailure {
  if (error instanceof UnreadableFile) {
    return { isFinal: true, counts: true, message: error.message, trace: null };
  }
  if (error instanceof ReaderFailure) {
    const { message, trace } = error;
    return { isFinal: attempts >= MOST_READINGS, counts: true, message, trace: trace ?? message };
  }
  if (isElsewhere) return { isFinal: false, counts: false, message: UNFORESEEN, trace: errorName(error) };
  return { isFinal: attempts >= MOST_ATTEMPTS, counts: true, message: UNFORESEEN, trace: errorName(error) };
}
