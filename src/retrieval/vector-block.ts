import { grown } from './columns';
import { ensure, type ImageExchange } from './index-image';
import { signDistance, signWords, writeSigns } from './sign-bits';
import { norm } from './vectors';

/** Vectors are in blocks, because copying a table of 100,000 vectors would block the event loop. A power of two. */
export const BLOCK_SLOTS = 512;

/** Directions are summed as whole numbers in this unit, so that the sum does not depend on the order of changes. */
export const UNIT = 2 ** -20;

const FIRST_ROWS = 16;
/** The objects of a block and of its arrays, measured on Node 20. */
const BLOCK_BYTES = 700;

/** Some vectors by row: their codes (see `quantize`), the signs of these, and the lengths. */
export class VectorBlock {
  private codes: Int8Array;
  private signs: Int32Array;
  private norms: Float32Array;
  private readonly words: number;

  constructor(private readonly dimensions: number) {
    this.words = signWords(dimensions);
    this.codes = new Int8Array(FIRST_ROWS * dimensions);
    this.signs = new Int32Array(FIRST_ROWS * this.words);
    this.norms = new Float32Array(FIRST_ROWS);
  }

  get bytes(): number {
    return this.codes.byteLength + this.signs.byteLength + this.norms.byteLength + BLOCK_BYTES;
  }

  write(row: number, vector: Int8Array): void {
    if (row >= this.norms.length) this.grow(Math.min(BLOCK_SLOTS, row * 2));
    const at = row * this.words;
    this.signs.fill(0, at, at + this.words);
    writeSigns(vector, this.signs, at);
    this.codes.set(vector, row * this.dimensions);
    this.norms[row] = norm(vector);
  }

  /** The length of a vector's codes. */
  normAt(row: number): number {
    return this.norms[row]!;
  }

  codesAt(row: number): Int8Array {
    return this.codes.subarray(row * this.dimensions, (row + 1) * this.dimensions);
  }

  /** A component of the vector, scaled to length one, in `UNIT`. */
  shareAt(row: number, at: number): number {
    const length = this.norms[row]!;
    return length === 0 ? 0 : Math.round(this.codes[row * this.dimensions + at]! * (1 / (length * UNIT)));
  }

  distance(row: number, querySigns: Int32Array): number {
    return signDistance(this.signs, row * this.words, querySigns);
  }

  /** Cosine of the angle to a vector of length `queryNorm`, -1 to 1; 0 where one of them is all zeros. */
  similarity(row: number, query: Float32Array, queryNorm: number): number {
    const norms = this.norms[row]! * queryNorm;
    if (norms === 0) return 0;
    return Math.max(-1, Math.min(1, this.product(row * this.dimensions, query) / norms));
  }

  /** Four sums at a time, since each addition waits for the one before it in the same sum. */
  private product(at: number, query: Float32Array): number {
    const { codes } = this;
    const whole = query.length - (query.length % 4);
    let [a, b, c, d] = [0, 0, 0, 0];
    for (let i = 0; i < whole; i += 4) {
      a += codes[at + i]! * query[i]!;
      b += codes[at + i + 1]! * query[i + 1]!;
      c += codes[at + i + 2]! * query[i + 2]!;
      d += codes[at + i + 3]! * query[i + 3]!;
    }
    for (let i = whole; i < query.length; i++) a += codes[at + i]! * query[i]!;
    return a + b + (c + d);
  }

  exchange(by: ImageExchange): void {
    this.codes = by.column(this.codes);
    this.signs = by.column(this.signs);
    this.norms = by.column(this.norms);
  }

  /** Throws `ImageMismatch` unless it has room for so many rows. */
  check(rows: number): void {
    const { codes, signs, norms } = this;
    ensure(norms.length >= rows && norms.length <= BLOCK_SLOTS, 'blocks have room');
    ensure(codes.length === norms.length * this.dimensions, 'each vector has its codes');
    ensure(signs.length === norms.length * this.words, 'each vector has its signs');
  }

  /** Throws `ImageMismatch` unless the length and the signs of a vector are those of its codes. */
  checkRow(row: number): void {
    const codes = this.codesAt(row);
    ensure(this.norms[row] === Math.fround(norm(codes)), 'lengths are those of the codes');
    const signs = new Int32Array(this.words);
    writeSigns(codes, signs, 0);
    ensure(signDistance(this.signs, row * this.words, signs) === 0, 'signs are those of the codes');
  }

  private grow(capacity: number): void {
    this.codes = grown(this.codes, capacity * this.dimensions);
    this.signs = grown(this.signs, capacity * this.words);
    this.norms = grown(this.norms, capacity);
  }
}
