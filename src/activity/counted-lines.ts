import { Readable } from 'node:stream';

const LINE_FEED = 10;

/** The same bytes; at their end it calls `done` with the number of lines, unless the stream breaks off. */
export function countedLines(bytes: Readable, done: (lines: number) => void): Readable {
  return Readable.from(counting(bytes, done), { objectMode: false });
}

async function* counting(bytes: Readable, done: (lines: number) => void): AsyncIterable<Buffer> {
  let lines = 0;
  for await (const chunk of bytes as AsyncIterable<Buffer>) {
    for (let at = chunk.indexOf(LINE_FEED); at !== -1; at = chunk.indexOf(LINE_FEED, at + 1)) lines++;
    yield chunk;
  }
  done(lines);
}
