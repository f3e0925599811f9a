import { Affixes } from './affixes';
import { grown } from './columns';
import type { ImageExchange } from './index-image';
import { BLOCK_SIZES, CHUNK, CHUNK_BITS, GROWTH, LONGEST_BLOCK, SIZE_OF_LENGTH } from './posting-blocks';
import { checkPostings } from './posting-checks';
import { TermTable } from './term-table';

/** The documents that hold a term, by ordinal, with its frequency: a view of `PostingStore`, valid until the next write. */
export class PostingList {
  /** `entries`: for each document its ordinal (24 bits) above the frequency (8 bits); this list starts at `start`. */
  constructor(
    readonly entries: Uint32Array,
    readonly start: number,
    readonly length: number,
  ) {}

  has(ordinal: number): boolean {
    const { entries, start, length } = this;
    let low = start;
    let high = start + length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (entries[middle]! >>> 8 < ordinal) low = middle + 1;
      else high = middle;
    }
    return low < start + length && entries[low]! >>> 8 === ordinal;
  }

  hasAny(is: (ordinal: number) => boolean): boolean {
    const { entries, start, length } = this;
    for (let i = start; i < start + length; i++) if (is(entries[i]! >>> 8)) return true;
    return false;
  }

  /** The number of its documents that are not dead; above `most`, some number above it. */
  countLive(state: Uint8Array, most = Infinity): number {
    const { entries, start, length } = this;
    let live = 0;
    for (let i = start; i < start + length && live <= most; i++) if (state[entries[i]! >>> 8] !== 0) live++;
    return live;
  }
}

/** The frequency takes eight bits; BM25 is flat long before it. */
export const MAX_FREQUENCY = 255;

const FIRST_CAPACITY = 64;

/**
 * Growing lists of postings, numbered from 0, without an object for each (docs/adr/0017). A list of one entry is in the
 * column of places, one of up to `LONGEST_BLOCK` in a block of a shared array, and a longer one in its own array.
 */
export class PostingStore {
  private lengths = new Uint32Array(FIRST_CAPACITY);
  /** Of a list of one: the entry; of one in a block: where that begins; of a longer one: its number in `long`. */
  private places = new Uint32Array(FIRST_CAPACITY);
  private chunks: Uint32Array[] = [new Uint32Array(FIRST_CAPACITY)];
  private blocksEnd = 0;
  /** By number of the size: where blocks begin that no list is in. */
  private free: number[][] = BLOCK_SIZES.map(() => []);
  private long: Uint32Array[] = [];
  private longBytes = 0;
  /** Of long lists, by number: the greatest frequency of the first so many entries. */
  private readonly peaks: { entries: number; frequency: number }[] = [];

  /** Memory held, but for the fixed part of arrays. */
  get bytes(): number {
    // All chunks but the first are full sized from the start.
    const chunkBytes = this.chunks[0]!.byteLength + (this.chunks.length - 1) * CHUNK * 4;
    return this.lengths.byteLength + this.places.byteLength + chunkBytes + this.longBytes;
  }

  at(list: number): PostingList {
    const length = list < this.lengths.length ? this.lengths[list]! : 0;
    return new PostingList(this.arrayOf(list, length), this.startOf(list, length), length);
  }

  /** The greatest frequency in a list; of a long list, the entries since the last call are looked through. */
  peakOf(list: number): number {
    const { entries, start, length } = this.at(list);
    const isLong = length > LONGEST_BLOCK;
    const known = isLong ? this.peaks[this.places[list]!] : undefined;
    let frequency = known?.frequency ?? 0;
    // The last entry may have been counted again since.
    const first = start + Math.max(0, (known?.entries ?? 0) - 1);
    for (let i = first; i < start + length; i++) frequency = Math.max(frequency, entries[i]! & 0xff);
    if (isLong) this.peaks[this.places[list]!] = { entries: length, frequency };
    return frequency;
  }

  /** Counts one more occurrence of a term in a document. Ordinals come in rising order, lists without gaps. */
  count(list: number, ordinal: number): void {
    if (list >= this.lengths.length) this.growColumns(list);
    const length = this.lengths[list]!;
    if (length > 0) {
      const array = this.arrayOf(list, length);
      const last = this.startOf(list, length) + length - 1;
      const entry = array[last]!;
      if (entry >>> 8 === ordinal) {
        if ((entry & 0xff) < MAX_FREQUENCY) array[last] = entry + 1;
        return;
      }
    }
    this.append(list, ((ordinal << 8) | 1) >>> 0);
  }

  /** Takes over a list after its documents moved (-1: dropped), which keeps their order. */
  adopt(list: number, { entries, start, length }: PostingList, moved: Int32Array): void {
    if (list >= this.lengths.length) this.growColumns(list);
    for (let i = start; i < start + length; i++) {
      const ordinal = moved[entries[i]! >>> 8]!;
      if (ordinal >= 0) this.append(list, ((ordinal << 8) | (entries[i]! & 0xff)) >>> 0);
    }
  }

  exchange(by: ImageExchange): void {
    this.lengths = by.column(this.lengths);
    this.places = by.column(this.places);
    this.chunks = exchangeArrays(by, this.chunks);
    this.blocksEnd = by.number(this.blocksEnd);
    this.free = exchangeArrays(
      by,
      this.free.map((places) => Uint32Array.from(places)),
    ).map((places) => Array.from(places));
    this.long = exchangeArrays(by, this.long);
    this.longBytes = by.number(this.longBytes);
  }

  /** Throws `ImageMismatch` for lists that are not in their order or not in their arrays; `documents`: ordinals given out. */
  check(lists: number, documents: number): Generator<void, void> {
    const { lengths, places, chunks, blocksEnd, free, long, longBytes } = this;
    return checkPostings({ lengths, places, chunks, blocksEnd, free, long, longBytes }, lists, documents);
  }

