import { keyOf, scopedText } from '../common/scoped-name';
import { grown, Interner } from './columns';
import type { IndexDocument } from './change-feed';
import { ensure, inSteps, type Column, type ImageExchange } from './index-image';
import {
  compareBeginnings,
  countsForKey,
  holdsAt,
  IS_PAST,
  IS_SUPERSEDED,
  NO_END,
  NO_START,
  type ValidMoment,
} from './valid-time';

const NO_KEY = -1;
/** Documents whose keys are read between two pauses: well under a millisecond. */
const KEYS_A_STEP = 5000;
const FIRST_CAPACITY = 64;

/** Start 8, end 8, flags 1, key 4. */
export const VALIDITY_BYTES = 21;

/** What the choice of the newest document of a key needs of the documents. */
export interface KeyedDocuments {
  createdAt: Float64Array;
  isActive(ordinal: number): boolean;
  compareIds: (a: number, b: number) => number;
}

/** When the documents of an index hold, and what they are about, as columns by ordinal. */
export class ValidityTable {
  private from = new Float64Array(FIRST_CAPACITY);
  private to = new Float64Array(FIRST_CAPACITY);
  private flags = new Uint8Array(FIRST_CAPACITY);
  private key = new Int32Array(FIRST_CAPACITY);
  private readonly keys = new Interner();
  /** The ordinals of each key of a scope, in no order; also of documents that are dead by now. */
  private ordinalsOfKey: number[][] = [];
  /** False: every document holds now. */
  private isLimited = false;

  get interned(): number {
    return this.keys.size;
  }

  keyAt(ordinal: number): string | null {
    const key = this.key[ordinal]!;
    return key === NO_KEY ? null : this.keys.textOf(key);
  }

  set(ordinal: number, document: IndexDocument, wasThere: boolean): void {
    this.from[ordinal] = document.validFrom ?? NO_START;
    this.to[ordinal] = document.validTo ?? NO_END;
    this.flags[ordinal] = (document.isPast ? IS_PAST : 0) | (document.isSuperseded ? IS_SUPERSEDED : 0);
    const key = keyOf(document);
    this.setKey(ordinal, key && scopedText(key), wasThere ? this.key[ordinal]! : NO_KEY);
    this.isLimited ||= this.isLimiting(ordinal);
  }

  adopt(from: ValidityTable, at: number, ordinal: number): void {
    this.from[ordinal] = from.from[at]!;
    this.to[ordinal] = from.to[at]!;
    this.flags[ordinal] = from.flags[at]!;
    this.setKey(ordinal, from.keyAt(at), NO_KEY);
    this.isLimited ||= this.isLimiting(ordinal);
  }

  /** The test whether a document holds, and no newer one of its key does; null when all pass. */
  test(moment: ValidMoment, documents: KeyedDocuments): ((ordinal: number) => boolean) | null {
    if (moment.isNow && !this.isLimited) return null;
    const { from, to, flags, key } = this;
    const { createdAt } = documents;
    const newest = new Map<number, number | null>();
    const newestOf = (each: number): number | null => {
      const known = newest.get(each);
      if (known !== undefined) return known;
      const found = this.newestOfKey(each, moment, documents);
      newest.set(each, found);
      return found;
    };
    return (ordinal) => {
      if (!holdsAt(moment, from[ordinal]!, to[ordinal]!, createdAt[ordinal]!, flags[ordinal]!)) return false;
      if (key[ordinal] === NO_KEY) return true;
      const other = newestOf(key[ordinal]!);
      return other === null || other === ordinal || !this.isNewer(other, ordinal, documents);
    };
  }

  grow(capacity: number): void {
    this.changeColumns((column) => grown(column, capacity));
  }

  *exchange(by: ImageExchange, size: number): Generator<void, void> {
    this.changeColumns((column) => by.column(column, size));
    yield* this.keys.exchange(by);
    // A damaged image may name more documents than it has columns for.
    if (by.isReading) yield* this.readKeys(Math.min(size, this.key.length));
  }

  /** Throws `ImageMismatch` for columns that cannot be those of `size` documents with room for `capacity`. */
  *check(size: number, capacity: number): Generator<void, void> {
    this.changeColumns((column) => {
      ensure(column.length === capacity, 'each document has a validity');
      return column;
    });
    yield* inSteps(size, (from, to) => {
      for (let ordinal = from; ordinal < to; ordinal++) {
        ensure(this.isPossible(ordinal), 'documents have a possible validity');
      }
    });
  }

  private isPossible(ordinal: number): boolean {
    return (
      !Number.isNaN(this.from[ordinal]!) &&
      !Number.isNaN(this.to[ordinal]!) &&
      this.flags[ordinal]! <= (IS_PAST | IS_SUPERSEDED) &&
      this.key[ordinal]! >= NO_KEY &&
      this.key[ordinal]! < this.keys.size
    );
  }

  private newestOfKey(key: number, moment: ValidMoment, documents: KeyedDocuments): number | null {
    let newest: number | null = null;
    for (const ordinal of this.ordinalsOfKey[key] ?? []) {
      const from = this.from[ordinal]!;
      if (!documents.isActive(ordinal)) continue;
      if (!countsForKey(moment, from, documents.createdAt[ordinal]!, this.flags[ordinal]!)) continue;
      if (newest === null || this.isNewer(ordinal, newest, documents)) newest = ordinal;
    }
    return newest;
  }

  private isNewer(one: number, other: number, { createdAt, compareIds }: KeyedDocuments): boolean {
    const { from } = this;
    const byTime = compareBeginnings(from[one]!, createdAt[one]!, from[other]!, createdAt[other]!);
    return (byTime || compareIds(one, other)) > 0;
  }

  private isLimiting(ordinal: number): boolean {
    return (
      this.key[ordinal] !== NO_KEY ||
      this.flags[ordinal] !== 0 ||
      this.from[ordinal] !== NO_START ||
      this.to[ordinal] !== NO_END
    );
  }

  private setKey(ordinal: number, text: string | null, former: number): void {
    const key = text === null ? NO_KEY : this.keys.intern(text);
    this.key[ordinal] = key;
    if (key === former) return;
    if (former !== NO_KEY) {
      this.ordinalsOfKey[former] = this.ordinalsOfKey[former]!.filter((each) => each !== ordinal);
    }
    if (key !== NO_KEY) (this.ordinalsOfKey[key] ??= []).push(ordinal);
  }

  /** Follows from the columns of an image. */
  private *readKeys(size: number): Generator<void, void> {
    this.ordinalsOfKey = [];
    for (let ordinal = 0; ordinal < size; ordinal++) {
      const key = this.key[ordinal]!;
      if (key >= 0) (this.ordinalsOfKey[key] ??= []).push(ordinal);
      this.isLimited ||= this.isLimiting(ordinal);
      if (ordinal % KEYS_A_STEP === 0) yield;
    }
  }

  /** Replaces each column by what `change` makes of it, in the order of an image. */
  private changeColumns(change: <A extends Column>(column: A) => A): void {
    this.from = change(this.from);
    this.to = change(this.to);
    this.flags = change(this.flags);
    this.key = change(this.key);
  }
}
