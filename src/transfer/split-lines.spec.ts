import * as fc from 'fast-check';
import { splitLines, lineBatches, type FileLine } from './split-lines';
import type { DataLine, LineKind } from './transfer-line';

async function split(chunks: readonly Buffer[], maxBytes = 1_000): Promise<FileLine[]> {
  async function* bytes(): AsyncGenerator<Buffer> {
    await Promise.resolve();
    yield* chunks;
  }
  const lines: FileLine[] = [];
  for await (const line of splitLines(bytes(), maxBytes)) lines.push(line);
  return lines;
}

describe('splitting bytes into lines', () => {
  it('gives back the lines, wherever the chunks end', async () => {
    const line = fc
      .string({ unit: fc.constantFrom('a', 'é', '🎈', '\r', '\u2028', '"') })
      .filter((text) => !text.includes('\n'));
    await fc.assert(
      fc.asyncProperty(
        fc.array(line, { minLength: 1 }),
        fc.integer({ min: 1, max: 7 }),
        async (lines, size) => {
          const bytes = Buffer.from(`${lines.join('\n')}\n`);
          const count = Math.ceil(bytes.length / size);
          const chunks = Array.from({ length: count }, (_, at) => bytes.subarray(at * size, (at + 1) * size));
          const expected = lines.map((text, at) => ({ number: at + 1, text, isWhole: true }));
          expect(await split(chunks)).toEqual(expected);
        },
      ),
    );
  });

  it('recognises a last line without a line break', async () => {
    expect(await split([Buffer.from('one\ntw')])).toEqual([
      { number: 1, text: 'one', isWhole: true },
      { number: 2, text: 'tw', isWhole: false },
    ]);
  });

  it('gives no text of a line that is too long or not UTF-8, and goes on', async () => {
    const bytes = Buffer.concat([Buffer.from('12345\n'), Buffer.from([0xff, 0x0a]), Buffer.from('ok\n')]);
    expect((await split([bytes], 4)).map((line) => line.text)).toEqual([null, null, 'ok']);
  });
});

async function sizes(lines: readonly DataLine[]): Promise<number[]> {
  async function* all(): AsyncGenerator<DataLine> {
    await Promise.resolve();
    yield* lines;
  }
  const found: number[] = [];
  for await (const batch of lineBatches(all())) found.push(batch.length);
  return found;
}

const lineOf = (kind: LineKind, length = 10): DataLine => ({
  kind,
  number: 1,
  text: ' '.repeat(length),
  fields: {},
});
const times = (count: number, line: DataLine) => Array.from({ length: count }, () => line);

describe('batches of lines', () => {
  it('hold one kind each', async () => {
    expect(await sizes([lineOf('agent'), lineOf('memory'), lineOf('memory'), lineOf('agent')])).toEqual([
      1, 2, 1,
    ]);
  });

  it('hold memories of one namespace each', async () => {
    const ofNamespace = (namespace: string): DataLine => ({ ...lineOf('memory'), fields: { namespace } });
    expect(await sizes([...times(3, ofNamespace('a')), ...times(2, ofNamespace('b'))])).toEqual([3, 2]);
  });

  it('hold at most 200 lines', async () => {
    expect(await sizes(times(450, lineOf('memory')))).toEqual([200, 200, 50]);
  });

  it('hold few long lines, and one that is too long by itself', async () => {
    expect(await sizes([...times(3, lineOf('memory', 1_900_000)), lineOf('memory', 9_000_000)])).toEqual([
      2, 1, 1,
    ]);
  });
});
