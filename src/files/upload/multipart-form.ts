import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import busboy, { type Busboy } from 'busboy';
import { invalid, type ValidationError } from '../../common/validation-error';

const FIELD = 'file';
/** In bytes: other fields, other files and part headers of a form. */
export const MAX_BESIDES = 1_048_576;
const LIMITS = { fields: 100, files: 20, parts: 120, headerPairs: 100, fieldSize: 65_536 };

export type TakeFile = (givenName: string, bytes: Readable) => Promise<void>;

/** Reads a multipart form once. The first file named `file` counts; the rest is skipped. */
export class MultipartForm {
  private readonly parser: Busboy;
  private taken: Promise<void> | null = null;
  private received = 0;
  /** The received bytes of the file. */
  private ofFile = 0;
  private fileStream: Readable | null = null;

  /** Throws a ValidationError when the request is no multipart form. */
  constructor(private readonly request: IncomingMessage) {
    this.parser = parserOf(request.headers);
  }

  /** Reads to the end. Rejects, after `take` ended, for a bad form, the signal or `take`; the request stays open. */
  async read(take: TakeFile, signal: AbortSignal): Promise<void> {
    try {
      await new Promise<void>((resolve, reject) => {
        signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true });
        this.parser.on('file', (field, bytes, { filename }) => {
          // The parser reports a form that breaks off too.
          bytes.on('error', () => undefined);
          if (field === FIELD && filename && this.taken === null)
            this.takeFile(bytes, filename, take, reject);
          else bytes.resume();
        });
        this.parser.on('error', () => reject(unreadable()));
        this.parser.once('close', () => this.finish(resolve, reject));
        this.request.on('data', (chunk: Buffer) => this.count(chunk, reject));
        this.request.pipe(this.parser);
      });
    } finally {
      await this.stop();
    }
  }

  private takeFile(bytes: Readable, name: string, take: TakeFile, reject: (reason: Error) => void): void {
    this.fileStream = bytes;
    bytes.on('data', (chunk: Buffer) => (this.ofFile += chunk.length));
    this.taken = take(name, bytes);
    this.taken.catch(reject);
  }

  private finish(resolve: () => void, reject: (reason: Error) => void): void {
    if (this.taken === null) reject(missing());
    else this.taken.then(resolve, reject);
  }

  /** Runs before the parser gets the chunk. */
  private count(chunk: Buffer, reject: (reason: Error) => void): void {
    const besides = this.received - this.ofFile - (this.fileStream?.readableLength ?? 0);
    this.received += chunk.length;
    if (besides > MAX_BESIDES) reject(overfull());
  }

  private async stop(): Promise<void> {
    this.request.unpipe(this.parser);
    this.request.removeAllListeners('data');
    this.parser.destroy();
    await this.taken?.catch(() => undefined);
  }
}

function parserOf(headers: IncomingHttpHeaders): Busboy {
  if (!/^multipart\/form-data\s*;/i.test(headers['content-type'] ?? '')) throw missing();
  try {
    return busboy({ headers, limits: LIMITS, preservePath: true, defParamCharset: 'utf8' });
  } catch {
    throw unreadable();
  }
}

function missing(): ValidationError {
  const message = 'Field required: send a multipart form with one file in its field `file`';
  return invalid(['body', FIELD], message, null, 'missing');
}

function unreadable(): ValidationError {
  return invalid(['body', FIELD], 'The multipart form is broken, or breaks off', null, 'multipart_invalid');
}

function overfull(): ValidationError {
  const message = `The form holds more than ${MAX_BESIDES} bytes besides its file`;
  return invalid(['body'], message, null, 'multipart_invalid');
}
