/** Cells that share the value of the first one; numbers from 0, both ends included. */
export interface MergedRange {
  firstRow: number;
  lastRow: number;
  firstColumn: number;
  lastColumn: number;
}

export interface CellReference {
  /** From 0. */
  row: number;
  /** From 0. */
  column: number;
}

const MAX_RANGES = 10_000;
const mark = /<(?:[\w-]{1,40}:)?mergeCell\s[^<>]{0,200}?ref="([A-Z]{1,3}\d{1,7}:[A-Z]{1,3}\d{1,7})"/g;
/** Longer than a mark, which may be cut between two pieces. */
const OVERLAP = 300;

/** `B3` is column 1, row 2. */
export function cellReference(reference: string): CellReference | null {
  const [, letters, digits] = /^([A-Z]{1,3})(\d{1,7})$/.exec(reference) ?? [];
  if (letters === undefined || digits === undefined) return null;
  const column = [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1;
  return { row: Number(digits) - 1, column };
}

function rangeOf(reference: string): MergedRange | null {
  const [start, end] = reference.split(':').map(cellReference);
  if (start == null || end == null) return null;
  return { firstRow: start.row, lastRow: end.row, firstColumn: start.column, lastColumn: end.column };
}

/** The merged ranges of a sheet. They follow its rows, so the sheet is unpacked an extra time. */
export async function readMergedRanges(sheet: AsyncIterable<Buffer>): Promise<MergedRange[]> {
  const ranges = new Map<string, MergedRange>();
  let rest = '';
  for await (const piece of sheet) {
    const text = rest + piece.toString('latin1');
    for (const [, reference = ''] of text.includes('mergeCell') ? text.matchAll(mark) : []) {
      const range = rangeOf(reference);
      if (range !== null && ranges.size < MAX_RANGES) ranges.set(reference, range);
    }
    rest = text.slice(-OVERLAP);
  }
  return [...ranges.values()].sort((a, b) => a.firstRow - b.firstRow);
}

/** Fills the cells of rows, in order, with the values that they share with a row above. */
export class MergedCells {
  private readonly open: { range: MergedRange; value: string }[] = [];
  private next = 0;

  constructor(private readonly ranges: readonly MergedRange[]) {}

  fill(row: number, cells: string[]): void {
    for (let at = this.open.length - 1; at >= 0; at -= 1) {
      const held = this.open[at];
      if (held !== undefined && held.range.lastRow < row) this.open.splice(at, 1);
    }
    for (const { range, value } of this.open) share(value, range.firstColumn, cells);
    let range = this.ranges[this.next];
    while (range !== undefined && range.firstRow <= row) {
      const value = range.firstRow === row ? (cells[range.firstColumn] ?? '') : '';
      if (value !== '' && range.lastRow > row) this.open.push({ range, value });
      this.next += 1;
      range = this.ranges[this.next];
    }
  }
}

function share(value: string, column: number, cells: string[]): void {
  while (cells.length <= column) cells.push('');
  cells[column] ||= value;
}
