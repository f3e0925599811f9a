import { PassThrough, Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { setImmediate } from 'node:timers/promises';
import fc from 'fast-check';
import { countLines } from './session-activity.service';

function streamOf(chunks: readonly string[]): Readable {
  return Readable.from(
    chunks.map((chunk) => Buffer.from(chunk)),
    { objectMode: false },
  );
}

describe('countLines', () => {
  it('passes every byte on and reports the number of lines at the end', async () => {
    const chunks = fc.array(fc.stringMatching(/^[a-c\n]{1,20}$/), { maxLength: 20 });
    await fc.assert(
      fc.asyncProperty(chunks, async (given) => {
        const counts: number[] = [];
        const source = streamOf(given);
        countLines(source, (lines) => counts.push(lines));
        // As an answer is sent: some time later, to a reader that may be slow.
        await setImmediate();
        const text = (await buffer(source.pipe(new PassThrough({ highWaterMark: 1 })))).toString();
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
    countLines(failing, (lines) => counts.push(lines));
    await expect(buffer(failing)).rejects.toThrow('broken');
    expect(counts).toEqual([]);
  });

  it('reports nothing for a stream that its reader leaves early, and ends its source', async () => {
    const counts: number[] = [];
    const source = streamOf(['a\n', 'b\n', 'c\n']);
    countLines(source, (lines) => counts.push(lines));
    for await (const chunk of source) {
      expect(String(chunk)).toBe('a\n');
      break;
    }
    expect(source.destroyed).toBe(true);
    expect(counts).toEqual([]);
  });
});
