import { DomainError } from '../common/domain-error';
import { ERROR_TABLE } from '../common/error-table';
import type { Env } from '../config/env';

/** Throws TransferUnsupported when the memories are not in this database. */
export function refuseExternalBackend({ BACKEND_MODE }: Env): void {
  if (BACKEND_MODE === 'embedded') return;
  throw new DomainError('TransferUnsupported', ERROR_TABLE.TransferUnsupported.message);
}