  private append(list: number, entry: number): void {
    const length = this.lengths[list]!;
    if (length > 0 && length === this.capacityOf(list, length)) this.move(list, length);
    this.lengths[list] = length + 1;
    this.arrayOf(list, length + 1)[this.startOf(list, length + 1) + length] = entry;
  }

  private arrayOf(list: number, length: number): Uint32Array {
    if (length < 2) return this.places;
    const place = this.places[list]!;
    return length <= LONGEST_BLOCK ? this.chunks[place >>> CHUNK_BITS]! : this.long[place]!;
  }

  private startOf(list: number, length: number): number {
    if (length < 2) return list;
    return length <= LONGEST_BLOCK ? this.places[list]! & (CHUNK - 1) : 0;
  }

  private capacityOf(list: number, length: number): number {
    if (length < 2) return 1;
    if (length <= LONGEST_BLOCK) return BLOCK_SIZES[SIZE_OF_LENGTH[length]!]!;
    return this.long[this.places[list]!]!.length;
  }

  /** Moves a full list to where there is room for one more. */
  private move(list: number, length: number): void {
    if (length < LONGEST_BLOCK) this.moveToBlock(list, length);
    else this.moveToLong(list, length);
  }

  private moveToBlock(list: number, length: number): void {
    const place = this.takeBlock(SIZE_OF_LENGTH[length + 1]!);
    // Only now: taking a block may have replaced the first chunk.
    const { entries, start } = this.at(list);
    this.chunks[place >>> CHUNK_BITS]!.set(entries.subarray(start, start + length), place & (CHUNK - 1));
    if (length > 1) this.free[SIZE_OF_LENGTH[length]!]!.push(this.places[list]!);
    this.places[list] = place;
  }

  private moveToLong(list: number, length: number): void {
    const { entries, start } = this.at(list);
    const array = new Uint32Array(Math.ceil(length * GROWTH));
    array.set(entries.subarray(start, start + length));
    this.longBytes += array.byteLength;
    if (length > LONGEST_BLOCK) {
      this.longBytes -= entries.byteLength;
      this.long[this.places[list]!] = array;
    } else {
      this.free[SIZE_OF_LENGTH[length]!]!.push(this.places[list]!);
      this.places[list] = this.long.push(array) - 1;
    }
  }

  /** The beginning of a free block of that size. */
  private takeBlock(size: number): number {
    const given = this.free[size]!.pop();
    if (given !== undefined) return given;
    const length = BLOCK_SIZES[size]!;
    const left = CHUNK - (this.blocksEnd & (CHUNK - 1));
    const place = length > left ? this.blocksEnd + left : this.blocksEnd;
    this.blocksEnd = place + length;
    this.makeRoom(this.blocksEnd);
    return place;
  }

  /** `end`: where blocks end. */
  private makeRoom(end: number): void {
    const first = this.chunks[0]!;
    if (end > CHUNK * this.chunks.length) this.chunks.push(new Uint32Array(CHUNK));
    else if (this.chunks.length === 1 && end > first.length) {
      this.chunks[0] = grown(first, Math.min(CHUNK, Math.ceil(end * GROWTH)));
    }
  }

  private growColumns(list: number): void {
    const capacity = Math.ceil((list + 1) * GROWTH);
    this.lengths = grown(this.lengths, capacity);
    this.places = grown(this.places, capacity);
  }
}

function exchangeArrays(by: ImageExchange, arrays: Uint32Array[]): Uint32Array[] {
  const count = by.number(arrays.length);
  const exchanged: Uint32Array[] = [];
  // A wrong count ends with the columns of the image.
  while (exchanged.length < count) exchanged.push(by.column(arrays[exchanged.length] ?? new Uint32Array(0)));
  return exchanged;
}

export class Postings {
  private readonly terms = new TermTable();
  /** By the number of the term. */
  private readonly lists = new PostingStore();
  /** Made by the first search for parts of terms, which few indexes need. */
  private affixes: Affixes | null = null;

  /** Terms there are, numbered from 0. */
  get size(): number {
    return this.terms.size;
  }

  get bytes(): number {
    return this.terms.bytes + this.lists.bytes + (this.affixes?.bytes ?? 0);
  }

  find(term: string): PostingList | null {
    const number = this.terms.find(term);
    return number === null ? null : this.lists.at(number);
  }

  /** The terms that are longer than a text and begin or end with it, in no order. */
  termsAround(text: string): string[] {
    this.affixes ??= new Affixes(this.terms);
    return this.affixes.around(text);
  }

  /** The greatest frequency of a term in a document; 0 when no document holds it. */
  peakOf(term: string): number {
    const number = this.terms.find(term);
    return number === null ? 0 : this.lists.peakOf(number);
  }

  /** Adds a document, whose ordinal is above all before it. */
  add(ordinal: number, terms: readonly string[]): void {
    for (const term of terms) this.lists.count(this.terms.intern(term), ordinal);
  }

  *exchange(by: ImageExchange): Generator<void, void> {
    yield* this.terms.exchange(by);
    this.lists.exchange(by);
  }

  /** See `PostingStore.check`. */
  check(documents: number): Generator<void, void> {
    return this.lists.check(this.size, documents);
  }

  /**
   * Takes over the list of one term of another index, after its documents moved (-1: dropped), which keeps their order.
   * A term that is left without documents is left out. How many entries the list has there.
   */
  adopt(from: Postings, number: number, moved: Int32Array): number {
    const list = from.lists.at(number);
    if (list.hasAny((ordinal) => moved[ordinal]! >= 0)) {
      this.lists.adopt(this.terms.intern(from.terms.textAt(number)), list, moved);
    }
    return list.length;
  }
}
