import { type Column, ensure, ImageMismatch, type IndexImage } from './index-image';

/** Bytes of each piece but the last one: copying it takes well under a millisecond. */
export const PIECE_BYTES = 2 ** 20;

const LENGTH_BYTES = 4;
/** Of the layout: many times what an index of ten million memories needs. */
const MOST_HEAD_BYTES = 2 ** 24;
/** Columns have room for a quarter more than they hold, and at least for a few hundred elements. */
const MOST_ROOM = 2;
const LEAST_ROOM = 1024;

const KINDS = {
  Int8Array,
  Uint8Array,
  Uint16Array,
  Int32Array,
  Uint32Array,
  Float32Array,
  Float64Array,
} as const;
type Kind = keyof typeof KINDS;

/** Stands before the columns, as JSON behind its length in bytes. */
interface Layout {
  numbers: number[];
  columns: [kind: Kind, capacity: number, used: number][];
}

/** Copies an image into pieces of bytes: the layout, then the used part of each column. */
export function* piecesOf({ numbers, columns }: IndexImage): Generator<void, Buffer[]> {
  const layout: Layout = {
    numbers,
    columns: columns.map(({ array, used }) => [array[Symbol.toStringTag], array.length, used]),
  };
  const head = Buffer.from(JSON.stringify(layout));
  const length = Buffer.alloc(LENGTH_BYTES);
  length.writeUInt32LE(head.length);
  const pieces: Buffer[] = [];
  let free = 0;
  for (const bytes of [length, head, ...columns.map(({ array, used }) => bytesOf(array, used))]) {
    for (let at = 0; at < bytes.length;) {
      if (free === 0) {
        yield;
        pieces.push(Buffer.allocUnsafeSlow(PIECE_BYTES));
        free = PIECE_BYTES;
      }
      const copied = bytes.copy(pieces.at(-1)!, PIECE_BYTES - free, at);
      at += copied;
      free -= copied;
    }
  }
  pieces.push(pieces.pop()!.subarray(0, PIECE_BYTES - free));
  return pieces;
}

/** Makes an image of its pieces, which come in order. */
export class ImageAssembly {
  /** Of the layout, before it is complete. */
  private head: Buffer | null = Buffer.alloc(0);
  private readonly image: IndexImage = { numbers: [], columns: [] };
  /** The column that the next byte belongs to, and the place in it. */
  private column = 0;
  private place = 0;

  add(piece: Buffer): void {
    if (this.head === null) return this.fill(piece);
    this.head = Buffer.concat([this.head, piece]);
    if (this.head.length < LENGTH_BYTES) return;
    const end = LENGTH_BYTES + this.head.readUInt32LE();
    ensure(end <= MOST_HEAD_BYTES, 'the layout has a usual length');
    if (this.head.length < end) return;
    const rest = this.head.subarray(end);
    this.arrange(layoutOf(this.head.toString('utf8', LENGTH_BYTES, end)));
    this.head = null;
    this.fill(rest);
  }

  /** Throws `ImageMismatch` while pieces are missing. */
  end(): IndexImage {
    if (this.head !== null || this.column < this.image.columns.length) {
      throw new ImageMismatch('Pieces of the image are missing');
    }
    return this.image;
  }

  private arrange({ numbers, columns }: Layout): void {
    this.image.numbers = numbers;
    this.image.columns = columns.map(([kind, capacity, used]) => {
      const isCount = Number.isSafeInteger(capacity) && Number.isSafeInteger(used);
      ensure(isCount && used >= 0 && used <= capacity, 'columns hold what they have room for');
      ensure(capacity <= used * MOST_ROOM + LEAST_ROOM, 'columns have little room to spare');
      return { array: new KINDS[kind](capacity), used };
    });
    this.skipFull();
  }

  private fill(bytes: Buffer): void {
    for (let at = 0; at < bytes.length;) {
      const column = this.image.columns[this.column];
      if (column === undefined) throw new ImageMismatch('The pieces hold more than the image');
      const copied = bytes.copy(bytesOf(column.array, column.used), this.place, at);
      at += copied;
      this.place += copied;
      this.skipFull();
    }
  }

  private skipFull(): void {
    const { columns } = this.image;
    while (this.column < columns.length && this.place === sizeOf(columns[this.column]!)) {
      this.column++;
      this.place = 0;
    }
  }
}

function layoutOf(text: string): Layout {
  try {
    return JSON.parse(text) as Layout;
  } catch {
    throw new ImageMismatch('The layout is no JSON');
  }
}

function sizeOf({ array, used }: IndexImage['columns'][number]): number {
  return used * array.BYTES_PER_ELEMENT;
}

function bytesOf(array: Column, used: number): Buffer {
  return Buffer.from(array.buffer, array.byteOffset, used * array.BYTES_PER_ELEMENT);
}
