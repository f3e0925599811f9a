import type { Readable } from 'node:stream';

/** A stored file on this machine, for as long as it is needed. */
export interface LocalCopy {
  path: string;
  /** Lets go of it. */
  release(): Promise<void>;
}

/** Where the bytes of files lie until they are read. Keys are the ids of files. */
export abstract class FileStore {
  /**
   * Stores what the stream gives; durable when it resolves. When the stream fails, or the signal is aborted, nothing
   * stays, and the reason is thrown. Throws `DomainError('storage_full')` where there is no room.
   */
  abstract put(key: string, bytes: Readable, signal: AbortSignal): Promise<void>;
  /** Null when it is not there. */
  abstract fetch(key: string, signal: AbortSignal): Promise<LocalCopy | null>;
  /** One that is gone counts as deleted. */
  abstract delete(key: string): Promise<void>;
  /** Keys of what has been there since before a time, in their order after a key (null: the first), at most 1,000. */
  abstract list(before: Date, after: string | null): Promise<string[]>;
}
