import fc from 'fast-check';
import { passagesOf } from './text-passages';

async function* inPieces(text: string, length: number): AsyncIterable<string> {
  for (let at = 0; at < text.length; at += length) yield text.slice(at, at + length);
}

async function cut(text: string, length = 700): Promise<string[]> {
  const passages: string[] = [];
  for await (const passage of passagesOf(inPieces(text, length))) passages.push(passage);
  return passages;
}

const words = fc.array(
  fc.constantFrom('word', 'end.', '\n\n', '\n', 'x'.repeat(300), '\u{1F600}'.repeat(40)),
  {
    maxLength: 300,
  },
);

describe('the passages of a text', () => {
  it('hold all of it but white space, in order, none blank and none too long', async () => {
    await fc.assert(
      fc.asyncProperty(words, fc.integer({ min: 1, max: 5_000 }), async (parts, length) => {
        const text = parts.join(' ');
        const passages = await cut(text, length);
        expect(passages.join('').replace(/\s/g, '')).toBe(text.replace(/\s/g, ''));
        for (const passage of passages) {
          expect(passage.trim()).toBe(passage);
          expect(passage).not.toBe('');
          expect(passage.length).toBeLessThanOrEqual(2_000);
          expect(passage.isWellFormed()).toBe(true);
        }
      }),
      { numRuns: 50 },
    );
  });

  it('end with a paragraph where one ends in their second half', async () => {
    const paragraph = `${'A sentence. '.repeat(100)}\nA line.`;
    expect(await cut(`${paragraph}\n\n${paragraph}`)).toEqual([paragraph, paragraph]);
  });

  it('are cut anywhere when there is no place to cut', async () => {
    expect((await cut('x'.repeat(4_100))).map((passage) => passage.length)).toEqual([2_000, 2_000, 100]);
  });

  it('are none when there is nothing to read', async () => {
    expect(await cut(' \n\n ')).toEqual([]);
  });
});
