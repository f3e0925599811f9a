import { createWriteStream } from 'node:fs';
import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Transform, type Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Injectable, Logger, type OnApplicationBootstrap } from '@nestjs/common';
import { uuidv7 } from 'uuidv7';
import { Clock } from '../common/clock';
import { makeDirectory } from '../common/make-directory';
import { Env } from '../config/env';
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
/** What a client leaves that goes away half-way. */
const BROKEN_OFF: ReadonlySet<string> = new Set(['ECONNRESET', 'ERR_STREAM_PREMATURE_CLOSE']);

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
    env: Env,
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

  async take(token: string, body: Readable): Promise<Upload> {
    const ticket = this.tickets.take(token, this.clock.now());
    if (ticket === null) {
      throw new ProtocolError('upload_not_found', 'This URL was used, or has lapsed: ask for another one');
    }
    const { namespace, fileName } = ticket;
    await makeDirectory(this.folder);
    const path = join(this.folder, uuidv7());
    try {
      const bytes = await receive(body, path);
      const documents = await this.indexing.indexUpload(namespace, fileName, path);
      return { namespace, fileName, bytes, documents };
    } finally {
      await rm(path, { force: true });
    }
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

/** The number of bytes. */
async function receive(body: Readable, path: string): Promise<number> {
  let bytes = 0;
  const counted = new Transform({
    transform: (chunk: Buffer, _encoding, done) => {
      bytes += chunk.length;
      if (bytes <= MAX_FILE_BYTES) done(null, chunk);
      else done(new ProtocolError('file_too_large', `A file has at most ${MAX_FILE_BYTES} bytes`));
    },
  });
  try {
    await pipeline(body, counted, createWriteStream(path, { mode: 0o600, flags: 'wx' }));
  } catch (error) {
    if (!BROKEN_OFF.has((error as NodeJS.ErrnoException).code ?? '')) throw error;
    throw new ProtocolError('bad_request', 'The upload broke off');
  }
  return bytes;
}
