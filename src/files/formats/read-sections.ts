import { stat } from 'node:fs/promises';
import { type Section, UnreadableFile } from '../file-content';
import { csvSections } from './csv-sections';
import { decodedText, detectEncoding } from './decoded-text';
import { docxSections } from './docx-sections';
import { checkSignature, FileKind, fileKindOf } from './file-kind';
import { jsonSections } from './json-sections';
import { markdownSections } from './markdown-sections';
import { pdfSections } from './pdf-sections';
import { plainTextSections } from './text-lines';
import { cleanPlace, cleanText } from './section-text';
import { xlsxSections } from './xlsx-sections';

/**
 * A file may give this many UTF-16 units of text, and more per byte. Rows repeat the names of their columns, so a large
 * table gives about ten times its size; a hostile file of a megabyte could give terabytes.
 */
const FREE_TEXT = 67_108_864;
const TEXT_PER_BYTE = 50;

/** The text of a file, in order. Read it in a process of its own: files may be hostile. Throws `UnreadableFile`. */
export async function* readSections(path: string, fileName: string): AsyncGenerator<Section> {
  const kind = fileKindOf(fileName);
  await checkSignature(path, kind);
  const limit = FREE_TEXT + (await stat(path)).size * TEXT_PER_BYTE;
  let length = 0;
  for await (const section of await sectionsOf(path, kind)) {
    const text = cleanText(section.text);
    if (text === '') continue;
    length += text.length;
    if (length > limit) {
      throw new UnreadableFile('The file repeats itself to far more text than a file of its size holds.');
    }
    yield { ...section, text, place: cleanPlace(section.place) };
  }
  if (length === 0) throw new UnreadableFile('The file has no text.');
}

async function sectionsOf(path: string, kind: FileKind): Promise<AsyncIterable<Section>> {
  switch (kind) {
    case 'pdf':
      return pdfSections(path);
    case 'docx':
      return docxSections(path);
    case 'xlsx':
      return xlsxSections(path);
    case 'csv':
      return csvSections(path, await detectEncoding(path));
    case 'json':
      return jsonSections(decodedText(path, await detectEncoding(path)));
    case 'md':
      return markdownSections(decodedText(path, await detectEncoding(path)));
    case 'txt':
      return plainTextSections(decodedText(path, await detectEncoding(path)));
    default:
      return kind satisfies never;
  }
}
