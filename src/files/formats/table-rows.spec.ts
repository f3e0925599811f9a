import { columnLetters, TableRows } from './table-rows';

function texts(rows: readonly (readonly string[])[], sheet: string | null = null): string[] {
  const table = new TableRows(sheet);
  rows.forEach((cells, index) => table.add({ number: index + 1, cells }, 0));
  table.end(1);
  return table.take().map(({ text, place }) => `${place}: ${text}`);
}

describe('rows of a table', () => {
  it('name their columns, and leave out blank cells', () => {
    expect(
      texts([
        ['Name', 'Born', 'Note'],
        ['Ada', '1815', ''],
        ['Émile', '', 'writer'],
      ]),
    ).toEqual(['row 2: Name: Ada; Born: 1815', 'row 3: Name: Émile; Note: writer']);
  });

  it('have letters for columns without a header', () => {
    expect(
      texts(
        [
          ['1', '2'],
          ['3', '4'],
        ],
        'Sheet1',
      ),
    ).toEqual(['Sheet1, row 1: A: 1; B: 2', 'Sheet1, row 2: A: 3; B: 4']);
  });

  it('have letters for columns without a name', () => {
    expect(
      texts([
        ['Name', '', 'Born'],
        ['Ada', 'x', '1815'],
      ]),
    ).toEqual(['row 2: Name: Ada; B: x; Born: 1815']);
  });

  it('of one column may have a header', () => {
    expect(texts([['Name'], ['Ada']])).toEqual(['row 2: Name: Ada']);
    expect(texts([['This is a sentence.'], ['And another.']])).toEqual([
      'row 1: This is a sentence.',
      'row 2: And another.',
    ]);
  });

  it('keep a header that has no rows', () => {
    expect(texts([['Name', 'Born']])).toEqual(['row 1: A: Name; B: Born']);
  });

  it('are numbered as a spreadsheet does, blank ones too', () => {
    expect(
      texts([
        ['Name', 'Born'],
        ['', ''],
        ['Ada', '1815'],
      ]),
    ).toEqual(['row 3: Name: Ada; Born: 1815']);
  });
});

it.each([
  [0, 'A'],
  [25, 'Z'],
  [26, 'AA'],
  [16_383, 'XFD'],
])('column %i is %s', (index, letters) => expect(columnLetters(index)).toBe(letters));
