import { CHECKS_A_STEP, ensure } from './index-image';
import { BLOCK_SIZES, CHUNK, CHUNK_BITS, LONGEST_BLOCK, SIZE_OF_LENGTH } from './posting-blocks';

/** The columns of a `PostingStore`. */
export interface PostingColumns {
  lengths: Uint32Array;
  places: Uint32Array;
  chunks: readonly Uint32Array[];
  blocksEnd: number;
  free: readonly (readonly number[])[];
  long: readonly Uint32Array[];
  longBytes: number;
}

/** See `PostingStore.check`. */
export function* checkPostings(
  columns: PostingColumns,
  lists: number,
  documents: number,
): Generator<void, void> {
  const { lengths, places } = columns;
  ensure(lists <= lengths.length && places.length === lengths.length, 'each list has a place');
  const blocks = new BlockPlaces(columns);
  const longLists = new LongLists(columns);
  let cost = 0;
  for (let list = 0; list < lengths.length; list++) {
    if (cost++ >= CHECKS_A_STEP) {
      cost = 0;
      yield;
    }
    const length = lengths[list]!;
    ensure(list < lists ? length > 0 && length <= documents : length === 0, 'terms have lists');
    const [entries, start] = length < 2 ? [places, list] : entriesOf(places[list]!, length);
    cost += length;
    ensure(isRising(entries, start, length, documents), 'postings rise and name documents');
  }
  blocks.addFree();
  yield* blocks.check();
  longLists.check();

  function entriesOf(place: number, length: number): [Uint32Array, number] {
    if (length > LONGEST_BLOCK) return [longLists.take(place, length), 0];
    return [blocks.take(place, SIZE_OF_LENGTH[length]!), place & (CHUNK - 1)];
  }
}

/** Not a part of the generator, which V8 optimizes late. */
function isRising(entries: Uint32Array, start: number, length: number, documents: number): boolean {
  let before = -1;
  for (let i = start; i < start + length; i++) {
    const entry = entries[i]!;
    const ordinal = entry >>> 8;
    if (ordinal <= before || ordinal >= documents || (entry & 0xff) === 0) return false;
    before = ordinal;
  }
  return true;
}

/** Blocks must not overlap, because lists grow within them. */
class BlockPlaces {
  /** By place: the length of the block that begins there. */
  private readonly begun: Uint16Array;
  private count = 0;

  constructor(private readonly columns: PostingColumns) {
    const { chunks, blocksEnd, free } = columns;
    ensure(chunks.length > 0 && blocksEnd <= CHUNK * chunks.length, 'blocks are in chunks');
    ensure(
      chunks.slice(1).every(({ length }) => length === CHUNK),
      'chunks are whole',
    );
    ensure(free.length === BLOCK_SIZES.length, 'each size has its free blocks');
    this.begun = new Uint16Array(blocksEnd);
  }

  /** The array of a block, which no other list may take. */
  take(place: number, size: number): Uint32Array {
    const length = BLOCK_SIZES[size]!;
    const { chunks, blocksEnd } = this.columns;
    const chunk = chunks[place >>> CHUNK_BITS];
    const end = (place & (CHUNK - 1)) + length;
    ensure(chunk !== undefined && end <= chunk.length && place + length <= blocksEnd, 'blocks have room');
    ensure(this.begun[place] === 0, 'no two lists share a block');
    this.begun[place] = length;
    this.count++;
    return chunk;
  }

  addFree(): void {
    this.columns.free.forEach((places, size) => {
      for (const place of places) this.take(place, size);
    });
  }

  *check(): Generator<void, void> {
    let met = 0;
    for (let place = 0; place < this.begun.length;) {
      const length = this.begun[place]!;
      if (length > 0) met++;
      if (met % CHECKS_A_STEP === 0) yield;
      // At the end of a chunk there may be no room for a block.
      place = length > 0 ? place + length : (Math.floor(place / CHUNK) + 1) * CHUNK;
    }
    ensure(met === this.count, 'blocks do not overlap');
  }
}

class LongLists {
  private readonly taken = new Set<number>();

  constructor(private readonly columns: PostingColumns) {}

  take(place: number, length: number): Uint32Array {
    const array = this.columns.long[place];
    ensure(array !== undefined && length <= array.length, 'long lists have room');
    ensure(!this.taken.has(place), 'no two lists share an array');
    this.taken.add(place);
    return array;
  }

  check(): void {
    const { long, longBytes } = this.columns;
    const bytes = long.reduce((sum, { byteLength }) => sum + byteLength, 0);
    ensure(this.taken.size === long.length && bytes === longBytes, 'each array is of a list');
  }
}
