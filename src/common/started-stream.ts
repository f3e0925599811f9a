import { Readable } from 'node:stream';

/**
 * A stream of the pieces of an answer, produced only as fast as they are read. The first piece is there when this
 * resolves: what fails before it rejects here, and can still be answered with an error. A later failure destroys the
 * stream, and with it the connection.
 */
export async function startedStream(pieces: AsyncIterable<Buffer>): Promise<Readable> {
  const iterator = pieces[Symbol.asyncIterator]();
  const first = await iterator.next();
  const stream = Readable.from(continued(first, iterator), { objectMode: false });
  // A stream that is destroyed before it is read never begins its generator, whose end it would not reach.
  stream.once('close', () => void iterator.return?.().catch(() => undefined));
  return stream;
}

async function* continued(
  first: IteratorResult<Buffer>,
  iterator: AsyncIterator<Buffer>,
): AsyncIterable<Buffer> {
  try {
    for (let result = first; result.done !== true; result = await iterator.next()) yield result.value;
  } finally {
    await iterator.return?.();
  }
}
