export type Column =
  Int8Array | Uint8Array | Uint16Array | Int32Array | Uint32Array | Float32Array | Float64Array;

/** An array, and how many of its elements hold something; the rest is room for more. */
export interface UsedColumn {
  array: Column;
  used: number;
}

/** The content of an index as numbers and arrays in a fixed order: another thread can take it, and a file hold it. */
export interface IndexImage {
  numbers: number[];
  columns: UsedColumn[];
}

/** The image is not one of this release, or it is damaged. */
export class ImageMismatch extends Error {}

/** Throws `ImageMismatch` unless a statement about an image is true. */
export function ensure(isTrue: boolean, statement: string): asserts isTrue {
  if (!isTrue) throw new ImageMismatch(`Not so in the image: ${statement}`);
}

/** Elements of a column that are checked between two pauses: well under a millisecond. */
export const CHECKS_A_STEP = 5000;

/** Checks elements with pauses. `check` has its own loop, because V8 optimizes those of generators late. */
export function* inSteps(size: number, check: (from: number, to: number) => void): Generator<void, void> {
  for (let from = 0; from < size; from += CHECKS_A_STEP) {
    check(from, Math.min(size, from + CHECKS_A_STEP));
    yield;
  }
}

/**
 * Each part of an index passes its content through this, in one order for both directions: when an image is made, a
 * call records the value and returns it; when an index is made of an image, it returns the recorded value.
 */
export interface ImageExchange {
  readonly isReading: boolean;
  number(value: number): number;
  /** `used`: of the array's elements; not used for reading. The arrays are not copied. */
  column<A extends Column>(array: A, used?: number): A;
}

export class ImageWriter implements ImageExchange {
  readonly isReading = false;
  readonly image: IndexImage = { numbers: [], columns: [] };

  number(value: number): number {
    this.image.numbers.push(value);
    return value;
  }

  column<A extends Column>(array: A, used = array.length): A {
    this.image.columns.push({ array, used });
    return array;
  }
}

export class ImageReader implements ImageExchange {
  readonly isReading = true;
  private numbersRead = 0;
  private columnsRead = 0;

  constructor(private readonly image: IndexImage) {}

  number(_: number): number {
    const number = this.image.numbers[this.numbersRead++];
    if (number === undefined) throw new ImageMismatch('The image has too few numbers');
    ensure(Number.isSafeInteger(number) && number >= 0, 'numbers are counts');
    return number;
  }

  column<A extends Column>(array: A): A {
    const column = this.image.columns[this.columnsRead++];
    if (!isLike(column?.array, array)) {
      throw new ImageMismatch(`Column ${this.columnsRead} of the image is no ${array[Symbol.toStringTag]}`);
    }
    return column.array;
  }

  /** Throws `ImageMismatch` when the image holds more than was read. */
  end(): void {
    const { numbers, columns } = this.image;
    if (this.numbersRead === numbers.length && this.columnsRead === columns.length) return;
    throw new ImageMismatch('The image holds more than an index');
  }
}

/** Strings coded or decoded between two pauses: well under a millisecond. */
const STRINGS_A_STEP = 500;

/** Passes a list of strings through an exchange, as UTF-16 units, so that every string comes back as it was. */
export function* exchangeStrings(
  exchange: ImageExchange,
  strings: readonly string[],
): Generator<void, string[]> {
  const count = exchange.number(strings.length);
  const units = new Uint16Array(exchange.isReading ? 0 : lengthOf(strings));
  const ends = new Uint32Array(exchange.isReading ? 0 : count);
  if (!exchange.isReading) yield* encode(strings, units, ends);
  const written = exchange.column(units);
  const writtenEnds = exchange.column(ends);
  return exchange.isReading ? yield* decoded(written, writtenEnds, count) : [];
}

function lengthOf(strings: readonly string[]): number {
  return strings.reduce((sum, { length }) => sum + length, 0);
}

function* encode(strings: readonly string[], units: Uint16Array, ends: Uint32Array): Generator<void, void> {
  const bytes = Buffer.from(units.buffer, units.byteOffset, units.byteLength);
  let end = 0;
  for (let i = 0; i < strings.length; i++) {
    end += bytes.write(strings[i]!, end * 2, 'utf16le') / 2;
    ends[i] = end;
    if (i % STRINGS_A_STEP === 0) yield;
  }
}

function* decoded(units: Uint16Array, ends: Uint32Array, count: number): Generator<void, string[]> {
  const bytes = Buffer.from(units.buffer, units.byteOffset, units.byteLength);
  const strings: string[] = [];
  let start = 0;
  ensure(ends.length === count, 'each string has an end');
  for (let i = 0; i < count; i++) {
    const end = ends[i]!;
    ensure(end >= start && end <= units.length, 'strings follow each other');
    strings.push(bytes.toString('utf16le', start * 2, end * 2));
    start = end;
    if (i % STRINGS_A_STEP === 0) yield;
  }
  return strings;
}

function isLike<A extends Column>(array: Column | undefined, as: A): array is A {
  return array?.[Symbol.toStringTag] === as[Symbol.toStringTag];
}
