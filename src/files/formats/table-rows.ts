import type { Section } from '../file-content';
import { SectionText } from './section-text';

/** A row, numbered from 1 as in a spreadsheet. */
export interface TableRow {
  number: number;
  cells: readonly string[];
}

/** The header is among the first rows; rows above it may be a title. */
const HEADER_WITHIN = 10;
const MAX_NAME_LENGTH = 120;
/** A longer lone cell is text and not the name of a column. */
const MAX_LONE_NAME_LENGTH = 40;

const tidy = (cell: string) => cell.replaceAll(/\s+/g, ' ').trim();
const filled = (row: Pick<TableRow, 'cells'>) => row.cells.filter((cell) => cell.trim() !== '');
const looksLikeValue = (cell: string) =>
  /^[-+(]?[$€£]?[.,:/%\s-]*\d[\d.,:/%\s)-]*$/.test(cell.trim().slice(0, 60));

/** Whether the cells of a row look like names of columns. */
export function isHeader(row: Pick<TableRow, 'cells'>, isOnlyColumn: boolean): boolean {
  const names = filled(row).map((cell) => cell.trim());
  if (names.some(looksLikeValue)) return false;
  if (isOnlyColumn) return names.length === 1 && isLoneName(names[0] ?? '');
  return names.length > 1 && names.every((name) => name.length <= MAX_NAME_LENGTH);
}

const isLoneName = (name: string) => name.length <= MAX_LONE_NAME_LENGTH && !/[.!?:;]$/.test(name);

/** `A` to `Z`, then `AA`. */
export function columnLetters(index: number): string {
  let letters = '';
  for (let left = index + 1; left > 0; left = Math.floor((left - 1) / 26)) {
    letters = String.fromCharCode(65 + ((left - 1) % 26)) + letters;
  }
  return letters;
}

/** Makes a section of each row: `Name: Ada; Born: 1815`. Without a header the columns have letters. */
export class TableRows {
  private held: TableRow[] | null = [];
  private names: readonly string[] | null = null;
  private readonly ready: Section[] = [];

  /** `sheet`: null when there is only one table. */
  constructor(private readonly sheet: string | null) {}

  add(row: TableRow, progress: number): void {
    if (filled(row).length === 0) return;
    if (this.held === null) return this.write(row, progress);
    this.held.push(row);
    if (this.held.length >= HEADER_WITHIN) this.writeHeld(this.held, progress);
  }

  end(progress: number): void {
    if (this.held !== null) this.writeHeld(this.held, progress);
  }

  /** The sections completed since the last call. */
  take(): Section[] {
    return this.ready.splice(0);
  }

  private writeHeld(rows: TableRow[], progress: number): void {
    this.held = null;
    const isOnlyColumn = rows.every((row) => filled(row).length < 2);
    const wide = rows.findIndex((row) => filled(row).length > 1);
    const first = isOnlyColumn ? 0 : wide;
    const header = rows[first];
    const hasHeader = header !== undefined && rows.length > first + 1 && isHeader(header, isOnlyColumn);
    for (const [index, row] of rows.entries()) {
      if (hasHeader && index === first) this.names = header.cells.map(tidy);
      else this.write(row, progress);
    }
  }

  private write(row: TableRow, progress: number): void {
    const name = this.sheet === null ? '' : `${this.sheet}, `;
    const place = `${name}row ${row.number}`;
    const group = this.sheet ?? '';
    const text = new SectionText((piece) => this.ready.push({ text: piece, place, group, progress }));
    const isLone = this.names === null && filled(row).length === 1;
    for (const [index, cell] of row.cells.entries()) {
      if (cell.trim() === '') continue;
      text.append(`${text.isEmpty ? '' : '; '}${isLone ? '' : `${this.nameOf(index)}: `}${tidy(cell)}`);
    }
    text.end();
  }

  private nameOf(column: number): string {
    const name = this.names?.[column] ?? '';
    return name === '' ? columnLetters(column) : name;
  }
}
