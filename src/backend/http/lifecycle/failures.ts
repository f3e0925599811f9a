import { DomainError } from '../../../common/domain-error';
import { errorCode, isDatabaseUnavailable } from '../../../database/database-errors';
import { MAX_LISTED, type SweepError } from '../../sweep';
import type { BackendApi } from '../protocol/backend-api';

/** The memories that a sweep or a purge failed for. */
export class Failures {
  readonly listed: SweepError[] = [];

  constructor(private readonly api: Pick<BackendApi, 'ping'>) {}

  /**
   * Throws when it is not about the one memory: the backend or the database is away, the namespace is gone, or there
   * are more failures than somebody could look after one by one.
   */
  async add(memoryId: string, error: unknown): Promise<void> {
    if (this.listed.length === MAX_LISTED || isDatabaseUnavailable(error)) throw error;
    if (error instanceof DomainError && error.code !== 'BackendUnavailable') throw error;
    await this.api.ping();
    this.listed.push({ memoryId, error: textOf(error) });
  }
}

/** Not the message: it may hold values. */
function textOf(error: unknown): string {
  if (error instanceof DomainError) return 'the backend did not take it';
  const code = errorCode(error);
  return code === null ? 'failed' : `the database refused it (${code})`;
}
