import fc from 'fast-check';
import { processorMs } from '../../../test/support/processor-time';
import type { Chunk, Section } from '../file-content';
import { cleanText } from '../formats/section-text';
import { Chunker } from './chunker';
import { countTokens } from './split-text';

const MOST = 1_000;

function chunksOf(sections: readonly Section[]): Chunk[] {
  const chunker = new Chunker();
  return [...sections.flatMap((section) => chunker.add(section)), ...chunker.end()];
}

const section = (text: string, fields: Partial<Section> = {}): Section => ({
  text,
  place: null,
  group: 'text',
  progress: 1,
  ...fields,
});

/** Each word once in the whole file, so that repeated text can be recognised. */
function numberedWords(from: number, count: number): string {
  return Array.from({ length: count }, (_, n) => `w${from + n}`).join(' ');
}

const numbersIn = (text: string): number[] => [...text.matchAll(/w(\d+)/g)].map(([, n]) => Number(n));

/** Sections of numbered words, in sentences and paragraphs of any size. */
const numberedSections = fc
  .array(
    fc.record({
      words: fc.integer({ min: 1, max: 900 }),
      group: fc.integer({ min: 0, max: 3 }),
      place: fc.option(fc.constantFrom('page 1', 'page 2', 'Setup'), { nil: null }),
      gaps: fc.array(fc.constantFrom(' ', '. ', '.\n\n', '\n', '   \n \n\n', '!\t'), { minLength: 1 }),
    }),
    { minLength: 1, maxLength: 12 },
  )
  .map((drawn) => {
    let next = 0;
    return drawn.map(({ words, group, place, gaps }, at): Section => {
      const text = Array.from({ length: words }, (_, n) => `w${next++}${gaps[n % gaps.length]}`).join('');
      return { text, place, group: `g${group}`, progress: (at + 1) / drawn.length };
    });
  });

describe('the chunks of a file', () => {
  it('say all that the file says in its order, and little of it twice', () => {
    fc.assert(
      fc.property(numberedSections, (sections) => {
        const chunks = chunksOf(sections);
        let next = 0;
        for (const { text } of chunks) {
          const numbers = numbersIn(text);
          expect(numbers).toEqual(numbers.map((_, at) => (numbers[0] ?? 0) + at));
          expect(next - (numbers[0] ?? 0)).toBeGreaterThanOrEqual(0);
          expect(next - (numbers[0] ?? 0)).toBeLessThanOrEqual(40);
          next = (numbers.at(-1) ?? 0) + 1;
        }
        expect(next).toBe(sections.flatMap(({ text }) => numbersIn(text)).length);
      }),
    );
  });

  it('are neither blank nor longer than a memory may be, whatever the file holds', () => {
    const anyText = fc.oneof(
      fc.string({ unit: 'grapheme', maxLength: 30_000, size: 'max' }),
      fc.string({ unit: 'binary', maxLength: 3_000, size: 'max' }),
      fc.integer({ min: 1, max: 40_000 }).map((length) => 'x'.repeat(length)),
      fc.integer({ min: 1, max: 20_000 }).map((length) => '😀'.repeat(length)),
      fc.integer({ min: 1, max: 20_000 }).map((length) => `a${' '.repeat(length)}\n\0b`),
    );
    fc.assert(
      fc.property(fc.array(anyText, { maxLength: 4 }), (texts) => {
        const chunks = chunksOf(texts.map((text) => section(cleanText(text))));
        for (const { text } of chunks) {
          expect(text.trim()).not.toBe('');
          expect(text.length).toBeLessThanOrEqual(10_000);
          expect(text.isWellFormed()).toBe(true);
          expect(countTokens(text)).toBeLessThanOrEqual(MOST);
        }
      }),
      { numRuns: 60 },
    );
  });

  it('lose no character of a text that repeats nothing between them', () => {
    const text = Array.from({ length: 3_000 }, (_, n) => String.fromCodePoint(0x4e00 + n)).join('');
    const said = chunksOf([section(text)]).map((chunk) => chunk.text);
    expect(said.length).toBeGreaterThan(3);
    expect(said.join('')).toBe(text);
  });

  it('have 200 to 1,000 tokens where a place says as much', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 500 }), { minLength: 1, maxLength: 30 }), (sizes) => {
        const sections = sizes.map((size, at) => section(numberedWords(1_000 * at, size)));
        const counts = chunksOf(sections).map(({ text }) => countTokens(text));
        const total = sections.reduce((sum, { text }) => sum + countTokens(text), 0);
        if (total < 200) expect(counts).toHaveLength(1);
        else for (const count of counts) expect(count >= 200 && count <= MOST).toBe(true);
      }),
    );
  });

  it('hold the rows of a sheet together and say which', () => {
    const rows = Array.from({ length: 60 }, (_, n) =>
      section(`Name: person ${n}; City: Rome; Note: pays late and calls often`, {
        place: `Sheet1, row ${n + 2}`,
        group: 'Sheet1',
        progress: (n + 1) / 60,
      }),
    );
    const chunks = chunksOf(rows);
    expect(chunks[0]?.place).toMatch(/^Sheet1, rows 2-\d+$/);
    expect(chunks.at(-1)?.place).toMatch(/^Sheet1, rows \d+-61$/);
    expect(chunks.at(-1)?.progress).toBe(1);
    expect(chunks.flatMap(({ text }) => text.split('\n'))).toEqual(rows.map(({ text }) => text));
  });

  it('do not mix headings that say something', () => {
    const one = section(numberedWords(0, 60), { place: 'Setup', group: 'Setup' });
    const other = section(numberedWords(60, 60), { place: 'Use', group: 'Use' });
    expect(chunksOf([one, other]).map(({ place }) => place)).toEqual(['Setup', 'Use']);
  });

  it('take a tiny piece together with what stands under the next heading', () => {
    const title = section('The manual', { place: 'Manual', group: 'Manual' });
    const below = section(numberedWords(0, 100), { place: 'Manual > Setup', group: 'Manual > Setup' });
    const chunks = chunksOf([title, below]);
    expect(chunks).toHaveLength(1);
    expect(chunks[0]).toMatchObject({ place: 'Manual > Setup' });
    expect(chunks[0]?.text).toMatch(/^The manual\nw0 w1/);
  });

  it('begin with the last sentences of the one before in the same place', () => {
    const sentences = Array.from({ length: 120 }, (_, n) => `Sentence w${n} is about tea.`);
    const [first, second] = chunksOf([section(sentences.join(' '))]);
    const last = numbersIn(first?.text ?? '').at(-1) ?? 0;
    expect(numbersIn(second?.text ?? '')[0]).toBeLessThan(last);
    expect(second?.text.startsWith('Sentence w')).toBe(true);
  });

  it('are the same for the same sections', () => {
    fc.assert(
      fc.property(numberedSections, (sections) => {
        expect(chunksOf(sections)).toEqual(chunksOf(sections));
      }),
      { numRuns: 10 },
    );
  });

  it('are found in time that grows with the text alone, of whatever it is made', () => {
    const hostile = ['\n \n', '. ', '."""', ' ', '\n', 'x\n   ', '。'].map((unit) => unit.repeat(300_000));
    expect(processorMs(() => hostile.map((text) => chunksOf([section(text)])))).toBeLessThan(20_000);
  });
});
