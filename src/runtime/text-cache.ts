import { hashText } from '../common/hash-text';

/** At most; a text has to fit into one. */
const SEGMENT_BYTES = 1_048_576;
/** At least as many, so that little is lost when one is written again. */
const SEGMENTS = 16;
/** Of the key and of the text, each a number of four bytes. */
const HEADER_BYTES = 8;
/** Texts that share a bucket: of more, the one written longest ago is lost. */
const WAYS = 8;
/** For each of so many bytes, or for less than twice as many, there is a slot. */
const BYTES_A_SLOT = 128;
const SLOT_BYTES = 12;

/**
 * Texts by key within a budget of memory; the texts used longest ago are dropped first. Keys are well-formed Unicode.
 *
 * The texts are bytes in a few ring-buffer segments, found through a table of hashes, so that the garbage collector has
 * no object for each text. With `lru-cache` the old generation of the mixed profile was 105 MB instead of 76, and a
 * request left 9.3 KB there instead of 4.8; no effect on p99 is proven (docs/adr/0017). A place counts
 * bytes since the first write, so a place before the oldest segment means that its text is gone.
 */
export class TextCache {
  private readonly segmentBytes: number;
  private readonly segmentCount: number;
  private segments: Buffer[] = [];
  /** Where the next text may begin. */
  private head: number;
  /** Places by slot; 0 where there is none. */
  private readonly places: Float64Array;
  private readonly hashes: Uint32Array;

  constructor(maxBytes: number) {
    const slots = WAYS * 2 ** Math.floor(Math.log2(Math.max(1, maxBytes / BYTES_A_SLOT / WAYS)));
    this.places = new Float64Array(slots);
    this.hashes = new Uint32Array(slots);
    const left = maxBytes - slots * SLOT_BYTES;
    this.segmentBytes = Math.max(1, Math.min(SEGMENT_BYTES, Math.floor(left / SEGMENTS)));
    this.segmentCount = Math.max(1, Math.floor(left / this.segmentBytes));
    this.head = this.start;
  }

  find(key: string): string | null {
    const slot = this.slotOf(key, hashText(key));
    if (slot === null) return null;
    const { segment, at, keyBytes, textBytes } = this.entryAt(this.places[slot]!);
    const text = segment.toString('utf8', at + keyBytes, at + keyBytes + textBytes);
    if (this.isOld(this.places[slot]!)) this.renew(slot);
    return text;
  }

  /** Takes the place of the key's former text. A text that is too long for the budget is not kept. */
  keep(key: string, text: string): void {
    const hash = hashText(key);
    const former = this.slotOf(key, hash);
    if (former !== null) this.places[former] = 0;
    const keyBytes = Buffer.byteLength(key);
    const textBytes = Buffer.byteLength(text);
    const place = this.reserve(HEADER_BYTES + keyBytes + textBytes);
    if (place === null) return;
    const segment = this.segmentOf(place);
    const at = place % this.segmentBytes;
    segment.writeUInt32LE(keyBytes, at);
    segment.writeUInt32LE(textBytes, at + 4);
    segment.write(key, at + HEADER_BYTES);
    segment.write(text, at + HEADER_BYTES + keyBytes);
    const slot = former ?? this.freeSlot(hash);
    this.places[slot] = place;
    this.hashes[slot] = hash;
  }

  clear(): void {
    this.places.fill(0);
    this.segments = [];
    this.head = this.start;
  }

  /** A round ahead, so that no place is below the oldest. */
  private get start(): number {
    return this.segmentBytes * this.segmentCount;
  }

  /** The first place that is still there. */
  private get oldest(): number {
    return (Math.floor(this.head / this.segmentBytes) - this.segmentCount + 1) * this.segmentBytes;
  }

  /** Whether it is in the half that goes first. */
  private isOld(place: number): boolean {
    return this.head - place > this.start / 2;
  }

  private slotOf(key: string, hash: number): number | null {
    const bucket = this.bucketOf(hash);
    for (let slot = bucket; slot < bucket + WAYS; slot++) {
      if (this.hashes[slot] === hash && this.places[slot]! >= this.oldest && this.holds(slot, key))
        return slot;
    }
    return null;
  }

  /** Of the hash's bucket the one that leads to what was written longest ago, or nowhere any more. */
  private freeSlot(hash: number): number {
    const bucket = this.bucketOf(hash);
    let oldest = bucket;
    for (let slot = bucket + 1; slot < bucket + WAYS; slot++) {
      if (this.places[slot]! < this.places[oldest]!) oldest = slot;
    }
    return oldest;
  }

  private bucketOf(hash: number): number {
    return (hash & (this.places.length / WAYS - 1)) * WAYS;
  }

  private holds(slot: number, key: string): boolean {
    const { segment, at, keyBytes } = this.entryAt(this.places[slot]!);
    return segment.toString('utf8', at, at + keyBytes) === key;
  }

  /** `at`: where its key begins, which its text follows. */
  private entryAt(place: number): { segment: Buffer; at: number; keyBytes: number; textBytes: number } {
    const segment = this.segmentOf(place);
    const at = place % this.segmentBytes;
    const keyBytes = segment.readUInt32LE(at);
    return { segment, at: at + HEADER_BYTES, keyBytes, textBytes: segment.readUInt32LE(at + 4) };
  }

  private segmentOf(place: number): Buffer {
    const number = Math.floor(place / this.segmentBytes) % this.segmentCount;
    return (this.segments[number] ??= Buffer.allocUnsafeSlow(this.segmentBytes));
  }

  /** Where so many bytes may be written, all in one segment; null where it is too many. */
  private reserve(bytes: number): number | null {
    if (bytes > this.segmentBytes) return null;
    const left = this.segmentBytes - (this.head % this.segmentBytes);
    const place = bytes > left ? this.head + left : this.head;
    this.head = place + bytes;
    return place;
  }

  /** Writes an entry once more, as the last. */
  private renew(slot: number): void {
    const { segment, at, keyBytes, textBytes } = this.entryAt(this.places[slot]!);
    const place = this.reserve(HEADER_BYTES + keyBytes + textBytes);
    if (place === null) return;
    const end = at + keyBytes + textBytes;
    segment.copy(this.segmentOf(place), place % this.segmentBytes, at - HEADER_BYTES, end);
    this.places[slot] = place;
  }
}
