import { cellReference, MergedCells, readMergedRanges } from './merged-cells';

async function* pieces(...texts: string[]) {
  for (const text of texts) yield Buffer.from(text);
}

it.each([
  ['A1', { row: 0, column: 0 }],
  ['AA10', { row: 9, column: 26 }],
  ['XFD1048576', { row: 1_048_575, column: 16_383 }],
  ['1A', null],
  ['', null],
])('the cell %j is at %j', (reference, cell) => expect(cellReference(reference)).toEqual(cell));

describe('merged cells', () => {
  it('are found even when the text is cut in their mark', async () => {
    const found = await readMergedRanges(
      pieces('<x/><mergeCells><mergeCell r', 'ef="A2:A3"/><x:mergeCell ref="B1:C1"/>'),
    );
    expect(found).toEqual([
      { firstRow: 0, lastRow: 0, firstColumn: 1, lastColumn: 2 },
      { firstRow: 1, lastRow: 2, firstColumn: 0, lastColumn: 0 },
    ]);
  });

  it('give their value to the rows below, as far as they go', () => {
    const merged = new MergedCells([{ firstRow: 1, lastRow: 2, firstColumn: 0, lastColumn: 0 }]);
    const rows = [['Region'], ['North', 'a'], ['', 'b'], ['', 'c']];
    rows.forEach((cells, row) => merged.fill(row, cells));
    expect(rows).toEqual([['Region'], ['North', 'a'], ['North', 'b'], ['', 'c']]);
  });

  it('leave no holes in rows that are shorter', () => {
    const merged = new MergedCells([{ firstRow: 0, lastRow: 1, firstColumn: 2, lastColumn: 2 }]);
    const rows = [['Ada', 'Keeper', 'North'], ['Bob']];
    rows.forEach((cells, row) => merged.fill(row, cells));
    expect(rows[1]?.map((cell) => cell)).toStrictEqual(['Bob', '', 'North']);
  });
});
