import { Transform, TransformCallback, pipeline, type Readable } from 'node:stream';
import { Entry, openPromise, ZipFile } from 'yauzl';
import { UnreadableFile } from '../unreadable-file';

/** What an Office document may unpack to; those that people write stay far below. */
export interface ZipLimits {
  entries: number;
  /** Unpacked bytes of all parts. */
  totalBytes: number;
  /** Unpacked bytes for one packed byte, in parts of more than `ratioFromBytes`. Text packs to a tenth or so. */
  ratio: number;
  ratioFromBytes: number;
}

export const ZIP_LIMITS: ZipLimits = {
  entries: 10_000,
  totalBytes: 8 * 1024 ** 3,
  ratio: 300,
  ratioFromBytes: 10 * 1024 ** 2,
};

const damaged = () => new UnreadableFile('The file is damaged: it cannot be unpacked.');
const bomb = () => new UnreadableFile('The file unpacks to far more data than a document holds.');

/** A ZIP archive whose parts are read one at a time, within limits. Archives inside of it stay closed. */
export class ZipArchive {
  private constructor(
    private readonly zip: ZipFile,
    private readonly entries: ReadonlyMap<string, Entry>,
    private readonly limits: ZipLimits,
  ) {}

  /** Throws `UnreadableFile` for one that is damaged, protected, or says that it passes the limits. */
  static async open(path: string, limits = ZIP_LIMITS): Promise<ZipArchive> {
    const zip = await openPromise(path, { autoClose: false, lazyEntries: true }).catch(() => {
      throw damaged();
    });
    try {
      return new ZipArchive(zip, await entriesOf(zip, limits), limits);
    } catch (error) {
      zip.close();
      throw error instanceof UnreadableFile ? error : damaged();
    }
  }

  close(): void {
    this.zip.close();
  }

  has(name: string): boolean {
    return this.entries.has(name);
  }

  get names(): string[] {
    return [...this.entries.keys()];
  }

  /** Bytes that the part says it unpacks to; 0 for none. */
  size(name: string): number {
    return this.entries.get(name)?.uncompressedSize ?? 0;
  }

  /** Bytes that the part takes in the archive; 0 for none. */
  packedSize(name: string): number {
    return this.entries.get(name)?.compressedSize ?? 0;
  }

  /** The unpacked part in pieces; of one that is not there, none. */
  async *read(name: string): AsyncGenerator<Buffer> {
    const entry = this.entries.get(name);
    if (entry === undefined) return;
    try {
      const source = await this.zip.openReadStreamPromise(entry);
      // Sizes that lie are caught by yauzl, while it unpacks: the ratio holds for what comes, too.
      yield* guarded(source, entry, this.limits);
    } catch (error) {
      throw error instanceof UnreadableFile ? error : damaged();
    }
  }

  /** The whole part, empty when it is not there. Throws `UnreadableFile` for one of more bytes. */
  async readWhole(name: string, maxBytes: number): Promise<Buffer> {
    const pieces: Buffer[] = [];
    let size = 0;
    for await (const piece of this.read(name)) {
      size += piece.length;
      if (size > maxBytes) throw new UnreadableFile('The document is too large to be read.');
      pieces.push(piece);
    }
    return Buffer.concat(pieces);
  }
}

async function entriesOf(zip: ZipFile, limits: ZipLimits): Promise<Map<string, Entry>> {
  if (zip.entryCount > limits.entries) throw bomb();
  const entries = new Map<string, Entry>();
  let total = 0;
  for await (const entry of zip.eachEntry()) {
    total += entry.uncompressedSize;
    if (total > limits.totalBytes || passesRatio(entry.uncompressedSize, entry, limits)) throw bomb();
    if (entry.isEncrypted()) throw new UnreadableFile('The file is protected by a password.');
    // The first of two of one name is the one that other programs may not see.
    if (entries.has(entry.fileName)) throw damaged();
    entries.set(entry.fileName, entry);
  }
  return entries;
}

function passesRatio(bytes: number, { compressedSize }: Entry, limits: ZipLimits): boolean {
  return bytes > limits.ratioFromBytes && bytes > compressedSize * limits.ratio;
}

function guarded(source: Readable, entry: Entry, limits: ZipLimits): AsyncIterable<Buffer> {
  let read = 0;
  const guard = new Transform({
    transform(piece: Buffer, _encoding, done: TransformCallback) {
      read += piece.length;
      if (passesRatio(read, entry, limits)) done(bomb());
      else done(null, piece);
    },
  });
  // An error of either comes out of the guard.
  return pipeline(source, guard, () => undefined);
}
