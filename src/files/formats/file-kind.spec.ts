import fc from 'fast-check';
import { codePoints } from '../../common/text';
import { EXTENSIONS, supportedName } from './file-kind';

describe('supportedName', () => {
  it.each([
    ['report.pdf', 'report.pdf'],
    ['file.PDF', 'file.PDF'],
    ['../../etc/passwd.txt', 'passwd.txt'],
    ['a\\..\\b.pdf', 'b.pdf'],
    ['C:\\Users\\anna\\Straße ☕.docx', 'Straße ☕.docx'],
    ['a\u0000b\r\nc\u007f.csv', 'abc.csv'],
    ['\u202etxt.exe.md', 'txt.exe.md'],
    ['  notes.md  ', 'notes.md'],
    ['.hidden.json', '.hidden.json'],
    ['a.b.xlsx', 'a.b.xlsx'],
    ['\ud800.txt', '\ufffd.txt'],
  ])('of %j is %j', (given, name) => {
    expect(supportedName(given)).toBe(name);
  });

  it.each([
    ['malware.exe', "Files of type '.exe' are not supported"],
    ['README', 'Files without an extension are not supported'],
    ['folder.pdf/README', 'Files without an extension'],
    ['.pdf', 'Files without an extension'],
    ['notes.', 'Files without an extension'],
    ['', 'Files without an extension'],
    ['report.pdf.zip', "'.zip'"],
    [`a.${'x'.repeat(500)}`, `'.${'x'.repeat(19)}'`],
  ])('refuses %j', (given, message) => {
    expect(() => supportedName(given)).toThrow(message);
    expect(() => supportedName(given)).toThrow('use .pdf, .docx, .xlsx, .json, .txt, .csv, .md');
  });

  it('cuts a long name before its extension', () => {
    expect(supportedName(`${'😀'.repeat(400)}.pdf`)).toBe(`${'😀'.repeat(251)}.pdf`);
  });

  it('has no folders, no control characters and at most 255 characters, whatever was given', () => {
    const given = fc.tuple(fc.string({ unit: 'binary' }), fc.constantFrom(...EXTENSIONS));
    fc.assert(
      fc.property(given, ([stem, extension]) => {
        const name = supportedName(`${stem}x${extension}`);
        expect(name).toMatch(/^[^/\\\p{Cc}]+$/u);
        expect(codePoints(name)).toBeLessThanOrEqual(255);
        expect(name.endsWith(extension)).toBe(true);
      }),
    );
  });
});
