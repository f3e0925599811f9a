import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { zipOf, ZipPart } from '../../../test/fixtures/files/zip-of';
import type { Section } from '../file-content';
import { readSections } from './read-sections';

const fixtures = path.resolve(__dirname, '../../../test/fixtures/files');
const BOMB = 'The file unpacks to far more data than a document holds.';
const DAMAGED = 'The file is damaged: it cannot be unpacked.';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'archives-'));
});
afterAll(() => rm(folder, { recursive: true }));

async function read(name: string, bytes: Buffer): Promise<Section[]> {
  const file = path.join(folder, name);
  await writeFile(file, bytes);
  const sections: Section[] = [];
  for await (const section of readSections(file, name)) sections.push(section);
  return sections;
}

const types: ZipPart = { name: '[Content_Types].xml', bytes: '<Types/>' };
const workbook: ZipPart = {
  name: 'xl/workbook.xml',
  bytes: '<workbook><sheets><sheet name="One" r:id="a"/></sheets></workbook>',
};
const relations: ZipPart = {
  name: 'xl/_rels/workbook.xml.rels',
  bytes: '<R><Relationship Id="a" Type="x/worksheet" Target="worksheets/sheet1.xml"/></R>',
};
const sheet = (rows: string): ZipPart => ({
  name: 'xl/worksheets/sheet1.xml',
  bytes: `<worksheet><sheetData>${rows}</sheetData></worksheet>`,
});
const words = (text: string): ZipPart => ({
  name: 'word/document.xml',
  bytes:
    '<w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:body><w:p><w:r>' +
    `<w:t>${text}</w:t></w:r></w:p></w:body></w:document>`,
});
const spaces = (length: number) => Buffer.alloc(length, ' ');

describe('a workbook made by hand', () => {
  it('is read, whatever kinds its cells are of', async () => {
    const rows =
      '<row r="1"><c t="inlineStr"><is><t>Name</t></is></c><c t="str"><f>1</f><v>Open</v></c></row>' +
      '<row r="5"><c r="A5" t="inlineStr"><is><r><t>A</t></r><r><t>da</t></r></is></c><c r="B5" t="b"><v>1</v></c></row>';
    const [section] = await read('cells.xlsx', zipOf([types, workbook, relations, sheet(rows)]));
    expect(section).toMatchObject({ text: 'Name: Ada; Open: TRUE', place: 'One, row 5', group: 'One' });
  });

  it('does not hold a row number that is out of order against it', async () => {
    const rows = '<row r="9"><c><v>1</v></c></row><row r="2"><c><v>2</v></c></row>';
    const sections = await read('order.xlsx', zipOf([types, workbook, relations, sheet(rows)]));
    expect(sections.map(({ place }) => place)).toEqual(['One, row 9', 'One, row 10']);
  });
});

describe('a zip bomb', () => {
  it('is refused by what its headers say', async () => {
    const bomb = { name: 'xl/media/a', bytes: spaces(20_000_000) };
    await expect(read('bomb.xlsx', zipOf([types, workbook, bomb]))).rejects.toThrow(BOMB);
  });

  it('is refused while it is unpacked, when its headers lie', async () => {
    const rows = sheet(' '.repeat(20_000_000));
    const liar = zipOf([types, workbook, relations, { ...rows, claimedSize: 2000 }]);
    await expect(read('liar.xlsx', liar)).rejects.toThrow(DAMAGED);
  });

  it('is refused when it has too many parts', async () => {
    const parts = Array.from({ length: 10_001 }, (_, index) => ({ name: `part${index}`, bytes: '' }));
    await expect(read('many.docx', zipOf(parts))).rejects.toThrow(BOMB);
  });
});

describe('a Word document', () => {
  it('is read when its pictures are damaged, for they are left closed', async () => {
    const picture = { name: 'word/media/image1.png', bytes: 'no picture', claimedSize: 5 };
    const [section] = await read('picture.docx', zipOf([types, words('Some words'), picture]));
    expect(section).toMatchObject({ text: 'Some words', place: null });
  });

  it('is refused when its XML declares entities', async () => {
    const [, document] = [types, words('&a;')];
    const bytes = `<!DOCTYPE x [<!ENTITY a "aaaa">]>${String(document?.bytes)}`;
    await expect(read('entity.docx', zipOf([types, { ...words(''), bytes }]))).rejects.toThrow(
      'The file is refused: its XML declares a document type.',
    );
    const wide = Buffer.from(bytes, 'utf16le');
    await expect(read('wide.docx', zipOf([types, { ...words(''), bytes: wide }]))).rejects.toThrow(
      'The file is refused: its XML declares a document type.',
    );
  });

  it('is damaged when its XML ends early', async () => {
    const bytes = '<w:document><w:body><w:p>';
    await expect(read('cut.docx', zipOf([types, { ...words(''), bytes }]))).rejects.toMatchObject({
      name: 'UnreadableFile',
    });
  });
});

describe('an archive', () => {
  it('of another kind is named', async () => {
    const other = zipOf([{ name: 'notes.txt', bytes: 'notes' }]);
    await expect(read('other.docx', other)).rejects.toThrow(
      'The file is named .docx, but it is a ZIP archive, not a Word document.',
    );
  });

  it('that is cut is damaged', async () => {
    const whole = await readFile(path.join(fixtures, 'handbook.docx'));
    await expect(read('half.docx', whole.subarray(0, 3000))).rejects.toThrow(DAMAGED);
  });

  it('with two parts of one name is damaged', async () => {
    await expect(read('twice.docx', zipOf([types, words('one'), words('two')]))).rejects.toThrow(DAMAGED);
  });

  it('with a password is refused', async () => {
    const locked = zipOf([types, { ...words('one'), isEncrypted: true }]);
    await expect(read('locked.docx', locked)).rejects.toThrow('The file is protected by a password.');
  });

  it('of a sheet that declares a document type is refused', async () => {
    const rows = { ...sheet(''), bytes: '<!DOCTYPE x [<!ENTITY a "a">]><worksheet>&a;</worksheet>' };
    await expect(read('entity.xlsx', zipOf([types, workbook, relations, rows]))).rejects.toThrow(
      'The file is refused: its XML declares a document type.',
    );
  });
});

it('refuses an Office document with a password, or of the format before 2007', async () => {
  const compoundFile = Buffer.from('d0cf11e0a1b11ae1', 'hex');
  await expect(read('secret.docx', compoundFile)).rejects.toThrow(
    'The file is named .docx, but it is an Office document with a password, or of an old format.',
  );
});
