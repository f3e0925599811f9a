import { createReadStream } from 'node:fs';
import { openRegular } from '../regular-file.ts';

/** Characters. Records have some hundreds, those of large deletions some thousands. */
const MOST_LINE = 16_000_000;

/** Throws for what is no regular file, and for a line that none of an export is as long as. */
export async function* linesOfFile(file: string): AsyncGenerator<string> {
  const { descriptor } = openRegular(file);
  const reading = createReadStream('', { fd: descriptor, encoding: 'utf8' });
  let rest = '';
  for await (const piece of reading as AsyncIterable<string>) {
    const lines = piece.split('\n');
    lines[0] = rest + (lines[0] ?? '');
    rest = lines.pop() ?? '';
    if (rest.length > MOST_LINE) throw new Error(`a line has more than ${MOST_LINE} characters`);
    yield* lines;
  }
  yield rest;
}
