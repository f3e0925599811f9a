import { parser } from 'stream-json/parser.js';
import { type Section, UnreadableFile } from '../file-content';
import type { TextPart } from './decoded-text';
import { SectionText } from './section-text';

/** In UTF-16 units without a token: only an endless key or number is that long. */
const MAX_SILENCE = 16_000_000;

/** The mark of stream-chain for the end of the text. */
const none = Symbol.for('object-stream.none');

interface Token {
  name: string;
  value?: unknown;
}

/** One section for each record, with its path as the place, or `record 3` in JSON lines. */
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

/** Deeper data is not meant to be read, and its paths would be longer than its values. */
const MAX_DEPTH = 200;

interface Frame {
  isArray: boolean;
  /** The last key or index. */
  step: JsonStep | null;
}

/** Makes a section of each element of an outermost array, and of other objects; lines are `address.city: Paris`. */
class JsonRecords {
  private readonly ready: Section[] = [];
  private readonly frames: Frame[] = [];
  /** The number of frames around the current record; null outside of records. */
  private recordDepth: number | null = null;
  private roots = 0;
  private place: string | null = null;
  private group = '';
  private progress = 0;
  private line: { path: string; isList: boolean; isEmpty: boolean } | null = null;
  private lastList: string | null = null;
  private readonly text = new SectionText((text) =>
    this.ready.push({ text, place: this.place, group: this.group, progress: this.progress }),
  );

  /** `manyRoots`: each top-level value is a record, as in JSON lines. */
  constructor(private readonly manyRoots: boolean) {}

  key(name: string): void {
    const frame = this.frames.at(-1);
    if (frame !== undefined) frame.step = name;
  }

  open(isArray: boolean): void {
    this.enter(true);
    if (this.frames.length >= MAX_DEPTH) {
      throw new UnreadableFile(`The JSON is nested more than ${MAX_DEPTH} levels deep.`);
    }
    this.frames.push({ isArray, step: null });
    this.lastList = null;
  }

  close(): void {
    this.frames.pop();
    this.lastList = null;
    if (this.recordDepth === this.frames.length) this.endRecord();
  }

  /** Parts of the value follow. */
  startValue(): void {
    this.enter(false);
    const parent = this.frames.at(-1);
    const isList = parent?.isArray === true && this.frames.length > (this.recordDepth ?? 0);
    const steps = this.frames.slice(this.recordDepth ?? this.ownerDepth()).map(({ step }) => step ?? 0);
    this.line = { path: jsonPath(isList ? steps.slice(0, -1) : steps), isList, isEmpty: true };
  }

  part(text: string): void {
    const { line } = this;
    if (line === null || text === '') return;
    if (line.isEmpty) this.startLine(line.path, line.isList);
    line.isEmpty = false;
    this.text.append(text);
  }

  endValue(): void {
    this.line = null;
    if (this.recordDepth === this.frames.length) this.endRecord();
  }

  end(): void {
    this.text.end();
  }

  /** The sections completed since the last call. */
  take(progress: number): Section[] {
    this.progress = progress;
    return this.ready.splice(0).map((section) => ({ ...section, progress }));
  }

  private startLine(path: string, isList: boolean): void {
    if (isList && this.lastList === path) return this.text.append(', ');
    this.lastList = isList ? path : null;
    this.text.appendLine(path === '' ? '' : `${path}: `);
  }

  /** Moves to the next value, and starts its record or section. */
  private enter(isContainer: boolean): void {
    const parent = this.frames.at(-1);
    if (parent?.isArray === true) parent.step = typeof parent.step === 'number' ? parent.step + 1 : 0;
    if (parent === undefined) this.roots += 1;
    if (this.recordDepth !== null) return;
    if (parent?.isArray === true || (parent === undefined && this.manyRoots)) return this.startRecord();
    if (!isContainer) this.startSection(jsonPath(this.steps(this.ownerDepth())), null);
  }

  private startRecord(): void {
    const steps = this.steps(this.frames.length);
    const place = this.frames.length === 0 ? `record ${this.roots}` : jsonPath(steps);
    this.recordDepth = this.frames.length;
    this.startSection(place, jsonPath(steps.slice(0, -1)));
  }

  private endRecord(): void {
    this.text.end();
    this.recordDepth = null;
  }

  private startSection(place: string, group: string | null): void {
    const next = place === '' ? null : place;
    if (next === this.place && this.recordDepth === null) return;
    this.text.end();
    this.lastList = null;
    this.place = next;
    this.group = group ?? place;
  }

  private ownerDepth(): number {
    return Math.max(0, this.frames.length - 1);
  }

  private steps(depth: number): JsonStep[] {
    return this.frames.slice(0, depth).map(({ step }) => step ?? 0);
  }
}

const MAX_KEY_LENGTH = 100;

/** A step into an object or an array. */
type JsonStep = string | number;

/** Such as `users[3].address`; empty for the root. */
function jsonPath(steps: readonly JsonStep[]): string {
  let path = '';
  for (const step of steps) {
    if (typeof step === 'number') path += `[${step}]`;
    else path += `${path === '' ? '' : '.'}${step.slice(0, MAX_KEY_LENGTH)}`;
  }
  return path;
}
