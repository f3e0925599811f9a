import { UnreadableFile } from '../unreadable-file';
import { xmlEvents } from './xml-events';
import type { ZipArchive } from './zip-archive';

/** A cell holds no more (Excel's specifications and limits). */
export const MAX_CELL_LENGTH = 32_767;
/** All of them stay in memory while the sheets are read. */
const MAX_STRINGS = 3_000_000;
const MAX_TOTAL_LENGTH = 100_000_000;
const PART = 'xl/sharedStrings.xml';

/** The texts that cells point to by number. Throws `UnreadableFile` when they are too many. */
export async function readSharedStrings(archive: ZipArchive): Promise<string[]> {
  const strings: string[] = [];
  if (!archive.has(PART)) return strings;
  const reader = new RichText();
  let total = 0;
  for await (const events of xmlEvents(archive.read(PART))) {
    for (const event of events) {
      if (event.kind === 'text') reader.text(event.text);
      else if (event.kind === 'open') reader.open(event.name);
      else total += addString(reader, event.name, strings);
    }
    if (strings.length > MAX_STRINGS || total > MAX_TOTAL_LENGTH) {
      throw new UnreadableFile('The workbook has too many different texts to be read. Save it as .csv.');
    }
  }
  return strings;
}

/** How much longer the strings became. */
function addString(reader: RichText, closed: string, strings: string[]): number {
  reader.close(closed);
  if (closed !== 'si') return 0;
  const text = reader.take();
  strings.push(text);
  return text.length;
}

/** A text made of runs (`<r><t>`); how it is pronounced (`<rPh>`) is left out. */
export class RichText {
  private parts = '';
  private isText = false;
  private isSpoken = false;

  open(name: string): void {
    if (name === 'rPh') this.isSpoken = true;
    if (name === 't') this.isText = !this.isSpoken;
  }

  text(text: string): void {
    if (this.isText && this.parts.length < MAX_CELL_LENGTH) this.parts += text.slice(0, MAX_CELL_LENGTH);
  }

  close(name: string): void {
    if (name === 'rPh') this.isSpoken = false;
    if (name === 't') this.isText = false;
  }

  take(): string {
    const text = this.parts;
    this.parts = '';
    return text;
  }
}
