import { createWriteStream } from 'node:fs';
import { readdir, rm, stat } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { Transform, type TransformCallback } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Injectable, Logger, type OnApplicationBootstrap } from '@nestjs/common';
import { uuidv7 } from 'uuidv7';
import { bodyTooSlow } from '../common/body-errors';
import { Clock } from '../common/clock';
import { makeDirectory } from '../common/make-directory';
import { Env } from '../config/env';
import { RequestWatch } from '../files/upload/request-watch';
import { paceOf } from '../traffic/body-pace';
import { DocumentsService } from './documents.service';
import { FileIndexingService } from './file-indexing.service';
import { baseNameOf, mediaTypeOf, READABLE } from './file-kind';
import { ProtocolError } from './protocol-error';
import { UploadTickets } from './upload-tickets';

/** 5 GB. */
export const MAX_FILE_BYTES = 5_368_709_120;
const FOLDER = 'uploads';
/** Whatever is older was left by a process that died. */
const STALE_MS = 86_400_000;
const BROKEN_OFF = 'The upload broke off';
/** Codes of errors that mean that the client went away half-way. */
const GONE: ReadonlySet<string> = new Set(['ECONNRESET', 'ERR_STREAM_PREMATURE_CLOSE']);

export interface Upload {
  namespace: string;
  fileName: string;
  bytes: number;
  documents: number;
}

/** Takes files: a URL for each, the bytes to disk, documents of them. */
@Injectable()
export class UploadsService implements OnApplicationBootstrap {
  private readonly logger = new Logger(UploadsService.name);
  private readonly tickets = new UploadTickets();
  private readonly folder: string;

  constructor(
    private readonly env: Env,
    private readonly clock: Clock,
    private readonly documents: DocumentsService,
    private readonly indexing: FileIndexingService,
  ) {
    this.folder = join(env.DATA_DIR, FOLDER);
  }

  async onApplicationBootstrap(): Promise<void> {
    await this.removeStale().catch(() => this.logger.warn('Could not clear the folder of uploads'));
  }

  /** A token for one upload within a quarter of an hour. */
  async prepare(
    namespace: string,
    givenName: string,
  ): Promise<{ token: string; mediaType: string; fileName: string }> {
    const fileName = baseNameOf(givenName);
    const mediaType = mediaTypeOf(fileName);
    if (mediaType === null) {
      throw new ProtocolError(
        'unsupported_file',
        `Files of this kind are not read: use ${READABLE.join(', ')}`,
      );
    }
    await this.documents.namespaceId(namespace);
    return { token: this.tickets.issue(namespace, fileName, this.clock.now()), mediaType, fileName };
  }

  /** `invite` is called before the body is read. */
  async take(token: string, body: IncomingMessage, invite: () => void): Promise<Upload> {
    const ticket = this.tickets.take(token, this.clock.now());
    if (ticket === null) {
      throw new ProtocolError('upload_not_found', 'This URL was used, or has lapsed: ask for another one');
    }
    const { namespace, fileName } = ticket;
    await makeDirectory(this.folder);
    const path = join(this.folder, uuidv7());
    invite();
    try {
      const bytes = await this.receive(body, path);
      const documents = await this.indexing.indexUpload(namespace, fileName, path);
      return { namespace, fileName, bytes, documents };
    } finally {
      await rm(path, { force: true });
    }
  }

  /** The number of bytes. */
  private async receive(body: IncomingMessage, path: string): Promise<number> {
    const watch = new RequestWatch(body, paceOf(this.env), {
      gone: new ProtocolError('bad_request', BROKEN_OFF),
      slow: bodyTooSlow(this.env.BODY_MIN_BYTES_PER_SECOND),
    });
    const counted = new CountedBytes();
    try {
      const { signal } = watch;
      await pipeline(body, counted, createWriteStream(path, { mode: 0o600, flags: 'wx' }), { signal });
    } catch (error) {
      if (watch.signal.aborted) throw watch.signal.reason;
      if (!GONE.has((error as NodeJS.ErrnoException).code ?? '')) throw error;
      throw new ProtocolError('bad_request', BROKEN_OFF);
    } finally {
      watch.stop();
    }
    return counted.total;
  }

  private async removeStale(): Promise<void> {
    const names = await readdir(this.folder).catch(() => []);
    for (const name of names) {
      const path = join(this.folder, name);
      const entry = await stat(path).catch(() => null);
      if (entry && Date.now() - entry.mtimeMs > STALE_MS) await rm(path, { force: true });
    }
  }
}

class CountedBytes extends Transform {
  total = 0;

  override _transform(chunk: Buffer, _encoding: BufferEncoding, done: TransformCallback): void {
    this.total += chunk.length;
    if (this.total <= MAX_FILE_BYTES) done(null, chunk);
    else done(new ProtocolError('file_too_large', `A file has at most ${MAX_FILE_BYTES} bytes`));
  }
}
