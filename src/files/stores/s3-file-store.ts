import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { addAbortSignal, type Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import {
  DeleteObjectCommand,
  GetObjectCommand,
  ListObjectsV2Command,
  S3Client,
  S3ServiceException,
} from '@aws-sdk/client-s3';
import { Upload } from '@aws-sdk/lib-storage';
import { makeDirectory } from '../../common/make-directory';
import { FileStore, type LocalCopy, storageError } from '../file-store';

export interface S3Settings {
  bucket: string;
  /** Null: AWS. */
  endpoint: string | null;
  region: string;
  /** Null: the default credential chain of AWS. */
  credentials: { accessKeyId: string; secretAccessKey: string } | null;
  pathStyle: boolean;
}

/** Other programs may use the same bucket. */
const PREFIX = 'files/';
/** S3 takes at most 10,000 parts, so 78 GiB a file. An upload holds about three parts in memory. */
const PART_BYTES = 8_388_608;
const PARTS_AT_ONCE = 2;
const CONNECT_TIMEOUT_MS = 5_000;
/** The longest time without data on a connection. */
const IDLE_TIMEOUT_MS = 60_000;
/** The limit for all calls except downloads. */
const CALL_TIMEOUT_MS = 120_000;
const ATTEMPTS = 3;
const MAX_LISTED = 1_000;

/** Stores files in a bucket of any S3-compatible store. */
export class S3FileStore extends FileStore {
  private readonly client: S3Client;

  /** Downloads stay in the folder until they are released. */
  constructor(
    private readonly settings: S3Settings,
    private readonly folder: string,
  ) {
    super();
    this.client = clientOf(settings);
  }

  async put(key: string, bytes: Readable, signal: AbortSignal): Promise<void> {
    const params = { ...this.at(key), Body: addAbortSignal(signal, bytes) };
    // It deletes its parts when the stream fails; its own `abort` would not wait for that.
    const upload = new Upload({
      client: this.client,
      params,
      partSize: PART_BYTES,
      queueSize: PARTS_AT_ONCE,
    });
    try {
      await upload.done();
    } catch (error) {
      bytes.destroy();
      throw signal.aborted ? signal.reason : storeError(error);
    }
  }

  async fetch(key: string, signal: AbortSignal): Promise<LocalCopy | null> {
    const body = await this.download(key, signal);
    if (body === null) return null;
    await makeDirectory(this.folder);
    const path = join(this.folder, randomUUID());
    const release = () => rm(path, { force: true });
    try {
      await pipeline(body, createWriteStream(path, { mode: 0o600, flags: 'wx' }), { signal });
    } catch (error) {
      await release();
      throw signal.aborted ? signal.reason : storeError(error);
    }
    return { path, release };
  }

  async delete(key: string): Promise<void> {
    const abortSignal = AbortSignal.timeout(CALL_TIMEOUT_MS);
    await this.client.send(new DeleteObjectCommand(this.at(key)), { abortSignal }).catch(rethrow);
  }

  async list(before: Date, after: string | null): Promise<string[]> {
    const old: string[] = [];
    let next: string | undefined;
    do {
      const abortSignal = AbortSignal.timeout(CALL_TIMEOUT_MS);
      const command = new ListObjectsV2Command({
        Bucket: this.settings.bucket,
        Prefix: PREFIX,
        ...(after === null ? {} : { StartAfter: PREFIX + after }),
        ...(next === undefined ? {} : { ContinuationToken: next }),
      });
      const page = await this.client.send(command, { abortSignal }).catch(rethrow);
      for (const { Key, LastModified } of page.Contents ?? []) {
        if (Key !== undefined && LastModified && LastModified < before) old.push(Key.slice(PREFIX.length));
      }
      next = page.NextContinuationToken;
    } while (next !== undefined && old.length < MAX_LISTED);
    return old.slice(0, MAX_LISTED);
  }

  /** Nest calls it when the application stops. */
  onModuleDestroy(): void {
    this.client.destroy();
  }

  private async download(key: string, signal: AbortSignal): Promise<Readable | null> {
    try {
      const { Body } = await this.client.send(new GetObjectCommand(this.at(key)), { abortSignal: signal });
      return (Body as Readable | undefined) ?? null;
    } catch (error) {
      if (error instanceof S3ServiceException && error.name === 'NoSuchKey') return null;
      throw signal.aborted ? signal.reason : storeError(error);
    }
  }

  private at(key: string): { Bucket: string; Key: string } {
    return { Bucket: this.settings.bucket, Key: PREFIX + key };
  }
}

function clientOf({ endpoint, region, credentials, pathStyle }: S3Settings): S3Client {
  return new S3Client({
    region,
    forcePathStyle: pathStyle,
    ...(endpoint === null ? {} : { endpoint }),
    ...(credentials === null ? {} : { credentials }),
    maxAttempts: ATTEMPTS,
    requestHandler: { connectionTimeout: CONNECT_TIMEOUT_MS, socketTimeout: IDLE_TIMEOUT_MS },
    // Many S3-compatible stores reject checksums in trailers.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  });
}

function rethrow(error: unknown): never {
  throw storeError(error);
}

/** Translates errors of the store, and leaves errors of the byte stream. */
function storeError(error: unknown): unknown {
  const { name, code, $metadata } = error as { name: string; code?: string; $metadata?: object };
  if ($metadata === undefined && code === undefined && name !== 'TimeoutError') return error;
  const status = error instanceof S3ServiceException ? error.$metadata.httpStatusCode : undefined;
  return storageError(code ?? name, status);
}
