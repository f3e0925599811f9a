import { Readable, pipeline } from 'node:stream';
import { CsvError, parse, Parser } from 'csv-parse';
import type { Section } from '../section';
import { decodedText, TextPart } from './decoded-text';
import { delimiterOf, isDeclaration } from './csv-dialect';
import { MAX_SECTION_LENGTH } from './section-text';
import { TableRows } from './table-rows';
import type { TextEncoding } from './text-encoding';
import { linesOf } from './text-lines';

/** Bytes; a longer row is rather a text, or a quote that is never closed. */
const MAX_ROW_BYTES = 1_048_576;
const SAMPLE_LENGTH = 65_536;

interface CsvRecord {
  info: { bytes: number };
  record: string[];
}

/** A row that is too long for a table, and where it begins in the decoded text: bytes of UTF-8. */
class RowTooLong extends Error {
  constructor(
    readonly row: number,
    readonly bytes: number,
  ) {
    super('The row is too long');
  }
}

/** A section a row, with the names of the columns. From a row that is too long on, the rest is read as lines. */
export async function* csvSections(path: string, encoding: TextEncoding): AsyncGenerator<Section> {
  const table = new TableRows(null);
  try {
    yield* rowSections(path, encoding, table);
  } catch (error) {
    if (!(error instanceof RowTooLong)) throw error;
    table.end(0);
    yield* table.take();
    yield* lineSections(from(decodedText(path, encoding), error.bytes), error.row);
  }
}

async function* rowSections(path: string, encoding: TextEncoding, table: TableRows): AsyncGenerator<Section> {
  let progress = 0;
  async function* texts() {
    for await (const part of decodedText(path, encoding)) {
      progress = part.progress;
      yield part.text;
    }
  }
  const parser = parserFor(delimiterOf(await sampleOf(path, encoding)));
  // An error of either comes out of the parser.
  pipeline(Readable.from(texts()), parser, () => undefined);
  for await (const { number, cells } of numbered(parser)) {
    table.add({ number, cells }, progress);
    yield* table.take();
  }
  table.end(1);
  yield* table.take();
}

function parserFor(delimiter: string): Parser {
  return parse({
    delimiter,
    info: true,
    max_record_size: MAX_ROW_BYTES,
    record_delimiter: ['\r\n', '\n', '\r'],
    relax_column_count: true,
    relax_quotes: true,
  });
}

async function* numbered(parser: Parser): AsyncGenerator<{ number: number; cells: string[] }> {
  let number = 0;
  let bytes = 0;
  try {
    for await (const { info, record } of parser as AsyncIterable<CsvRecord>) {
      number += 1;
      bytes = info.bytes;
      if (number > 1 || !isDeclaration(record)) yield { number, cells: record };
    }
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    throw new RowTooLong(number + 1, bytes);
  }
}

async function sampleOf(path: string, encoding: TextEncoding): Promise<string> {
  for await (const { text } of decodedText(path, encoding)) return text.slice(0, SAMPLE_LENGTH);
  return '';
}

/** The text from a byte of its UTF-8 on. */
async function* from(parts: AsyncIterable<TextPart>, start: number): AsyncGenerator<TextPart> {
  let left = start;
  for await (const { text, progress } of parts) {
    const bytes = Buffer.from(text);
    const rest = bytes.subarray(Math.min(left, bytes.length)).toString();
    left = Math.max(0, left - bytes.length);
    if (rest !== '') yield { text: rest, progress };
  }
}

async function* lineSections(parts: AsyncIterable<TextPart>, firstRow: number): AsyncGenerator<Section> {
  let row = firstRow;
  for await (const { lines, progress } of linesOf(parts)) {
    for (const line of lines) {
      yield { text: line, place: `row ${row}`, group: '', progress };
      // A line at its full length goes on in the next.
      if (line.length < MAX_SECTION_LENGTH * 0.7) row += 1;
    }
  }
}
