import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Section } from '../file-content';
import { readSections } from './read-sections';

const fixtures = path.resolve(__dirname, '../../../test/fixtures/files');

async function sectionsOf(file: string, name = file): Promise<Section[]> {
  const sections: Section[] = [];
  for await (const section of readSections(path.join(fixtures, file), name)) sections.push(section);
  return sections;
}

/** Place and text of each section. */
async function textsOf(file: string, name = file): Promise<[string | null, string][]> {
  return (await sectionsOf(file, name)).map(({ place, text }) => [place, text]);
}

describe('sections of a Word document', () => {
  it('stand under their headings, tables row by row', async () => {
    expect(await textsOf('handbook.docx')).toEqual([
      ['Field handbook', 'Field handbook\nThis handbook is for the people who keep the weather stations.'],
      [
        'Field handbook > Daily rounds',
        'Daily rounds\nRead the rain gauge at seven in the morning. Write the figure down before you empty it.\n' +
          '- Check the battery\n- Clean the sensor dome',
      ],
      [
        'Field handbook > Contacts',
        'Contacts\nName: Ada Byron; Role: Keeper; Phone: 555 0101\nName: Émile Zola; Role: Driver; Phone: 555 0102',
      ],
      ['Field handbook > Contacts > On holidays', 'On holidays\nCall the driver first.'],
    ]);
  });
});

describe('sections of a workbook', () => {
  it('are the rows of its sheets: dates, shares, merged cells and results of formulas as they are seen', async () => {
    expect(await textsOf('stations.xlsx')).toEqual([
      ['Stations, row 1', 'Weather stations'],
      ['Stations, row 4', 'Region: North; Station: Hillside; Since: 2019-03-01; Rain: 12.5; Share: 25%'],
      ['Stations, row 5', 'Region: North; Station: Harbour; Since: 2021-11-15; Rain: 20; Share: 40%'],
      ['Stations, row 6', 'Region: South; Station: Zürich & lake; Since: 2024-02-29; Rain: 17.5; Share: 35%'],
      ['Stations, row 7', 'Station: Sum; Rain: 50'],
      ['Notes 2024, row 2', 'Day: 2024-05-01; Note: Mast repaired by the keeper'],
    ]);
  });

  it('are grouped by sheet, and report the progress', async () => {
    const sections = await sectionsOf('stations.xlsx');
    expect(new Set(sections.map(({ group }) => group))).toEqual(new Set(['Stations', 'Notes 2024']));
    expect(sections.at(-1)?.progress).toBe(1);
  });
});

describe('sections of comma-separated values', () => {
  it('are rows with the names of the columns, which stand under a title', async () => {
    expect(await textsOf('stations.csv')).toEqual([
      ['row 1', 'Weather stations'],
      ['row 4', 'Region: North; Station: Hillside; Since: 2019-03-01; Rain: 12.5; Share: 25%'],
      ['row 5', 'Station: Harbour; Since: 2021-11-15; Rain: 20; Share: 40%'],
      ['row 6', 'Region: South; Station: Zürich & lake; Since: 2024-02-29; Rain: 17.5; Share: 35%'],
      ['row 7', 'Station: Sum; Rain: 50'],
    ]);
  });

  it('may be in Windows-1252 with semicolons', async () => {
    const rows = await textsOf('stations-windows-1252.csv');
    expect(rows[3]).toEqual([
      'row 6',
      'Region: South; Station: Zürich & lake; Since: 2024-02-29; Rain: 17.5; Share: 35.00%',
    ]);
  });

  it('may have line breaks in quotes', async () => {
    expect(await textsOf('notes.csv')).toEqual([
      ['row 2', 'Day: 2024-05-01; Note: Mast repaired by the keeper'],
    ]);
  });
});

describe('sections of JSON', () => {
  it('are the elements of its arrays and the objects around them', async () => {
    expect(await textsOf('people.json')).toEqual([
      [null, 'version: 2\nsource: roster'],
      ['people[0]', 'id: 1\nname: Ada Byron\naddress.city: London\ntags: keeper, night'],
      ['people[1]', 'id: 2\nname: Émile Zola\naddress.city: Paris'],
      ['office', 'open: true'],
      ['office.phones[0]', '555 0101'],
      ['office.phones[1]', '555 0102'],
    ]);
  });

  it('are the values of JSON lines', async () => {
    expect(await textsOf('people-lines.jsonl', 'people.json')).toEqual([
      ['record 1', 'id: 1\nname: Ada Byron\naddress.city: London\ntags: keeper, night'],
      ['record 2', 'id: 2\nname: Émile Zola\naddress.city: Paris'],
    ]);
  });
});

