import { errorCode } from '../../../database/database-errors';
import { MAX_LISTED, type SweepError } from '../../sweep';

/** The memories that a sweep or a purge failed for. */
export class SweepErrors {
  readonly listed: SweepError[] = [];

  /** Throws the error when there are more than somebody could look after one by one: then it is no single memory. */
  add(memoryId: string, error: unknown): void {
    if (this.listed.length === MAX_LISTED) throw error;
    // Not the message: it may hold values.
    const code = errorCode(error);
    this.listed.push({ memoryId, error: code === null ? 'failed' : `the database refused it (${code})` });
  }
}
