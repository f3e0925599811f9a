/** A value, and whether it was there up to its end. */
export interface JsonRead {
  value: unknown;
  isWhole: boolean;
}

const MAX_DEPTH = 64;
const SPACE = /\s*/y;
const NUMBER = /-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const WORD = /true|false|null/y;
const HEX = /[0-9a-fA-F]{4}/y;
/** What a string runs up to: its end, or an escape. Line breaks are of the string, though JSON forbids them. */
const PLAIN = { '"': /[^"\\]*/y, '”': /[^”\\]*/y } as const;
const ESCAPES: Readonly<Record<string, string>> = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t' };
const WORDS: Readonly<Record<string, unknown>> = { true: true, false: false, null: null };

/**
 * Reads JSON that may have trailing commas, line breaks in strings or strings in typographic quotes, and that may
 * end, or stop being JSON, anywhere: then whole elements of arrays and whole properties of objects are kept.
 */
export class JsonReader {
  constructor(
    private readonly text: string,
    /** Of the next character to read. */
    public position: number,
  ) {}

  /** The value at the position; null where none begins there. */
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
      // One that was cut off says something else than it would have said.
      if (element === null || !element.isWhole) return { value: elements, isWhole: false };
      elements.push(element.value);
      if (!this.skip(',') && !this.sees(']')) return { value: elements, isWhole: false };
    }
  }

  private readObject(depth: number): JsonRead {
    const properties: [string, unknown][] = [];
    // Not by assignment, which would take `__proto__` for something else than a name.
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
    // More digits may have been to come.
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
