import { grown, INTERNED_BYTES, Interner } from './columns';
import { ensure, ImageMismatch, type ImageExchange } from './index-image';

const FIRST_CAPACITY = 64;
/** A place in an array that grew. */
const HELD_BYTES = 10;
/** Sets and documents read between two pauses: well under a millisecond. */
const SETS_A_STEP = 100;
const DOCUMENTS_A_STEP = 2_000;

/**
 * A set of texts for each document of an index, such as its tags: as a column by ordinal, with equal sets kept once, and
 * for each text the documents that hold it.
 */
export class TextSets {
  private readonly texts = new Interner();
  private readonly sets = new Interner();
  private readonly textsOfSet: (readonly number[])[] = [];
  private set = new Uint32Array(FIRST_CAPACITY);
  /** The ordinals of each text, in no order; also of documents that are dead by now. */
  private holders: number[][] = [];

  /** Places in the lists of holders. */
  private held = 0;

  get bytes(): number {
    const interned = (this.texts.size + this.sets.size) * INTERNED_BYTES;
    return this.set.byteLength + this.held * HELD_BYTES + interned;
  }

  /** `wasThere`: whether the document had a set before. */
  put(ordinal: number, texts: readonly string[], wasThere: boolean): void {
    const set = this.sets.intern(texts.length === 0 ? '[]' : JSON.stringify(texts));
    if (set === this.textsOfSet.length) this.addSet(texts);
    const former = wasThere ? this.set[ordinal]! : null;
    if (set === former) return;
    if (former !== null) this.drop(ordinal, this.textsOfSet[former]!);
    this.set[ordinal] = set;
    this.hold(ordinal);
  }

  adopt(from: TextSets, at: number, ordinal: number): void {
    const texts = from.textsOfSet[from.set[at]!]!;
    this.put(
      ordinal,
      texts.map((text) => from.texts.textOf(text)),
      false,
    );
  }

  /** The number of a text; null for one that no document has. */
  find(text: string): number | null {
    return this.texts.find(text);
  }

  hasAny(ordinal: number, wanted: ReadonlySet<number>): boolean {
    return this.textsOfSet[this.set[ordinal]!]!.some((text) => wanted.has(text));
  }

  /** The documents that hold a text, for each of these. */
  holdersOf(texts: readonly string[]): (readonly number[])[] {
    const numbers = texts.map((text) => this.texts.find(text)).filter((number) => number !== null);
    return numbers.map((number) => this.holders[number]!);
  }

  /** The same for each text that passes a test. */
  holdersWhere(passes: (text: string) => boolean): (readonly number[])[] {
    return this.holders.filter((_, text) => passes(this.texts.textOf(text)));
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
    if (!by.isReading) return;
    // A damaged image may name more documents than it has a column for, and sets that are not there.
    for (let ordinal = 0; ordinal < Math.min(size, this.set.length); ordinal++) {
      ensure(this.set[ordinal]! < this.textsOfSet.length, 'documents have known sets of texts');
      this.hold(ordinal);
      if (ordinal % DOCUMENTS_A_STEP === 0) yield;
    }
  }

  /** Throws `ImageMismatch` for a column without room for `capacity` documents; `exchange` has read the sets of all. */
  check(capacity: number): void {
    ensure(this.set.length === capacity, 'each document has a set of texts');
  }

  private hold(ordinal: number): void {
    const texts = this.textsOfSet[this.set[ordinal]!]!;
    for (const text of texts) this.holders[text]!.push(ordinal);
    this.held += texts.length;
  }

  private drop(ordinal: number, texts: readonly number[]): void {
    for (const text of texts) {
      this.holders[text] = this.holders[text]!.filter((each) => each !== ordinal);
    }
    this.held -= texts.length;
  }

  private addSet(texts: readonly string[]): void {
    const numbers = [...new Set(texts.map((text) => this.texts.intern(text)))];
    this.textsOfSet.push(numbers);
    for (const number of numbers) if (number === this.holders.length) this.holders.push([]);
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
