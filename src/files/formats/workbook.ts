import { posix } from 'node:path';
import { UnreadableFile } from '../file-content';
import { type OpenTag, type XmlEvent, xmlEvents } from './xml-events';
import type { ZipArchive, OfficeDocument } from './zip-archive';

export interface Sheet {
  name: string;
  /** Its part in the archive. */
  part: string;
}

export interface Workbook {
  sheets: Sheet[];
  is1904: boolean;
  /** The kind of number for each cell style, by its index. */
  styles: NumberKind[];
}

const isTrue = (value: string | undefined) => value === '1' || value === 'true';

export async function readWorkbook({ archive, mainPart }: OfficeDocument): Promise<Workbook> {
  const targets = await targetsOf(archive, mainPart);
  const sheets: Sheet[] = [];
  let is1904 = false;
  for await (const { name, attributes } of openTags(archive, mainPart)) {
    if (name === 'workbookPr') is1904 = isTrue(attributes.date1904);
    const part = name === 'sheet' ? targets.get(attributes.id ?? '') : undefined;
    if (part !== undefined) sheets.push({ name: attributes.name ?? '', part });
  }
  return { sheets, is1904, styles: await readStyles(archive) };
}

/** The parts of worksheets by relation id; charts are left out. */
async function targetsOf(archive: ZipArchive, mainPart: string): Promise<Map<string, string>> {
  const targets = new Map<string, string>();
  for await (const tag of openTags(archive, `xl/_rels/${posix.basename(mainPart)}.rels`)) {
    const { Id = '', Target = '', Type = '' } = tag.attributes;
    if (tag.name === 'Relationship' && Type.endsWith('/worksheet')) {
      targets.set(Id, posix.resolve('/xl', Target).slice(1));
    }
  }
  return targets;
}

async function readStyles(archive: ZipArchive): Promise<NumberKind[]> {
  const styles: NumberKind[] = [];
  if (!archive.has('xl/styles.xml')) return styles;
  const codes = new Map<string, string>();
  // The `xf` tags before `cellXfs` are not those of cells.
  let isInCells = false;
  for await (const { name, attributes } of openTags(archive, 'xl/styles.xml')) {
    const { numFmtId = '0', formatCode = '' } = attributes;
    if (name === 'cellXfs') isInCells = true;
    if (name === 'numFmt') codes.set(numFmtId, formatCode);
    if (name === 'xf' && isInCells) styles.push(numberKind(Number(numFmtId), codes.get(numFmtId) ?? null));
  }
  return styles;
}

async function* openTags(archive: ZipArchive, part: string): AsyncGenerator<OpenTag> {
  for await (const events of xmlEvents(archive.read(part))) {
    for (const event of events) if (event.kind === 'open') yield event;
  }
}

/** The limit of a cell (Excel's specifications and limits). */
export const MAX_CELL_LENGTH = 32_767;
/** All shared strings stay in memory while the sheets are read. */
const MAX_STRINGS = 3_000_000;
const MAX_TOTAL_LENGTH = 100_000_000;
const PART = 'xl/sharedStrings.xml';

/** The texts that cells refer to by number. Throws `UnreadableFile` when there are too many. */
export async function readSharedStrings(archive: ZipArchive): Promise<string[]> {
  const strings: string[] = [];
  if (!archive.has(PART)) return strings;
  const reader = new RichText();
  let total = 0;
  for await (const events of xmlEvents(archive.read(PART))) {
    for (const event of events) {
      reader.add(event);
      if (event.kind !== 'close' || event.name !== 'si') continue;
      const text = reader.take();
      strings.push(text);
      total += text.length;
    }
    if (strings.length > MAX_STRINGS || total > MAX_TOTAL_LENGTH) {
      throw new UnreadableFile('The workbook has too many different texts to be read. Save it as .csv.');
    }
  }
  return strings;
}

/** Collects a text from its runs (`<r><t>`), without phonetic guides (`<rPh>`). */
export class RichText {
  private parts = '';
  private isText = false;
  private isPhonetic = false;

  add(event: XmlEvent): void {
    if (event.kind === 'text') {
      if (this.isText && this.parts.length < MAX_CELL_LENGTH)
        this.parts += event.text.slice(0, MAX_CELL_LENGTH);
      return;
    }
    const isOpen = event.kind === 'open';
    if (event.name === 'rPh') this.isPhonetic = isOpen;
    if (event.name === 't') this.isText = isOpen && !this.isPhonetic;
  }

  take(): string {
    const text = this.parts;
    this.parts = '';
    return text;
  }
}

export type NumberKind = 'plain' | 'date' | 'percent';

/** Days from 1899-12-30 to 1970-01-01: day 1 of a workbook is 1900-01-01, and it counts a 29 February 1900. */
const UNIX_EPOCH_1900 = 25_569;
/** Days from 1904-01-01 to 1970-01-01, the epoch of old Macintosh workbooks. */
const UNIX_EPOCH_1904 = 24_107;
const DAY_MS = 86_400_000;
const LAST_DAY = 2_958_466;

/** Built-in formats (ECMA-376, part 1, 18.8.30). 27 to 36 and 50 to 58 are East Asian dates. */
function builtInKind(id: number): NumberKind {
  if (id === 9 || id === 10) return 'percent';
  const isDate = (id >= 14 && id <= 22) || (id >= 27 && id <= 36) || (id >= 45 && id <= 47);
  return isDate || (id >= 50 && id <= 58) ? 'date' : 'plain';
}

/** Elapsed time, or a bracket that is not closed. */
const isKept = (part: string) => !part.endsWith(']') || /^\[(?:h+|m+|s+)\]$/i.test(part);

/** `code`: null for a built-in format. */
export function numberKind(id: number, code: string | null): NumberKind {
  if (code === null) return builtInKind(id);
  // Without literal text, escaped characters, colours and conditions, but with elapsed time such as `[h]`.
  const bare =
    code
      .slice(0, 255)
      .replaceAll(/"[^"]*"|\\.|_.|\*./g, '')
      .replaceAll(/\[[^\]]*(?:\]|$)/g, (part) => (isKept(part) ? part : ''))
      .split(';')[0] ?? '';
  if (/general/i.test(bare)) return 'plain';
  if (/[ymdhs]/i.test(bare)) return 'date';
  return bare.includes('%') ? 'percent' : 'plain';
}

/** A day number as a date, a time of day, or both (ISO 8601 without a zone). */
function dateText(days: number, is1904: boolean): string {
  const epoch = is1904 ? UNIX_EPOCH_1904 : UNIX_EPOCH_1900;
  // Excel counts a 29 February 1900, which did not exist.
  const shifted = !is1904 && days >= 1 && days < 60 ? days + 1 : days;
  const seconds = Math.round(((shifted - epoch) * DAY_MS) / 1000);
  const [date = '', time = ''] = new Date(seconds * 1000).toISOString().slice(0, 19).split('T');
  const clock = time.endsWith(':00') ? time.slice(0, 5) : time;
  if (days < 1 && !is1904) return clock;
  return clock === '00:00' ? date : `${date} ${clock}`;
}

/** A number as the cell shows it, without the digits of a binary rounding error. */
export function numberText(raw: string, kind: NumberKind, is1904: boolean): string {
  const value = Number(raw);
  if (raw.trim() === '' || !Number.isFinite(value)) return raw;
  if (kind === 'date' && value >= 0 && value < LAST_DAY) return dateText(value, is1904);
  if (kind === 'percent') return `${Number((value * 100).toPrecision(12))}%`;
  return String(Number(value.toPrecision(15)));
}
