import type { Section } from '../file-content';
import { MergedCells, readMergedRanges, cellReference } from './merged-cells';
import {
  readSharedStrings,
  readWorkbook,
  Sheet,
  Workbook,
  MAX_CELL_LENGTH,
  numberText,
  RichText,
} from './workbook';
import { TableRows, type TableRow } from './table-rows';
import { XmlEvent, xmlEvents } from './xml-events';
import { type ZipArchive, openOffice } from './zip-archive';

/** Yields a section for each row of each sheet, with the names of its columns. */
export async function* xlsxSections(path: string): AsyncGenerator<Section> {
  const document = await openOffice(path, 'xlsx');
  const { archive } = document;
  try {
    const workbook = await readWorkbook(document);
    const strings = await readSharedStrings(archive);
    const total = workbook.sheets.reduce((sum, { part }) => sum + archive.packedSize(part), 0);
    let before = 0;
    for (const sheet of workbook.sheets) {
      const size = archive.packedSize(sheet.part);
      const progress = { from: before / total, to: (before + size) / total };
      yield* sheetSections(archive, sheet, { workbook, strings, progress });
      before += size;
    }
  } finally {
    archive.close();
  }
}

interface Reading {
  workbook: Workbook;
  strings: readonly string[];
  progress: { from: number; to: number };
}

async function* sheetSections(
  archive: ZipArchive,
  { name, part }: Sheet,
  { workbook, strings, progress }: Reading,
): AsyncGenerator<Section> {
  const merged = new MergedCells(await readMergedRanges(archive.read(part)));
  const table = new TableRows(name);
  const pieces = archive.read(part);
  const size = Math.max(1, archive.size(part));
  let read = 0;
  async function* counted() {
    for await (const piece of pieces) {
      read += piece.length;
      yield piece;
    }
  }
  for await (const rows of sheetRows(counted(), workbook, strings)) {
    const reached = progress.from + (progress.to - progress.from) * (read / size);
    for (const { number, cells } of rows) {
      const filled = [...cells];
      merged.fill(number - 1, filled);
      table.add({ number, cells: filled }, reached);
    }
    yield* table.take();
  }
  table.end(progress.to);
  yield* table.take();
}

/** Columns of a sheet (Excel's specifications and limits). */
const MAX_COLUMNS = 16_384;

/** The rows of a sheet, in batches. A formula gives its last computed value. */
async function* sheetRows(
  sheet: AsyncIterable<Buffer>,
  workbook: Workbook,
  strings: readonly string[],
): AsyncGenerator<TableRow[]> {
  const reader = new SheetReader(workbook, strings);
  for await (const events of xmlEvents(sheet)) {
    for (const event of events) reader.add(event);
    yield reader.rows.splice(0);
  }
}

interface Cell {
  column: number;
  type: string;
  style: number;
}

class SheetReader {
  readonly rows: (TableRow & { cells: string[] })[] = [];
  private row = 0;
  private cells: string[] = [];
  private column = -1;
  private cell: Cell | null = null;
  private value = '';
  private isValue = false;
  private readonly inline = new RichText();

  constructor(
    private readonly workbook: Workbook,
    private readonly strings: readonly string[],
  ) {}

  add(event: XmlEvent): void {
    this.inline.add(event);
    if (event.kind === 'text') this.text(event.text);
    else if (event.kind === 'open') this.open(event.name, event.attributes);
    else this.close(event.name);
  }

  private open(name: string, attributes: Readonly<Record<string, string>>): void {
    if (name === 'row') this.openRow(Number(attributes.r));
    if (name === 'c') this.openCell(attributes);
    if (name === 'v') this.isValue = true;
  }

  /** Rows and cells without a number follow the previous one. */
  private openRow(number: number): void {
    this.row = Number.isInteger(number) && number > this.row ? number : this.row + 1;
    this.cells = [];
    this.column = -1;
  }

  private openCell({ r = '', t = 'n', s = '' }: Readonly<Record<string, string>>): void {
    this.column = cellReference(r)?.column ?? this.column + 1;
    this.cell = { column: this.column, type: t, style: Number(s) };
    this.value = '';
  }

  private text(text: string): void {
    if (this.isValue && this.value.length < MAX_CELL_LENGTH) this.value += text.slice(0, MAX_CELL_LENGTH);
  }

  private close(name: string): void {
    if (name === 'v') this.isValue = false;
    if (name === 'c') this.closeCell();
    if (name === 'row') this.rows.push({ number: this.row, cells: this.cells });
  }

  private closeCell(): void {
    const inline = this.inline.take();
    if (this.cell === null || this.cell.column >= MAX_COLUMNS) return;
    while (this.cells.length < this.cell.column) this.cells.push('');
    this.cells[this.cell.column] = this.cellText(this.cell, inline);
    this.cell = null;
  }

  /** The text of a cell by its type (ECMA-376, part 1, 18.18.11). */
  private cellText({ type, style }: Cell, inline: string): string {
    switch (type) {
      case 's':
        return this.strings[Number(this.value)] ?? '';
      case 'inlineStr':
        return inline;
      case 'b':
        return this.value === '1' ? 'TRUE' : 'FALSE';
      case 'd':
        return this.value.replace(/T00:00:00(?:\.0+)?Z?$/, '').replace('T', ' ');
      case 'n':
        return numberText(this.value, this.workbook.styles[style] ?? 'plain', this.workbook.is1904);
      default:
        return this.value;
    }
  }
}
