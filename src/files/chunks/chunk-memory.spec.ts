import fc from 'fast-check';
import { chunkTitle } from './chunk-memory';
import { placeRange } from './chunker';

describe('the title of a chunk', () => {
  it('names the file, and the place where there is one', () => {
    expect(chunkTitle('report.pdf', 'page 3')).toBe('report.pdf: page 3');
    expect(chunkTitle('notes.txt', null)).toBe('notes.txt');
  });

  it('lacks its middle where it would be too long, and keeps the ends of both', () => {
    const title = chunkTitle(`${'a'.repeat(200)}.pdf`, `Start > ${'b'.repeat(200)} > End`);
    expect(Array.from(title)).toHaveLength(100);
    expect(title).toMatch(/^a+…a+\.pdf: Start > b+…b+ > End$/);
  });

  it('has 1 to 100 code points on one line, whatever the names are', () => {
    const name = fc.string({ unit: 'grapheme', maxLength: 300, size: 'max' });
    fc.assert(
      fc.property(name, fc.option(name), (file, place) => {
        const title = chunkTitle(`${file}.txt`, place);
        expect(Array.from(title).length).toBeLessThanOrEqual(100);
        expect(title.trim()).not.toBe('');
        expect(title).not.toMatch(/[\r\n]/);
      }),
    );
  });
});

describe('the place of what reaches over several', () => {
  it.each([
    ['page 3', 'page 3', 'page 3'],
    ['page 3', 'page 5', 'pages 3-5'],
    ['Sheet1, row 12', 'Sheet1, row 40', 'Sheet1, rows 12-40'],
    ['Sheet1, row 12', 'Sheet2, row 2', 'Sheet1, row 12 to Sheet2, row 2'],
    ['Setup', 'Setup > Linux', 'Setup > Linux'],
    [null, 'Setup', 'Setup'],
    [null, null, null],
  ])('from %s to %s is %s', (first, last, expected) => {
    expect(placeRange(first, last)).toBe(expected);
  });
});
