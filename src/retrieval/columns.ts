import { ensure, exchangeStrings, type Column, type ImageExchange } from './index-image';

/** Strings interned between two pauses: well under a millisecond. */
const STRINGS_A_STEP = 500;

/** A larger column of the same kind that starts with the content of a smaller one. */
export function grown<A extends Column>(from: A, length: number): A {
  const into = new (from.constructor as new (length: number) => A)(length);
  into.set(from);
  return into;
}

/** A short string with its array slot and its map entry, measured on Node 20. */
export const INTERNED_BYTES = 150;

/** Gives equal strings one small number, so that columns of an index hold numbers. */
export class Interner {
  private readonly numbers = new Map<string, number>();
  private readonly strings: string[] = [];

  get size(): number {
    return this.strings.length;
  }

  /** The number of a string, a new one where it has none. */
  intern(text: string): number {
    const known = this.numbers.get(text);
    if (known !== undefined) return known;
    const number = this.strings.length;
    this.numbers.set(text, number);
    this.strings.push(text);
    return number;
  }

  /** The string behind a number that `intern` gave out. */
  textOf(number: number): string {
    const text = this.strings[number];
    if (text === undefined) throw new RangeError(`No string is interned as ${number}`);
    return text;
  }

  find(text: string): number | null {
    return this.numbers.get(text) ?? null;
  }

  *exchange(by: ImageExchange): Generator<void, void> {
    const strings = yield* exchangeStrings(by, this.strings);
    for (let i = this.size; i < strings.length; i++) {
      this.intern(strings[i]!);
      if (i % STRINGS_A_STEP === 0) yield;
    }
    if (by.isReading) ensure(this.size === strings.length, 'interned strings are distinct');
  }
}
