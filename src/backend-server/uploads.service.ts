import { randomBytes } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { readdir, rm, stat } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { Transform, type TransformCallback } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Injectable, Logger, type OnApplicationBootstrap } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { uuidv7 } from 'uuidv7';
import { bodyTooSlow } from '../common/body-errors';
import { Clock } from '../common/clock';
import { makeDirectory } from '../common/make-directory';
import { Env } from '../config/env';
import { EXTENSIONS, type FileKind, fileKindOf, supportedName } from '../files/formats/file-kind';
import { RequestWatch } from '../files/upload/request-watch';
import { paceOf } from '../traffic/body-pace';
import { DocumentsService } from './documents.service';
import { FileIndexingService } from './file-indexing.service';
import { ProtocolError } from './protocol-error';

/** JSON is sent as bytes, because a JSON body would be parsed as a call. */
const MEDIA_TYPES: Readonly<Record<FileKind, string>> = {
  pdf: 'application/pdf',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  json: 'application/octet-stream',
  txt: 'text/plain',
  csv: 'text/csv',
  md: 'text/markdown',
};

/** The name without folders and hidden characters. Throws for an unsupported file. */
function readableName(given: string): string {
  try {
    return supportedName(given);
  } catch {
    throw new ProtocolError(
      'unsupported_file',
      `Files of this kind are not read: use ${EXTENSIONS.join(', ')}`,
    );
  }
}

const TICKET_TTL_MS = 15 * 60_000;
/** Further tickets replace the oldest. */
const MAX_TICKETS = 10_000;
const TOKEN_BYTES = 32;

/** 5 GB. */
export const MAX_FILE_BYTES = 5_368_709_120;
const FOLDER = 'uploads';
/** Older files are left over from a process that died. */
const STALE_MS = 86_400_000;
const BROKEN_OFF = 'The upload broke off';
/** Error codes of a client that disconnected. */
const GONE: ReadonlySet<string> = new Set(['ECONNRESET', 'ERR_STREAM_PREMATURE_CLOSE']);

interface Upload {
  namespace: string;
  fileName: string;
  bytes: number;
  documents: number;
}

/** Issues upload URLs, writes uploads to disk and indexes them as documents. */
@Injectable()
export class UploadsService implements OnApplicationBootstrap {
  private readonly logger = new Logger(UploadsService.name);
  /** Unused upload URLs by token. They end with the process: clients then ask for another. */
  private readonly tickets: LRUCache<string, { namespace: string; fileName: string }>;
  private readonly folder: string;

  constructor(
    private readonly env: Env,
    private readonly documents: DocumentsService,
    private readonly indexing: FileIndexingService,
    clock: Clock,
  ) {
    this.folder = join(env.DATA_DIR, FOLDER);
    this.tickets = new LRUCache({
      max: MAX_TICKETS,
      ttl: TICKET_TTL_MS,
      perf: { now: () => clock.now().getTime() },
    });
  }

  async onApplicationBootstrap(): Promise<void> {
    await this.removeStale().catch(() => this.logger.warn('Could not clear the folder of uploads'));
  }

  /** A token for one upload within 15 minutes. */
  async prepare(
    namespace: string,
    givenName: string,
  ): Promise<{ token: string; mediaType: string; fileName: string }> {
    const fileName = readableName(givenName);
    await this.documents.namespaceId(namespace);
    const token = randomBytes(TOKEN_BYTES).toString('base64url');
    this.tickets.set(token, { namespace, fileName });
    return { token, mediaType: MEDIA_TYPES[fileKindOf(fileName)], fileName };
  }

  /** Calls `invite` before it reads the body. */
  async take(token: string, body: IncomingMessage, invite: () => void): Promise<Upload> {
    const ticket = this.tickets.get(token);
    this.tickets.delete(token);
    if (ticket === undefined) {
      throw new ProtocolError(
        'upload_not_found',
        'This upload URL was used or has expired: request another one',
      );
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
