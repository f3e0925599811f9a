import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import fc from 'fast-check';
import { countedLines } from './session-activity.service';

function streamOf(chunks: readonly string[]): Readable {
  return Readable.from(
    chunks.map((chunk) => Buffer.from(chunk)),
    { objectMode: false },
  );
}

describe('countedLines', () => {
  it('passes every byte on and reports the number of lines at the end', async () => {
    const chunks = fc.array(fc.stringMatching(/^[a-c\n]{1,20}$/), { maxLength: 20 });
    await fc.assert(
      fc.asyncProperty(chunks, async (given) => {
        const counts: number[] = [];
        const text = (await buffer(countedLines(streamOf(given), (lines) => counts.push(lines)))).toString();
        expect(text).toBe(given.join(''));
        expect(counts).toEqual([text.split('\n').length - 1]);
      }),
    );
  });

  it('reports nothing for a stream that fails, and fails with it', async () => {
    const counts: number[] = [];
    const failing = Readable.from(
      (function* () {
        yield Buffer.from('a\n');
        throw new Error('broken');
      })(),
      { objectMode: false },
    );
    const counted = countedLines(failing, (lines) => counts.push(lines));
    await expect(buffer(counted)).rejects.toThrow('broken');
    expect(counts).toEqual([]);
  });

  it('reports nothing for a stream that its reader leaves early, and ends its source', async () => {
    const counts: number[] = [];
    const source = streamOf(['a\n', 'b\n', 'c\n']);
    const counted = countedLines(source, (lines) => counts.push(lines));
    for await (const chunk of counted) {
      expect(String(chunk)).toBe('a\n');
      break;
    }
    expect(source.destroyed).toBe(true);
    expect(counts).toEqual([]);
  });
});
