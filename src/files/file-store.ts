import type { Readable } from 'node:stream';
import { DomainError } from '../common/domain-error';

/** A stored file on this machine, until it is released. */
export interface LocalCopy {
  path: string;
  release(): Promise<void>;
}

/** Stores the bytes of files until they are read. Keys are the ids of files. */
export abstract class FileStore {
  /** Durable once resolved. A failed or aborted stream stores nothing and throws the reason, or `storage_full`. */
  abstract put(key: string, bytes: Readable, signal: AbortSignal): Promise<void>;
  /** Null when the key is unknown. */
  abstract fetch(key: string, signal: AbortSignal): Promise<LocalCopy | null>;
  /** Resolves for an unknown key too. */
  abstract delete(key: string): Promise<void>;
  /** Lists at most 1,000 keys stored before a time, in order, after a key (null: from the first). */
  abstract list(before: Date, after: string | null): Promise<string[]>;
}

/** Error codes of a full disk or an exhausted quota, of the system and of S3-compatible stores. */
const FULL: ReadonlySet<string> = new Set(
  `ENOSPC EDQUOT QuotaExceeded QuotaExceededException ServiceQuotaExceededException XMinioStorageFull
XMinioAdminBucketQuotaExceeded`.split(/\s/),
);

/** `code`: of the system or the store; `status`: of the store's answer, where 507 means that it is full. */
export function storageError(code: string, status?: number): DomainError {
  return FULL.has(code) || status === 507
    ? new DomainError('storage_full')
    : new DomainError('BackendUnavailable', `The file could not be stored (${code}): try again shortly`);
}
