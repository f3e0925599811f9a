import { convertToHtml, images } from 'mammoth';
import type { Section } from '../section';
import { UnreadableFile } from '../unreadable-file';
import { DocxText } from './docx-text';
import { openOffice } from './office-document';
import { storedZip } from './stored-zip';
import { xmlEvents } from './xml-events';
import type { ZipArchive } from './zip-archive';

/** Of all its XML together, which is in memory as a tree: a text of about ten thousand pages. */
const MAX_XML_BYTES = 96 * 1024 ** 2;
const HTML_PIECE = 65_536;
const headings = ["p[style-name='Title'] => h1:fresh", "p[style-name='Subtitle'] => p:fresh"];

/** A section a heading, with the path of headings as its place; tables come row by row. */
export async function* docxSections(path: string): AsyncGenerator<Section> {
  const { archive } = await openOffice(path, 'docx');
  let document: Buffer;
  try {
    document = await withoutMedia(archive);
  } finally {
    archive.close();
  }
  const html = await htmlOf(document);
  const text = new DocxText();
  let read = 0;
  async function* pieces() {
    for (let at = 0; at < html.length; at += HTML_PIECE) {
      yield Buffer.from(html.subarray(at, at + HTML_PIECE));
      read = Math.min(1, (at + HTML_PIECE) / html.length);
    }
  }
  for await (const events of xmlEvents(pieces())) {
    for (const event of events) text.add(event);
    yield* text.take(read);
  }
  text.end();
  yield* text.take(1);
}

/** The same document without its pictures, which may be far larger than its text; unpacked within limits. */
async function withoutMedia(archive: ZipArchive): Promise<Buffer> {
  const parts: { name: string; bytes: Buffer }[] = [];
  let left = MAX_XML_BYTES;
  for (const name of archive.names.filter((part) => /\.(?:xml|rels)$/i.test(part))) {
    const bytes = await archive.readWhole(name, left);
    left -= bytes.length;
    // A null between the letters is UTF-16.
    if (/<!(?:DOCTYPE|ENTITY)/i.test(bytes.toString('latin1').replaceAll('\0', ''))) {
      throw new UnreadableFile('The file is refused: its XML declares a document type.');
    }
    parts.push({ name, bytes });
  }
  return storedZip(parts);
}

async function htmlOf(document: Buffer): Promise<Buffer> {
  try {
    const { value } = await convertToHtml(
      { buffer: document },
      {
        convertImage: images.imgElement(async () => ({ src: '' })),
        externalFileAccess: false,
        includeEmbeddedStyleMap: false,
        styleMap: headings,
      },
    );
    return Buffer.from(`<html>${value}</html>`);
  } catch {
    throw new UnreadableFile('The Word document is damaged and cannot be read.');
  }
}
