import { DomainError } from '../../common/domain-error';

/** Of the system, and of stores that speak S3: no room, or no more of it for us. */
const FULL: ReadonlySet<string> = new Set([
  'ENOSPC',
  'EDQUOT',
  'QuotaExceeded',
  'QuotaExceededException',
  'ServiceQuotaExceededException',
  'XMinioStorageFull',
  'XMinioAdminBucketQuotaExceeded',
]);

export function storageFull(): DomainError {
  return new DomainError('storage_full', 'There is no room left to store the file');
}

export function storageFailed(code: string): DomainError {
  return new DomainError('BackendUnavailable', `The file could not be stored (${code}): try again shortly`);
}

export function isFull(code: string): boolean {
  return FULL.has(code);
}
