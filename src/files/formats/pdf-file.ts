import { FileHandle, open } from 'node:fs/promises';
import path from 'node:path';
import type { PDFDataRangeTransport, PDFDocumentProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { UnreadableFile } from '../unreadable-file';

const RANGE_BYTES = 262_144;

/** The library needs these classes to load, and a canvas package of 33 MB offers them. Only drawing uses them. */
const DRAWING = { DOMMatrix: class {}, ImageData: class {}, Path2D: class {} };

function loadPdfjs() {
  for (const [name, stub] of Object.entries(DRAWING)) {
    if (!(name in globalThis)) Reflect.set(globalThis, name, stub);
  }
  return import('pdfjs-dist/legacy/build/pdf.mjs');
}
/** Texts of East Asia may be in encodings that are tables of their own, which come with the library. */
const encodings = () => `${path.join(path.dirname(require.resolve('pdfjs-dist/package.json')), 'cmaps')}/`;
type Pdfjs = Awaited<ReturnType<typeof loadPdfjs>>;

export interface PdfFile {
  document: PDFDocumentProxy;
  close(): Promise<void>;
}

/** Opens a PDF of which only the parts that are needed are read. Throws `UnreadableFile`. */
export async function openPdf(path: string): Promise<PdfFile> {
  const pdfjs = await loadPdfjs();
  const file = await open(path);
  try {
    const { size } = await file.stat();
    const task = pdfjs.getDocument({
      range: rangesOf(pdfjs, file, size),
      rangeChunkSize: RANGE_BYTES,
      disableAutoFetch: true,
      disableStream: true,
      cMapUrl: encodings(),
      cMapPacked: true,
      // Nothing of the file is run or drawn, and nothing is loaded from elsewhere.
      isEvalSupported: false,
      disableFontFace: true,
      useSystemFonts: false,
      useWorkerFetch: false,
      useWasm: false,
      enableXfa: false,
      stopAtErrors: false,
      verbosity: pdfjs.VerbosityLevel.ERRORS,
    });
    const close = async () => {
      await task.destroy();
      await file.close();
    };
    return { document: await task.promise, close };
  } catch (error) {
    await file.close();
    throw unreadable(error);
  }
}

function rangesOf(pdfjs: Pdfjs, file: FileHandle, size: number): PDFDataRangeTransport {
  class FileRanges extends pdfjs.PDFDataRangeTransport {
    override requestDataRange(begin: number, end: number): void {
      const bytes = new Uint8Array(end - begin);
      file.read(bytes, 0, bytes.length, begin).then(
        ({ bytesRead }) => this.onDataRange(begin, bytes.subarray(0, bytesRead)),
        () => this.abort(),
      );
    }
  }
  return new FileRanges(size, null);
}

function unreadable(error: unknown): Error {
  const name = error instanceof Error ? error.name : '';
  if (name === 'PasswordException') return new UnreadableFile('The PDF is protected by a password.');
  return new UnreadableFile('The PDF is damaged and cannot be read.');
}
