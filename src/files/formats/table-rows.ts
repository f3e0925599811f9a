import type { Section } from '../section';
import { SectionText } from './section-text';

/** A row that a table holds, numbered from 1 as a spreadsheet numbers it. */
export interface TableRow {
  number: number;
  cells: readonly string[];
}

/** Rows over the header, such as a title, are found among the first ones. */
const HEADER_WITHIN = 10;
const MAX_NAME_LENGTH = 120;
/** A lone cell longer than this is a text rather than the name of a column. */
const MAX_LONE_NAME_LENGTH = 40;

const tidy = (cell: string) => cell.replaceAll(/\s+/g, ' ').trim();
const filled = (row: Pick<TableRow, 'cells'>) => row.cells.filter((cell) => cell.trim() !== '');
const looksLikeValue = (cell: string) =>
  /^[-+(]?[$€£]?[.,:/%\s-]*\d[\d.,:/%\s)-]*$/.test(cell.trim().slice(0, 60));

/** Whether the cells of a row are names of columns rather than values. */
export function isHeader(row: Pick<TableRow, 'cells'>, isOnlyColumn: boolean): boolean {
  const names = filled(row).map((cell) => cell.trim());
  if (names.some(looksLikeValue)) return false;
  if (isOnlyColumn) return names.length === 1 && isLoneName(names[0] ?? '');
  return names.length > 1 && names.every((name) => name.length <= MAX_NAME_LENGTH);
}

const isLoneName = (name: string) => name.length <= MAX_LONE_NAME_LENGTH && !/[.!?:;]$/.test(name);

/** `A` to `Z`, `AA`: the name of a column that has none. */
export function columnLetters(index: number): string {
  let letters = '';
  for (let left = index + 1; left > 0; left = Math.floor((left - 1) / 26)) {
    letters = String.fromCharCode(65 + ((left - 1) % 26)) + letters;
  }
  return letters;
}

/**
 * Makes sections of the rows of a table: `Name: Ada; Born: 1815`. The header is the first row of names among the
 * first ones; without one the columns have letters, as in a spreadsheet.
 */
export class TableRows {
  private held: TableRow[] | null = [];
  private names: readonly string[] | null = null;
  private readonly ready: Section[] = [];

  /** `sheet` is null where there is only one table. */
  constructor(private readonly sheet: string | null) {}

  add(row: TableRow, progress: number): void {
    if (filled(row).length === 0) return;
    if (this.held === null) return this.write(row, progress);
    this.held.push(row);
    if (this.held.length >= HEADER_WITHIN) this.settle(this.held, progress);
  }

  end(progress: number): void {
    if (this.held !== null) this.settle(this.held, progress);
  }

  /** What is complete since the last call. */
  take(): Section[] {
    return this.ready.splice(0);
  }

  private settle(rows: TableRow[], progress: number): void {
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
