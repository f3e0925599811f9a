import type { DataLine } from './transfer-line';

/** Lines that one statement takes, all of one kind. */
const MAX_LINES = 200;
/** In UTF-16 units of their texts; a longer line is a batch of its own. */
const MAX_LENGTH = 4_000_000;

/** The lines in their order, in batches that fit a statement. */
export async function* lineBatches(lines: AsyncIterable<DataLine>): AsyncGenerator<DataLine[]> {
  let batch: DataLine[] = [];
  let length = 0;
  for await (const line of lines) {
    const isFull =
      batch.length === MAX_LINES || length + line.text.length > MAX_LENGTH || batch[0]?.kind !== line.kind;
    if (batch.length > 0 && isFull) {
      yield batch;
      batch = [];
      length = 0;
    }
    batch.push(line);
    length += line.text.length;
  }
  if (batch.length > 0) yield batch;
}
