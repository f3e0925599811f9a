import { FileHandle, open } from 'node:fs/promises';
import path from 'node:path';
import type { PDFDataRangeTransport, PDFDocumentProxy, PDFPageProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { type Section, UnreadableFile } from '../file-content';
import { joinLines, linesOf } from './pdf-lines';
import { SectionText } from './section-text';

/** Yields a section for each page. Throws `UnreadableFile` when no page can be read, or none has text. */
export async function* pdfSections(path: string): AsyncGenerator<Section> {
  const file = await openPdf(path);
  const { document } = file;
  let broken = 0;
  let hasText = false;
  try {
    for (let number = 1; number <= document.numPages; number += 1) {
      const texts = await document.getPage(number).then(pageTexts, () => null);
      if (texts === null) broken += 1;
      hasText ||= texts !== null && texts.length > 0;
      const place = `page ${number}`;
      const progress = number / document.numPages;
      for (const text of texts ?? []) yield { text, place, group: place, progress };
    }
    if (!hasText) throw nothingRead(broken === document.numPages);
  } finally {
    await file.close();
  }
}

function nothingRead(isBroken: boolean): UnreadableFile {
  return new UnreadableFile(
    isBroken
      ? 'The PDF is damaged and cannot be read.'
      : 'The PDF has no text, only images, such as scanned pages. Recognize its text (OCR) and upload it again.',
  );
}

/** The text of a page, in pieces if it is long; null for a broken page. */
async function pageTexts(page: PDFPageProxy): Promise<string[] | null> {
  const texts: string[] = [];
  const text = new SectionText((piece) => texts.push(piece));
  try {
    text.append(joinLines(linesOf((await page.getTextContent()).items)));
  } catch {
    return null;
  } finally {
    page.cleanup();
  }
  text.end();
  return texts;
}

const RANGE_BYTES = 262_144;

/** pdfjs needs these classes to load but uses them only for drawing; the canvas package with them has 33 MB. */
const DRAWING = { DOMMatrix: class {}, ImageData: class {}, Path2D: class {} };

function loadPdfjs() {
  for (const [name, stub] of Object.entries(DRAWING)) {
    if (!(name in globalThis)) Reflect.set(globalThis, name, stub);
  }
  return import('pdfjs-dist/legacy/build/pdf.mjs');
}
/** Tables of East Asian encodings, which come with pdfjs. */
const encodings = () => `${path.join(path.dirname(require.resolve('pdfjs-dist/package.json')), 'cmaps')}/`;
type Pdfjs = Awaited<ReturnType<typeof loadPdfjs>>;

interface PdfFile {
  document: PDFDocumentProxy;
  close(): Promise<void>;
}

/** Reads only the parts of the file that it needs. Throws `UnreadableFile`. */
async function openPdf(path: string): Promise<PdfFile> {
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
      // Runs no code of the file, draws nothing, and loads nothing from elsewhere.
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