describe('sections of Markdown', () => {
  it('stand under their headings of either kind, but for those in code', async () => {
    expect(await textsOf('guide.md')).toEqual([
      ['front matter', 'title: Station guide\ntags: [weather, stations]'],
      [null, 'A line before any heading.'],
      ['Station guide', 'Station guide\n\nWhat every keeper has to know.'],
      ['Station guide > Setup', 'Setup\n\n1. Unpack the mast\n---'],
      ['Station guide > Linux', 'Linux\n\n```sh\n# not a heading\n./install.sh\n```'],
      ['Station guide > Linux > The install script', 'The install script\n\nIt asks nothing.'],
      ['Station guide > Empty', 'Empty'],
      ['Second chapter', 'Second chapter\n\n| Name | Value |\n|------|-------|\n| Mast | 3 m   |'],
    ]);
  });
});

describe('a plain text', () => {
  it.each(['handbook.txt', 'handbook-utf-16le.txt', 'handbook-utf-16be.txt'])(
    'is the same in every encoding: %s',
    async (name) => {
      const [section, ...others] = await sectionsOf(name);
      expect(others).toEqual([]);
      expect(section).toMatchObject({ place: null, group: '', progress: 1 });
      expect(section?.text).toMatch(/^Field handbook\n.*\n {4}• Check the battery\n.*Émile Zola/s);
    },
  );
});

describe('a file that cannot be read', () => {
  it.each([
    ['empty.txt', 'The file is empty.'],
    ['text-named.docx', 'The file is named .docx, but it is not a DOCX file.'],
    ['workbook-named.docx', 'The file is named .docx, but it is an Excel workbook.'],
  ])('%s says why', async (file, message) => {
    await expect(sectionsOf(file)).rejects.toMatchObject({ name: 'UnreadableFile', message });
  });

  it.each([
    ['paper.pdf', 'paper.txt', 'The file is named .txt, but it is a PDF.'],
    [
      'handbook.docx',
      'handbook.csv',
      'The file is named .csv, but it is a ZIP archive or an Office document.',
    ],
    ['handbook.txt', 'handbook.pdf', 'The file is named .pdf, but it is not a PDF file.'],
    ['handbook.docx', 'handbook.xlsx', 'The file is named .xlsx, but it is a Word document.'],
    ['guide.md', 'guide.json', 'The file is not valid JSON: expected a starting digit.'],
    ['handbook.txt', 'handbook.exe', 'Files of the kind ".exe" cannot be read.'],
  ])('%s named %s says so', async (file, name, message) => {
    await expect(sectionsOf(file, name)).rejects.toMatchObject({ name: 'UnreadableFile', message });
  });
});

describe('a file made on the spot', () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'sections-'));
  });
  afterAll(() => rm(folder, { recursive: true }));

  async function written(name: string, bytes: Buffer | string): Promise<Section[]> {
    const file = path.join(folder, name);
    await writeFile(file, bytes);
    const sections: Section[] = [];
    for await (const section of readSections(file, name)) sections.push(section);
    return sections;
  }

  it('of spaces has no text', async () => {
    await expect(written('blank.txt', ' \n\t\n')).rejects.toThrow('The file has no text.');
  });

  it('of bytes is no text, wherever they stand', async () => {
    await expect(written('late.txt', `${'word '.repeat(50_000)}\0`)).rejects.toThrow(
      'The file is not a text',
    );
    await expect(written('early.csv', Buffer.from([1, 2, 3, 4, 5, 6]))).rejects.toThrow(
      'The file is not a text',
    );
  });

  it('gives text that a database can hold', async () => {
    const [section] = await written('controls.json', '["a\\u0000b\\ud800c\\u2028d"]');
    expect(section?.text).toBe('ab\ufffdc\nd');
  });

  it('may be one line of any length, which comes in pieces', async () => {
    const sections = await written('line.txt', 'word '.repeat(100_000));
    expect(sections.length).toBeGreaterThan(30);
    const words = sections.flatMap(({ text }) => text.split(/\s+/));
    expect(words).toEqual(Array<string>(100_000).fill('word'));
  });

  it('may be a row with a quote that is never closed, from where on it is read as lines', async () => {
    const rest = `5,${'6'.repeat(40)}\n`.repeat(30_000);
    const sections = await written('quote.csv', `a,b\n1,2\n3,"4\n${rest}`);
    expect(sections[0]).toMatchObject({ text: 'a: 1; b: 2', place: 'row 2' });
    expect(sections[1]).toMatchObject({ text: '3,"4', place: 'row 3' });
    expect(sections).toHaveLength(30_002);
  });

  it('may have a JSON string of any length, which comes in pieces', async () => {
    const sections = await written('string.json', JSON.stringify({ note: 'word '.repeat(50_000) }));
    expect(sections.length).toBeGreaterThan(10);
    expect(sections[0]?.text).toMatch(/^note: word word/);
  });

  it('may not be nested without end', async () => {
    await expect(written('deep.json', '['.repeat(100_000))).rejects.toThrow(
      'nested more than 200 levels deep',
    );
  });

  it('may not be cut', async () => {
    await expect(written('cut.json', '[{"a":1},{"b"')).rejects.toThrow('The file is not valid JSON');
  });
});
