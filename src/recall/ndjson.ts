import { Readable } from 'node:stream';

/** Newline-delimited JSON, one item a line, made as fast as the reader takes it. */
export function ndjson<T>(slices: AsyncIterable<T[]>, toJson: (item: T) => unknown): Readable {
  return Readable.from(lines(slices, toJson), { objectMode: false });
}

async function* lines<T>(slices: AsyncIterable<T[]>, toJson: (item: T) => unknown): AsyncIterable<Buffer> {
  for await (const slice of slices) {
    yield Buffer.from(slice.map((item) => `${JSON.stringify(toJson(item))}\n`).join(''));
  }
}
