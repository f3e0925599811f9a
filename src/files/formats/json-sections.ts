import { parser } from 'stream-json/parser.js';
import { type Section, UnreadableFile } from '../file-content';
import type { TextPart } from './decoded-text';
import { JsonRecords } from './json-records';

/** In UTF-16 units without a token: only an endless key or number is that long. */
const MAX_SILENCE = 16_000_000;

/** The mark of stream-chain for the end of the text. */
const none = Symbol.for('object-stream.none');

interface Token {
  name: string;
  value?: unknown;
}

/** Yields a section for each record, with its path as the place, or `record 3` in JSON lines. */
export async function* jsonSections(parts: AsyncIterable<TextPart>): AsyncGenerator<Section> {
  let records: JsonRecords | null = null;
  let last = 0;
  for await (const { tokens, text, progress } of tokensOf(parts)) {
    records ??= new JsonRecords(isJsonLines(text));
    for (const token of tokens) take(records, token);
    last = progress;
    yield* records.take(progress);
  }
  records?.end();
  yield* records?.take(last) ?? [];
}

interface TokenBatch {
  tokens: Token[];
  text: string;
  progress: number;
}

async function* tokensOf(parts: AsyncIterable<TextPart>): AsyncGenerator<TokenBatch> {
  // Strings come in parts, because one may be as long as the file.
  const parse = parser({
    jsonStreaming: true,
    packStrings: false,
    streamKeys: false,
    streamNumbers: false,
  }) as unknown as (text: string | symbol) => AsyncIterable<Token>;
  let silence = 0;
  for await (const { text, progress } of parts) {
    const tokens = await tokensIn(parse(text));
    silence = tokens.length > 0 ? 0 : silence + text.length;
    if (silence > MAX_SILENCE) throw new UnreadableFile('The JSON has a name or a number without an end.');
    yield { tokens, text, progress };
  }
  yield { tokens: await tokensIn(parse(none)), text: '', progress: 1 };
}

async function tokensIn(found: AsyncIterable<Token>): Promise<Token[]> {
  const tokens: Token[] = [];
  try {
    for await (const token of found) tokens.push(token);
  } catch (error) {
    const reason =
      error instanceof Error ? error.message.replace(/^Parser (?:cannot parse input: )?/, '') : '';
    throw new UnreadableFile(`The file is not valid JSON: ${reason}.`);
  }
  return tokens;
}

/** Whether the first line is a complete value and more lines follow. */
function isJsonLines(start: string): boolean {
  const text = start.trimStart();
  const end = text.indexOf('\n');
  if (end < 0 || text.slice(end).trim() === '') return false;
  try {
    JSON.parse(text.slice(0, end));
    return true;
  } catch {
    return false;
  }
}

function take(records: JsonRecords, { name, value }: Token): void {
  switch (name) {
    case 'startObject':
      return records.open(false);
    case 'startArray':
      return records.open(true);
    case 'endObject':
    case 'endArray':
      return records.close();
    case 'keyValue':
      return records.key(String(value));
    case 'startString':
      return records.startValue();
    case 'stringChunk':
      return records.part(String(value));
    case 'endString':
      return records.endValue();
    default:
      return takePlain(records, name, value);
  }
}

/** A null has no text. */
function takePlain(records: JsonRecords, name: string, value: unknown): void {
  records.startValue();
  if (name !== 'nullValue') records.part(String(value));
  records.endValue();
}
