import { once } from 'node:events';
import { setImmediate } from 'node:timers/promises';
import { startedStream } from './started-stream';

async function* piecesOf(...pieces: (string | Error)[]): AsyncIterable<Buffer> {
  for (const piece of pieces) {
    await setImmediate();
    if (piece instanceof Error) throw piece;
    yield Buffer.from(piece);
  }
}

describe('a stream that has started', () => {
  it('holds every piece', async () => {
    const stream = await startedStream(piecesOf('a', 'b', 'c'));
    expect(Buffer.concat(await stream.toArray()).toString()).toBe('abc');
  });

  it('may be empty', async () => {
    expect(await (await startedStream(piecesOf())).toArray()).toEqual([]);
  });

  it('rejects before it starts when its first piece fails', async () => {
    await expect(startedStream(piecesOf(new Error('no database')))).rejects.toThrow('no database');
  });

  it('fails when a later piece does', async () => {
    const stream = await startedStream(piecesOf('a', new Error('no database')));
    await expect(stream.toArray()).rejects.toThrow('no database');
  });

  it('asks its source for no more than its reader takes', async () => {
    let asked = 0;
    async function* endless(): AsyncIterable<Buffer> {
      for (;;) {
        asked++;
        yield Buffer.alloc(100_000);
      }
    }
    for await (const chunk of await startedStream(endless())) if (chunk) break;
    expect(asked).toBeLessThan(5);
  });

  it('ends its source when it is destroyed half-way', async () => {
    let ended = false;
    async function* endless(): AsyncIterable<Buffer> {
      try {
        for (;;) yield Buffer.alloc(100_000);
      } finally {
        ended = true;
        await setImmediate();
      }
    }
    const stream = await startedStream(endless());
    await once(stream, 'readable');
    stream.destroy();
    await once(stream, 'close');
    expect(ended).toBe(true);
  });
});
