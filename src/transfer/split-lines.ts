import type { DataLine } from './transfer-line';

export interface FileLine {
  /** Counted from 1. */
  number: number;
  /** Null: it is not UTF-8, or longer than a line may be. */
  text: string | null;
  /** A line break follows; without one, the writer may have died in the middle of it. */
  isWhole: boolean;
}

/** A memory with all of its history fits; a file without line breaks does not fill the memory. */
export const MAX_LINE_BYTES = 256 * 1024 * 1024;

const LINE_FEED = 0x0a;

/** Lines of a stream of bytes, one at a time. Only line feeds end lines: JSON texts may hold every other line break. */
export async function* splitLines(bytes: AsyncIterable<Buffer>, maxBytes: number): AsyncGenerator<FileLine> {
  let number = 1;
  let parts: Buffer[] = [];
  let size = 0;
  const add = (part: Buffer): void => {
    size += part.length;
    if (size <= maxBytes) parts.push(part);
    else parts = [];
  };
  const take = (isWhole: boolean): FileLine => {
    const text = size > maxBytes ? null : decode(Buffer.concat(parts));
    parts = [];
    size = 0;
    return { number: number++, text, isWhole };
  };
  for await (const chunk of bytes) {
    let from = 0;
    for (let end = chunk.indexOf(LINE_FEED); end >= 0; end = chunk.indexOf(LINE_FEED, from)) {
      add(chunk.subarray(from, end));
      yield take(true);
      from = end + 1;
    }
    add(chunk.subarray(from));
  }
  if (size > 0) yield take(false);
}

function decode(bytes: Buffer): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}

/** Lines that one statement takes, all of one kind. */
const MAX_LINES = 200;
/** In UTF-16 units of their texts; a longer line is a batch of its own. */
const MAX_LENGTH = 4_000_000;

/** The lines in their order, in batches that fit a statement: of one kind, and memories of one namespace. */
export async function* lineBatches(lines: AsyncIterable<DataLine>): AsyncGenerator<DataLine[]> {
  let batch: DataLine[] = [];
  let length = 0;
  for await (const line of lines) {
    const isFull =
      batch.length === MAX_LINES || length + line.text.length > MAX_LENGTH || !isAlike(batch[0], line);
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

/** A distributed database writes the memories of one namespace in a statement. */
function isAlike(first: DataLine | undefined, line: DataLine): boolean {
  if (first?.kind !== line.kind) return false;
  return !isOfMemory(line) || first.fields.namespace === line.fields.namespace;
}

function isOfMemory({ kind }: DataLine): boolean {
  return kind === 'memory' || kind === 'deleted';
}
