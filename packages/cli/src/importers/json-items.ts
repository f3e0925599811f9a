import { ImportFailure } from './entry.ts';

/** Bytes of one element. A conversation of some thousand messages has a few megabytes. */
const MAX_ELEMENT_BYTES = 64 * 1024 * 1024;

/** Of brackets in each other. The open ones are kept in memory. */
const MAX_DEPTH = 10_000;

/** Bytes of a key that are compared. */
const MAX_KEY = 100;

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;
const COLON = 0x3a;
const OPEN_ARRAY = 0x5b;
const CLOSE_ARRAY = 0x5d;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;

/**
 * The elements of the array in a JSON text, one at a time, however large the text is. The array is the whole text, or
 * the value of one of `keys` in the object that is the whole text. An object without such an array is one element, so
 * that lines of JSON (NDJSON) are read, too.
 */
export async function* jsonItems(
  chunks: AsyncIterable<Buffer>,
  keys: readonly string[] = [],
  maxBytes = MAX_ELEMENT_BYTES,
): AsyncGenerator<unknown> {
  const splitter = new ElementSplitter(keys, maxBytes);
  for await (const chunk of chunks) {
    for (const text of splitter.push(chunk)) yield parse(text);
  }
  splitter.end();
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new ImportFailure(`The file is not valid JSON: ${(error as Error).message}`);
  }
}

function noJson(): ImportFailure {
  return new ImportFailure('The file holds no JSON: name the JSON file of the export');
}

/** What a byte means for the text that is being kept. */
type Step = 'nothing' | 'begin' | 'end-before' | 'end-with' | 'end-array';

/** Follows the nesting of a JSON text. `JSON.parse` checks the elements themselves. */
class ElementSplitter {
  private readonly keys: ReadonlySet<string>;
  private readonly maxBytes: number;
  /** The open brackets. */
  private readonly open: number[] = [];
  private inString = false;
  private isEscaped = false;
  /** The last string in the outermost object, which a colon makes a key. */
  private lastString: number[] = [];
  private key = '';
  /** Elements are inside this many brackets; null outside of the array. */
  private depth: number | null = null;
  /** The outermost object has an array of elements, so it is none itself. */
  private hasArray = false;
  private isKeeping = true;
  private parts: Buffer[] = [];
  private bytes = 0;
  private isEmpty = true;

  constructor(keys: readonly string[], maxBytes: number) {
    this.keys = new Set(keys);
    this.maxBytes = maxBytes;
  }

  *push(chunk: Buffer): Generator<string> {
    let from = 0;
    for (let at = 0; at < chunk.length; at++) {
      const byte = chunk[at] ?? 0;
      const step = this.inString ? this.readString(byte) : this.readStructure(byte);
      if (step === 'nothing') continue;
      this.keep(chunk.subarray(from, step === 'end-with' ? at + 1 : at));
      const text = this.take();
      if (step === 'begin') this.checkStart(text);
      else if (text !== '') yield text;
      this.isKeeping = step !== 'end-array' || this.open.length === 0;
      from = at + 1;
    }
    this.keep(chunk.subarray(from));
  }

  /** Throws when the text ended too early. */
  end(): void {
    if (this.open.length > 0 || this.inString) {
      throw new ImportFailure('The file ends in the middle of its JSON: export or download it again');
    }
    if (this.take() !== '' || this.isEmpty) {
      throw noJson();
    }
  }

  /** Throws if anything stands before an array that is the whole text. */
  private checkStart(before: string): void {
    if (this.open.length === 1 && before !== '') throw noJson();
  }

  private readString(byte: number): 'nothing' {
    if (this.isEscaped) this.isEscaped = false;
    else if (byte === BACKSLASH) this.isEscaped = true;
    else if (byte === QUOTE) this.inString = false;
    if (this.inString && this.open.length === 1 && this.lastString.length < MAX_KEY)
      this.lastString.push(byte);
    return 'nothing';
  }

  private readStructure(byte: number): Step {
    switch (byte) {
      case QUOTE:
        this.inString = true;
        if (this.open.length === 1) this.lastString = [];
        return 'nothing';
      case COLON:
        if (this.open.length === 1) this.key = Buffer.from(this.lastString).toString();
        return 'nothing';
      case COMMA:
        return this.open.length === this.depth ? 'end-before' : 'nothing';
      case OPEN_ARRAY:
      case OPEN_OBJECT:
        return this.enter(byte);
      case CLOSE_ARRAY:
      case CLOSE_OBJECT:
        return this.leave();
      default:
        return 'nothing';
    }
  }

  private enter(byte: number): Step {
    this.isEmpty = false;
    this.open.push(byte);
    if (this.open.length > MAX_DEPTH) {
      throw new ImportFailure(
        `The file has more than ${MAX_DEPTH} levels of nesting, which is more than this reads`,
      );
    }
    const [outermost] = this.open;
    const isNamed = this.open.length === 2 && outermost === OPEN_OBJECT && this.keys.has(this.key);
    if (byte !== OPEN_ARRAY || this.depth !== null || !(this.open.length === 1 || isNamed)) return 'nothing';
    this.depth = this.open.length;
    this.hasArray = true;
    return 'begin';
  }

  private leave(): Step {
    const wasIn = this.open.length;
    this.open.pop();
    if (wasIn === this.depth) {
      this.depth = null;
      this.hasArray = this.open.length > 0;
      return 'end-array';
    }
    if (wasIn !== 1) return 'nothing';
    const step = this.hasArray ? 'begin' : 'end-with';
    this.hasArray = false;
    return step;
  }

  private keep(part: Buffer): void {
    if (!this.isKeeping || part.length === 0) return;
    this.bytes += part.length;
    if (this.bytes > this.maxBytes) {
      const most = Math.round(this.maxBytes / 1024 / 1024);
      throw new ImportFailure(
        `An entry of the file is longer than ${most} MiB, which is more than this reads`,
      );
    }
    // A copy: streams reuse their buffers.
    this.parts.push(Buffer.from(part));
  }

  private take(): string {
    const text = Buffer.concat(this.parts)
      .toString()
      .replace(/^\uFEFF/, '')
      .trim();
    this.parts = [];
    this.bytes = 0;
    return text;
  }
}
