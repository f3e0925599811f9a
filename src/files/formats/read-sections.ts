import { stat } from 'node:fs/promises';
import type { Section } from '../section';
import { UnreadableFile } from '../unreadable-file';
import { csvSections } from './csv-sections';
import { decodedText, detectEncoding } from './decoded-text';
import { docxSections } from './docx-sections';
import { FileKind, fileKindOf } from './file-kind';
import { checkSignature } from './file-signature';
import { jsonSections } from './json-sections';
import { markdownSections } from './markdown-sections';
import { checkCompoundFile } from './office-document';
import { pdfSections } from './pdf-sections';
import { plainTextSections } from './plain-text-sections';
import { cleanPlace, cleanText } from './section-text';
import { TextLimit } from './text-limit';
import { xlsxSections } from './xlsx-sections';

/**
 * The text of a file, in its order; the same sections at every reading. To be run in a process of its own: a hostile
 * file may take more memory or time than there is. Throws `UnreadableFile` when the file is not what its name says,
 * is damaged, protected or empty, or repeats itself without an end.
 */
export async function* readSections(path: string, fileName: string): AsyncGenerator<Section> {
  const kind = fileKindOf(fileName);
  if (kind === 'docx' || kind === 'xlsx') await checkCompoundFile(path, kind);
  await checkSignature(path, kind);
  const limit = new TextLimit((await stat(path)).size);
  let isBlank = true;
  for await (const section of await sectionsOf(path, kind)) {
    const text = cleanText(section.text);
    if (text === '') continue;
    isBlank = false;
    limit.add(text);
    yield { ...section, text, place: cleanPlace(section.place) };
  }
  if (isBlank) throw new UnreadableFile('The file has no text.');
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
