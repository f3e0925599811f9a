import type { PDFPageProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';
import type { TextContent } from 'pdfjs-dist/types/src/display/api';
import type { Section } from '../section';
import { UnreadableFile } from '../unreadable-file';
import { openPdf } from './pdf-file';
import { joinLines } from './pdf-lines';
import { PageLines } from './pdf-page-lines';
import { SectionText } from './section-text';

/** A section a page. Throws `UnreadableFile` when no page can be read, or none has text. */
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

/** The text of a page, in pieces when it is long; null when the page is broken. */
async function pageTexts(page: PDFPageProxy): Promise<string[] | null> {
  const texts: string[] = [];
  const text = new SectionText((piece) => texts.push(piece));
  const lines = new PageLines();
  try {
    for await (const { items } of streamOf(page)) {
      lines.addAll(items);
    }
  } catch {
    return null;
  } finally {
    page.cleanup();
  }
  text.append(joinLines(lines.take()));
  text.end();
  return texts;
}

/** Node's streams are iterable, which those of browsers need not be. */
function streamOf(page: PDFPageProxy): AsyncIterable<TextContent> {
  return page.streamTextContent({});
}
