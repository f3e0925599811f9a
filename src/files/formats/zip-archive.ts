import { Transform, TransformCallback, pipeline, type Readable } from 'node:stream';
import { Entry, openPromise, ZipFile } from 'yauzl';
import { UnreadableFile } from '../file-content';

/** Limits of unpacking. The documents that people write stay far below. */
const MAX_ENTRIES = 10_000;
/** Unpacked, of all parts. */
const MAX_TOTAL_BYTES = 8 * 1024 ** 3;
/** Unpacked bytes for each packed byte, in parts of more than `RATIO_FROM_BYTES`. Text usually packs to a tenth. */
const MAX_RATIO = 300;
const RATIO_FROM_BYTES = 10 * 1024 ** 2;

const damaged = () => new UnreadableFile('The file is damaged: it cannot be unpacked.');
const bomb = () => new UnreadableFile('The file unpacks to far more data than a document holds.');

/** A ZIP archive whose parts are unpacked one at a time, within limits. */
export class ZipArchive {
  private constructor(
    private readonly zip: ZipFile,
    private readonly entries: ReadonlyMap<string, Entry>,
  ) {}

  /** Throws `UnreadableFile` when the archive is damaged, encrypted, or declares sizes above the limits. */
  static async open(path: string): Promise<ZipArchive> {
    const zip = await openPromise(path, { autoClose: false, lazyEntries: true }).catch(() => {
      throw damaged();
    });
    try {
      return new ZipArchive(zip, await entriesOf(zip));
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

  /** The declared unpacked size of a part; 0 for an unknown part. */
  size(name: string): number {
    return this.entries.get(name)?.uncompressedSize ?? 0;
  }

  /** The packed size of a part; 0 for an unknown part. */
  packedSize(name: string): number {
    return this.entries.get(name)?.compressedSize ?? 0;
  }

  /** The unpacked part in pieces; none for an unknown part. */
  async *read(name: string): AsyncGenerator<Buffer> {
    const entry = this.entries.get(name);
    if (entry === undefined) return;
    try {
      const source = await this.zip.openReadStreamPromise(entry);
      // yauzl rejects a part that unpacks to more than its declared size; the ratio is checked here.
      yield* guarded(source, entry);
    } catch (error) {
      throw error instanceof UnreadableFile ? error : damaged();
    }
  }

  /** Throws `UnreadableFile` for a part of more than `maxBytes`. Empty for an unknown part. */
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

async function entriesOf(zip: ZipFile): Promise<Map<string, Entry>> {
  if (zip.entryCount > MAX_ENTRIES) throw bomb();
  const entries = new Map<string, Entry>();
  let total = 0;
  for await (const entry of zip.eachEntry()) {
    total += entry.uncompressedSize;
    if (total > MAX_TOTAL_BYTES || passesRatio(entry.uncompressedSize, entry)) throw bomb();
    if (entry.isEncrypted()) throw new UnreadableFile('The file is protected by a password.');
    // Programs disagree which of two parts with one name counts.
    if (entries.has(entry.fileName)) throw damaged();
    entries.set(entry.fileName, entry);
  }
  return entries;
}

function passesRatio(bytes: number, { compressedSize }: Entry): boolean {
  return bytes > RATIO_FROM_BYTES && bytes > compressedSize * MAX_RATIO;
}

function guarded(source: Readable, entry: Entry): AsyncIterable<Buffer> {
  let read = 0;
  const guard = new Transform({
    transform(piece: Buffer, _encoding, done: TransformCallback) {
      read += piece.length;
      if (passesRatio(read, entry)) done(bomb());
      else done(null, piece);
    },
  });
  // The guard reports an error of either stream.
  return pipeline(source, guard, () => undefined);
}

type OfficeKind = 'docx' | 'xlsx';

/** Some programs number the main part: `word/document2.xml`. */
const mainParts = { docx: /^word\/document\d*\.xml$/, xlsx: /^xl\/workbook\d*\.xml$/ } as const;
const words = { docx: 'a Word document', xlsx: 'an Excel workbook' } as const;

export interface OfficeDocument {
  archive: ZipArchive;
  mainPart: string;
}

/** Throws `UnreadableFile` when the archive is no document of this kind. */
export async function openOffice(path: string, kind: OfficeKind): Promise<OfficeDocument> {
  const archive = await ZipArchive.open(path);
  const mainPart = archive.names.find((name) => mainParts[kind].test(name));
  if (archive.has('[Content_Types].xml') && mainPart !== undefined) return { archive, mainPart };
  archive.close();
  const other = kind === 'docx' ? 'xlsx' : 'docx';
  const found = archive.names.some((name) => mainParts[other].test(name))
    ? words[other]
    : `a ZIP archive, not ${words[kind]}`;
  throw new UnreadableFile(`The file is named .${kind}, but it is ${found}.`);
}
