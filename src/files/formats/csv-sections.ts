import { pipeline, Readable } from 'node:stream';
import { CsvError, parse, Parser } from 'csv-parse';
import type { Section } from '../file-content';
import { decodedText, type TextEncoding, TextPart } from './decoded-text';
import { MAX_SECTION_LENGTH } from './section-text';
import { TableRows } from './table-rows';
import { linesOf } from './text-lines';

/** A longer row is text, or has a quote that is never closed. */
const MAX_ROW_BYTES = 1_048_576;
const SAMPLE_LENGTH = 65_536;

interface CsvRecord {
  info: { bytes: number };
  record: string[];
}

/** `bytes`: where the row begins in the decoded text, in bytes of UTF-8. */
class RowTooLong extends Error {
  constructor(
    readonly row: number,
    readonly bytes: number,
  ) {
    super('The row is too long');
  }
}

/**
 * Yields a section for each row, with the names of its columns. After a row that is too long, the rest is read as
 * lines.
 */
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
  // The parser reports an error of either stream.
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

/** The rest of the text after `start` bytes of UTF-8. */
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
      // A line of full length continues in the next one.
      if (line.length < MAX_SECTION_LENGTH * 0.7) row += 1;
    }
  }
}

const candidates = [',', ';', '\t', '|'] as const;
export type Delimiter = (typeof candidates)[number];

const SAMPLE_ROWS = 50;

/** The number of delimiters outside quotes, for each row. */
function countsOf(sample: string, delimiter: Delimiter): number[] {
  const counts = [0];
  let isQuoted = false;
  for (const character of sample) {
    if (character === '"') isQuoted = !isQuoted;
    if (isQuoted) continue;
    if (character === delimiter) counts.push((counts.pop() ?? 0) + 1);
    if (character === '\n' && counts.push(0) > SAMPLE_ROWS) break;
  }
  // The last row may be incomplete.
  return counts.length > 1 ? counts.slice(0, -1) : counts;
}

/** The share of rows with the most common number of delimiters; more delimiters break ties. */
function score(counts: readonly number[]): number {
  const usual = new Map<number, number>();
  for (const count of counts.filter((found) => found > 0)) usual.set(count, (usual.get(count) ?? 0) + 1);
  const [best] = [...usual].sort(([a, rows], [b, others]) => others - rows || b - a);
  if (best === undefined) return 0;
  const [delimiters, rows] = best;
  return rows / counts.length + delimiters / 1e6;
}

/** Guesses the delimiter from the first rows. Some spreadsheets declare it in the first line: `sep=;`. */
export function delimiterOf(sample: string): Delimiter {
  const declared = /^sep=(.)\r?\n/i.exec(sample)?.[1];
  const known = candidates.find((candidate) => candidate === declared);
  if (known !== undefined) return known;
  const scores = candidates.map((candidate) => score(countsOf(sample, candidate)));
  return candidates[scores.indexOf(Math.max(...scores))] ?? ',';
}

/** Whether a row only declares the delimiter. */
export function isDeclaration(cells: readonly string[]): boolean {
  return cells.every((cell, index) => (index === 0 ? /^sep=/i.test(cell) : cell === '')) && cells.length <= 2;
}
