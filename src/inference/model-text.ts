/** Limit of start positions, for texts full of brackets. */
const MAX_STARTS = 100;

interface Found {
  value: unknown;
  length: number;
}

/** The longest JSON document in a model's text, also fenced, in prose, with trailing commas or cut; null without. */
export function readTolerantJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return longestDocument(text)?.value ?? null;
  }
}

function longestDocument(text: string): Found | null {
  let best: Found | null = null;
  let at = nextStart(text, 0);
  for (let tries = 0; at >= 0 && tries < MAX_STARTS; tries++) {
    const found = documentAt(text, at);
    if (found !== null && found.length > (best?.length ?? 0)) best = found;
    at = nextStart(text, at + (found?.length ?? 1));
  }
  return best;
}

function nextStart(text: string, from: number): number {
  const length = text.slice(from).search(/[[{]/);
  return length < 0 ? -1 : from + length;
}

function documentAt(text: string, start: number): Found | null {
  const reader = new JsonReader(text, start);
  const read = reader.read();
  if (read === null || (!read.isWhole && isEmpty(read.value))) return null;
  return { value: read.value, length: reader.position - start };
}

/** A bracket in prose, or a document cut off at its start. */
function isEmpty(value: unknown): boolean {
  return typeof value !== 'object' || value === null || Object.keys(value).length === 0;
}

/** A value, and whether it was complete. */
interface JsonRead {
  value: unknown;
  isWhole: boolean;
}

const MAX_DEPTH = 64;
const SPACE = /\s*/y;
const NUMBER = /-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const WORD = /true|false|null/y;
const HEX = /[0-9a-fA-F]{4}/y;
/** Text up to the end of the string or an escape. Line breaks are accepted, though JSON forbids them. */
const PLAIN = { '"': /[^"\\]*/y, '”': /[^”\\]*/y } as const;
const ESCAPES: Readonly<Record<string, string>> = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t' };
const WORDS: Readonly<Record<string, unknown>> = { true: true, false: false, null: null };

/** Reads JSON with trailing commas, line breaks in strings, typographic quotes; of a cut end the complete parts. */
class JsonReader {
  constructor(
    private readonly text: string,
    public position: number,
  ) {}

  /** The value at the position; null if none starts there. */
  read(depth = 0): JsonRead | null {
    this.match(SPACE);
    const first = this.text[this.position];
    if (first === undefined || depth > MAX_DEPTH) return null;
    if (first === '[') return this.readArray(depth);
    if (first === '{') return this.readObject(depth);
    if (first === '"' || first === '“') return this.readString();
    return this.readNumber() ?? this.readWord();
  }

  private readArray(depth: number): JsonRead {
    const elements: unknown[] = [];
    this.position++;
    for (;;) {
      if (this.skip(']')) return { value: elements, isWhole: true };
      const element = this.read(depth + 1);
      // An incomplete element may mean something else than the complete one.
      if (element === null || !element.isWhole) return { value: elements, isWhole: false };
      elements.push(element.value);
      if (!this.skip(',') && !this.sees(']')) return { value: elements, isWhole: false };
    }
  }

  private readObject(depth: number): JsonRead {
    const properties: [string, unknown][] = [];
    // `fromEntries` rather than assignment, which would set the prototype for `__proto__`.
    const read = (isWhole: boolean) => ({ value: Object.fromEntries(properties), isWhole });
    this.position++;
    for (;;) {
      if (this.skip('}')) return read(true);
      const name = this.readName();
      const property = name === null ? null : this.read(depth + 1);
      if (name === null || property === null) return read(false);
      if (property.isWhole || Array.isArray(property.value)) properties.push([name, property.value]);
      if (!property.isWhole) return read(false);
      if (!this.skip(',') && !this.sees('}')) return read(false);
    }
  }

  private readName(): string | null {
    if (!this.sees('"') && !this.sees('“')) return null;
    const name = this.readString();
    return name.isWhole && this.skip(':') ? (name.value as string) : null;
  }

  private readString(): JsonRead {
    const end = this.text[this.position] === '"' ? '"' : '”';
    let value = '';
    this.position++;
    for (;;) {
      value += this.match(PLAIN[end]) ?? '';
      const next = this.text[this.position++];
      if (next === end) return { value, isWhole: true };
      if (next === undefined) return { value, isWhole: false };
      value += this.readEscape();
    }
  }

  private readEscape(): string {
    const escape = this.text[this.position++] ?? '';
    if (escape !== 'u') return ESCAPES[escape] ?? escape;
    const hex = this.match(HEX);
    return hex === null ? '\\u' : String.fromCharCode(Number.parseInt(hex, 16));
  }

  private readNumber(): JsonRead | null {
    const digits = this.match(NUMBER);
    // The text may end within the digits.
    return digits === null ? null : { value: Number(digits), isWhole: this.position < this.text.length };
  }

  private readWord(): JsonRead | null {
    const word = this.match(WORD);
    return word === null ? null : { value: WORDS[word], isWhole: true };
  }

  private skip(character: string): boolean {
    const found = this.sees(character);
    if (found) this.position++;
    return found;
  }

  /** Whether the character comes next, after spaces. */
  private sees(character: string): boolean {
    this.match(SPACE);
    return this.text[this.position] === character;
  }

  private match(pattern: RegExp): string | null {
    pattern.lastIndex = this.position;
    const found = pattern.exec(this.text)?.[0] ?? null;
    this.position += found?.length ?? 0;
    return found;
  }
}

const OPEN = '<think>';
const CLOSE = '</think>';

type State = 'start' | 'thinking' | 'answer';

/** Removes the `<think>` block that some models write before their answer, also from streamed pieces. */
export class ThinkingFilter {
  private state: State = 'start';
  private held = '';

  /** The next part of the answer. */
  push(piece: string): string {
    this.held += piece;
    if (this.state === 'start') this.state = this.begin();
    if (this.state === 'thinking') this.state = this.think();
    return this.state === 'answer' ? this.take() : '';
  }

  /** The rest of the answer, after the last piece. */
  end(): string {
    return this.state === 'start' ? this.take() : '';
  }

  private begin(): State {
    const text = this.held.trimStart();
    if (text.startsWith(OPEN)) return 'thinking';
    return OPEN.startsWith(text) ? 'start' : 'answer';
  }

  private think(): State {
    const end = this.held.indexOf(CLOSE);
    const answer = end < 0 ? '' : this.held.slice(end + CLOSE.length).trimStart();
    if (answer === '') {
      // More white space may follow before the answer.
      this.held = end < 0 ? this.held.slice(-CLOSE.length) : CLOSE;
      return 'thinking';
    }
    this.held = answer;
    return 'answer';
  }

  private take(): string {
    const text = this.held;
    this.held = '';
    return text;
  }
}

/** An answer without its `<think>` block. */
export function withoutThinking(text: string): string {
  const filter = new ThinkingFilter();
  return filter.push(text) + filter.end();
}
