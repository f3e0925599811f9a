import JSZip from 'jszip';
import { convertToHtml, images } from 'mammoth';
import { type Section, UnreadableFile } from '../file-content';
import { HeadedText } from './headed-text';
import { isHeader } from './table-rows';
import { type XmlEvent, xmlEvents } from './xml-events';
import { type ZipArchive, openOffice } from './zip-archive';

/** The limit for all XML parts, which mammoth keeps in memory as trees: about ten thousand pages. */
const MAX_XML_BYTES = 96 * 1024 ** 2;
const HTML_PIECE = 65_536;
const headings = ["p[style-name='Title'] => h1:fresh", "p[style-name='Subtitle'] => p:fresh"];

/** Yields a section for each heading, with the path of headings as its place; tables are written row by row. */
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

/** Copies the XML parts only: pictures may be far larger than the text. Unpacks within limits. */
async function withoutMedia(archive: ZipArchive): Promise<Buffer> {
  const copy = new JSZip();
  let left = MAX_XML_BYTES;
  for (const name of archive.names.filter((part) => /\.(?:xml|rels)$/i.test(part))) {
    const bytes = await archive.readWhole(name, left);
    left -= bytes.length;
    // UTF-16 has null bytes between the letters.
    if (/<!(?:DOCTYPE|ENTITY)/i.test(bytes.toString('latin1').replaceAll('\0', ''))) {
      throw new UnreadableFile('The file is refused: its XML declares a document type.');
    }
    copy.file(name, bytes);
  }
  return copy.generateAsync({ type: 'nodebuffer' });
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

/** mammoth ends a footnote with a link back to its reference. */
const BACK_LINK = '↑';

/** Collects sections from the HTML that mammoth writes. */
class DocxText {
  private readonly sections = new HeadedText();
  private line = '';
  private listDepth = 0;
  /** A table inside a cell becomes text of the cell. */
  private tableDepth = 0;
  private readonly rows: string[][] = [];
  private readonly cells: string[] = [];

  add(event: XmlEvent): void {
    if (event.kind === 'text') this.line += event.text === BACK_LINK ? '' : event.text;
    else if (event.kind === 'open') this.open(event.name);
    else this.close(event.name);
  }

  end(): void {
    this.endLine();
    this.sections.end();
  }

  /** The sections completed since the last call. */
  take(progress: number): Section[] {
    return this.sections.take(progress);
  }

  private open(name: string): void {
    if (name === 'br') this.line += this.tableDepth > 0 ? ' ' : '\n';
    if (name === 'ul' || name === 'ol') this.openList();
    if (name === 'li' && this.tableDepth === 0) this.startItem();
    if (name === 'table') this.openTable();
  }

  private close(name: string): void {
    const level = /^h([1-6])$/.exec(name)?.[1];
    if (level !== undefined && this.tableDepth === 0) return this.endHeading(Number(level));
    if (name === 'ul' || name === 'ol') this.listDepth -= 1;
    if (name === 'p' || name === 'li' || level !== undefined) this.endLine();
    if (this.tableDepth === 1) this.closeInTable(name);
    if (name === 'table') this.tableDepth -= 1;
  }

  private openList(): void {
    if (this.tableDepth === 0) this.endLine();
    this.listDepth += 1;
  }

  private startItem(): void {
    this.endLine();
    this.line = `${'  '.repeat(Math.max(0, this.listDepth - 1))}- `;
  }

  private openTable(): void {
    if (this.tableDepth === 0) this.endLine();
    this.tableDepth += 1;
  }

  private closeInTable(name: string): void {
    if (name === 'td' || name === 'th') {
      this.cells.push(this.line.replaceAll(/\s+/g, ' ').trim());
      this.line = '';
    }
    if (name === 'tr') this.rows.push(this.cells.splice(0));
    if (name === 'table') this.writeTable(this.rows.splice(0));
  }

  /** Writes the rows: with a header `Name: Ada; Born: 1815`, without one `Ada | 1815`. */
  private writeTable(rows: readonly string[][]): void {
    const [first = [], second = []] = rows;
    const isNamed = first.length === second.length && first.every((cell) => cell !== '');
    const header = isNamed && isHeader({ cells: first }, false) ? first : null;
    for (const cells of header === null ? rows : rows.slice(1)) {
      const filled = cells
        .map((cell, index) => (header === null || cell === '' ? cell : `${header[index] ?? ''}: ${cell}`))
        .filter((cell) => cell !== '');
      if (filled.length > 0) this.sections.addLine(filled.join(header === null ? ' | ' : '; '));
    }
  }

  private endHeading(level: number): void {
    const text = this.line.replaceAll(/\s+/g, ' ').trim();
    this.line = '';
    if (text !== '') this.sections.addHeading(level, text);
  }

  private endLine(): void {
    // A cell is one line.
    if (this.tableDepth > 0) {
      this.line += ' ';
      return;
    }
    if (/[^\s-]/.test(this.line)) this.sections.addLine(this.line.trimEnd());
    this.line = '';
  }
}
