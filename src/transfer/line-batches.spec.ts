import { lineBatches } from './line-batches';
import type { DataLine, LineKind } from './transfer-line';

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

  it('hold at most 200 lines', async () => {
    expect(await sizes(times(450, lineOf('memory')))).toEqual([200, 200, 50]);
  });

  it('hold few long lines, and one that is too long by itself', async () => {
    expect(await sizes([...times(3, lineOf('memory', 1_900_000)), lineOf('memory', 9_000_000)])).toEqual([
      2, 1, 1,
    ]);
  });
});
