import fc from 'fast-check';
import { MAX_SECTION_LENGTH, cutAt } from './section-text';
import { linesOf } from './text-lines';

async function lines(pieces: readonly string[]): Promise<string[]> {
  async function* parts() {
    for (const text of pieces) yield { text, progress: 0.5 };
  }
  const found: string[] = [];
  for await (const batch of linesOf(parts())) found.push(...batch.lines);
  return found;
}

const piece = fc.string({ unit: fc.constantFrom('a', ' ', '\n', '\r', 'é') });

describe('lines of a text', () => {
  it('are the same however the text is cut into parts', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(piece), async (pieces) => {
        const whole = pieces.join('').split(/\r\n|\n|\r/);
        // An end of the last line begins no other.
        if (whole.at(-1) === '') whole.pop();
        expect(await lines(pieces)).toEqual(whole);
      }),
    );
  });

  it('are cut when they are longer than a section', async () => {
    const found = await lines(['x'.repeat(MAX_SECTION_LENGTH - 1), '😀'.repeat(MAX_SECTION_LENGTH)]);
    expect(found.length).toBeGreaterThan(2);
    expect(found.join('')).toHaveLength(3 * MAX_SECTION_LENGTH - 1);
    for (const line of found) {
      expect(line.length).toBeLessThanOrEqual(MAX_SECTION_LENGTH);
      expect(line.isWellFormed()).toBe(true);
    }
  });
});

describe('where a text is cut', () => {
  it('is after a paragraph rather than after a line, a sentence or a word', () => {
    expect(cutAt('012345678\n\nb c', 12)).toBe(11);
    expect(cutAt('One two. Three four', 10)).toBe(9);
    expect(cutAt('One two three', 9)).toBe(8);
  });
});
