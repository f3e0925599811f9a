import { grown, Interner } from './columns';
import { ensure, ImageMismatch, inSteps, type Column, type ImageExchange } from './index-image';

const FIRST_CAPACITY = 64;
/** Sets read between two pauses: well under a millisecond. */
const SETS_A_STEP = 100;

/** A set of texts for each document of an index, such as its tags, as a column by ordinal. Equal sets are kept once. */
export class TextSets {
  private readonly texts = new Interner();
  private readonly sets = new Interner();
  private readonly textsOfSet: (readonly number[])[] = [];
  private set = new Uint32Array(FIRST_CAPACITY);

  /** Bytes by ordinal. */
  static readonly BYTES = 4;

  /** Strings that it holds. */
  get interned(): number {
    return this.texts.size + this.sets.size;
  }

  put(ordinal: number, texts: readonly string[]): void {
    const set = this.sets.intern(texts.length === 0 ? '[]' : JSON.stringify(texts));
    if (set === this.textsOfSet.length) this.addSet(texts);
    this.set[ordinal] = set;
  }

  adopt(from: TextSets, at: number, ordinal: number): void {
    this.put(ordinal, from.textsAt(at));
  }

  /** The number of a text; null for one that no document has. */
  find(text: string): number | null {
    return this.texts.find(text);
  }

  /** The numbers of those texts that documents have. */
  numbersOf(texts: readonly string[]): Set<number> {
    return new Set(texts.map((text) => this.texts.find(text)).filter((number) => number !== null));
  }

  /** The numbers of the texts that pass a test. */
  numbersWith(passes: (text: string) => boolean): number[] {
    const numbers: number[] = [];
    for (let number = 0; number < this.texts.size; number++) {
      if (passes(this.texts.textOf(number))) numbers.push(number);
    }
    return numbers;
  }

  hasAny(ordinal: number, wanted: ReadonlySet<number>): boolean {
    return this.textsOfSet[this.set[ordinal]!]!.some((text) => wanted.has(text));
  }

  isEmpty(ordinal: number): boolean {
    return this.textsOfSet[this.set[ordinal]!]!.length === 0;
  }

  grow(capacity: number): void {
    this.set = grown(this.set, capacity);
  }

  *exchange(by: ImageExchange, size: number): Generator<void, void> {
    this.set = by.column(this.set, size);
    yield* this.sets.exchange(by);
    for (let set = this.textsOfSet.length; set < this.sets.size; set++) {
      this.addSet(textsIn(this.sets.textOf(set)));
      if (set % SETS_A_STEP === 0) yield;
    }
  }

  /** Throws `ImageMismatch` for a column that cannot be that of `size` documents with room for `capacity`. */
  *check(size: number, capacity: number): Generator<void, void> {
    const column: Column = this.set;
    ensure(column.length === capacity, 'each document has a set of texts');
    yield* inSteps(size, (from, to) => {
      for (let ordinal = from; ordinal < to; ordinal++) {
        ensure(this.set[ordinal]! < this.sets.size, 'documents have known sets of texts');
      }
    });
  }

  private textsAt(ordinal: number): string[] {
    return this.textsOfSet[this.set[ordinal]!]!.map((text) => this.texts.textOf(text));
  }

  private addSet(texts: readonly string[]): void {
    this.textsOfSet.push(texts.map((text) => this.texts.intern(text)));
  }
}

/** The texts of a set that an image holds. */
function textsIn(text: string): string[] {
  try {
    const texts: unknown = JSON.parse(text);
    if (Array.isArray(texts) && texts.every((each) => typeof each === 'string')) return texts;
  } catch {
    // As for other texts that are no set.
  }
  throw new ImageMismatch('A set of texts is no list of strings');
}
