import type { IncomingMessage } from 'node:http';
import { PassThrough } from 'node:stream';
import { HttpException, Injectable } from '@nestjs/common';
import { bodyTooSlow } from '../common/body-errors';
import { TextChanges } from '../backend/text-changes.repository';
import { DomainError } from '../common/domain-error';
import { hasBody } from '../common/request-body';
import { invalid } from '../common/validation-error';
import { Env } from '../config/env';
import { DueMemories } from '../memories/due-memories.service';
import { RequestWatch } from '../files/upload/request-watch';
import { paceOf } from '../traffic/body-pace';
import { addDamaged, newTally, type ImportTally } from './import-tally';
import { ImportService, type ImportOptions } from './import.service';
import { BadLine } from './transfer-line';
import { importResponse, type ImportResponse } from './transfer.dto';
import { TransferSlots, refuseExternalBackend } from './transfer-slots';

export const NDJSON = 'application/x-ndjson';

/** Imports of a process at a time. Each of them may hold a few of the longest lines. */
const MAX_IMPORTS = 2;
/**
 * A memory with a hundred edits of the longest content, or with thousands of usual ones. Reading a line takes a turn of
 * the event loop; the command serves no other client, and takes longer ones.
 */
const MAX_LINE_BYTES = 8 * 1024 * 1024;

type StreamOptions = Pick<ImportOptions, 'force' | 'refusal'>;

/** Imports the stream that a client sends, while the service runs. */
@Injectable()
export class StreamImport {
  private readonly slots = new TransferSlots('imports', MAX_IMPORTS);

  constructor(
    private readonly env: Env,
    private readonly imports: ImportService,
    private readonly texts: TextChanges,
    private readonly due: DueMemories,
  ) {}

  /**
   * Calls `invite`, then reads the body as fast as the database takes it. Throws ImportIncomplete, ValidationError
   * (empty), unsupported_media_type, TransferUnsupported, ServiceOverloaded, or a 408 for a slow body.
   */
  async take(request: IncomingMessage, options: StreamOptions, invite: () => void): Promise<ImportResponse> {
    refuseExternalBackend(this.env);
    checkType(request);
    if (!hasBody(request)) throw emptyBody();
    const free = this.slots.take();
    try {
      invite();
      return resultOf(await this.read(request, options));
    } finally {
      free();
    }
  }

  private async read(request: IncomingMessage, given: StreamOptions): Promise<ImportTally> {
    const { BODY_MIN_BYTES_PER_SECOND } = this.env;
    const reasons = {
      gone: new HttpException('The import broke off', 400),
      slow: bodyTooSlow(BODY_MIN_BYTES_PER_SECOND),
    };
    const watch = new RequestWatch(request, paceOf(this.env), reasons);
    // A pipe stops reading while the database works. Leaving a loop over the request itself would end the connection.
    const bytes = new PassThrough();
    const breakOff = (): void => void bytes.destroy(watch.signal.reason as Error);
    watch.signal.addEventListener('abort', breakOff);
    if (watch.signal.aborted) breakOff();
    request.pipe(bytes);
    const imported = new Set<string>();
    try {
      const options: ImportOptions = {
        ...given,
        agents: null,
        limits: 'remembered',
        maxLineBytes: MAX_LINE_BYTES,
        onImported: (namespace) => {
          this.texts.written(namespace);
          imported.add(namespace);
        },
      };
      const tally = await this.imports.import(bytes, options);
      for (const namespace of imported) await this.due.changed(namespace);
      return tally;
    } catch (error) {
      if (error instanceof BadLine) return unreadable(error);
      throw error;
    } finally {
      watch.stop();
      request.unpipe(bytes);
      bytes.destroy();
    }
  }
}

function checkType({ headers }: IncomingMessage): void {
  const [type = ''] = (headers['content-type'] ?? '').split(';', 1);
  if (type.trim().toLowerCase() !== NDJSON) {
    throw unsupported(`Send the lines of an export, with Content-Type: ${NDJSON}`);
  }
  if ((headers['content-encoding'] ?? 'identity').toLowerCase() !== 'identity') {
    throw unsupported('Unsupported Content-Encoding: send the lines uncompressed');
  }
}

function unsupported(message: string): DomainError {
  return new DomainError('unsupported_media_type', message);
}

function emptyBody(): Error {
  return invalid(['body'], 'Field required: send the lines of an export', null, 'missing');
}

function unreadable(error: BadLine): ImportTally {
  if (error.isEmpty) throw emptyBody();
  const tally = newTally();
  addDamaged(tally, 1, error.message);
  return tally;
}

/** Throws ImportIncomplete, with the same counts, unless every line came whole. */
function resultOf(tally: ImportTally): ImportResponse {
  const result = importResponse(tally);
  const { damagedCount, isComplete } = tally;
  if (damagedCount > 0) {
    throw incomplete(`${damagedCount} lines of the stream are damaged. The others are imported`, result);
  }
  if (isComplete) return result;
  throw incomplete('The stream has no end line: it broke off. What came of it is imported', result);
}

function incomplete(what: string, result: ImportResponse): DomainError {
  return new DomainError('ImportIncomplete', `${what}; send it again to continue`, { ...result });
}
