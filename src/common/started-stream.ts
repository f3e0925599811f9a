import { Readable } from 'node:stream';

/**
 * A stream of the pieces of an answer, produced only as fast as they are read. The first piece is there when this
 * resolves: what fails before it rejects here, and can still be answered with an error. A later failure destroys the
 * stream, and with it the connection.
 */
export async function startedStream(pieces: AsyncIterable<Buffer>): Promise<Readable> {
  const iterator = pieces[Symbol.asyncIterator]();
  const first = await iterator.next();
  // A generator around the pieces would hold one more of them for each reader that stalls.
  const stream = new Readable({
    read(): void {
      iterator.next().then(
        ({ done, value }) => this.push(done === true ? null : value),
        (error: Error) => this.destroy(error),
      );
    },
    destroy(error, ended): void {
      Promise.resolve(iterator.return?.()).then(
        () => ended(error),
        () => ended(error),
      );
    },
  });
  stream.push(first.done === true ? null : first.value);
  return stream;
}
