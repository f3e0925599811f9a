import { grown } from './columns';
import { CHECKS_A_STEP, ensure, type ImageExchange } from './index-image';
import { BLOCK_SLOTS, UNIT, VectorBlock } from './vector-block';

export const NO_SLOT = -1;

const FIRST_CAPACITY = 64;
const GROWTH = 1.25;
/** Vectors that `eachSampled` visits, at most about so many: 0.3 ms of work, and within 3 % of the true deviation. */
const SAMPLE = 1024;
/** Of a slot whose document is dead or has another slot. */
const NO_KEY = 0;
/** Dimensions of the sum that a check adds up. */
const SUMS_CHECKED = 8;

/**
 * The vectors of an index by slot, in the order in which they came. A document that changes gets a new ordinal
 * and a new slot; the slots of dead documents stay until a compacted copy leaves them behind.
 */
export class VectorTable {
  /** Slots given out, those of dead documents included. */
  size = 0;
  /** Live documents with a vector. */
  live = 0;
  private readonly blocks: VectorBlock[] = [];
  private ordinals = new Uint32Array(FIRST_CAPACITY);
  private slots = new Int32Array(FIRST_CAPACITY).fill(NO_SLOT);
  /** By slot: bits of a hash of the vector, by which it is in a sample or not. */
  private keys = new Uint16Array(FIRST_CAPACITY);
  /** Of the live vectors, each taken at length one. */
  private sum: Float64Array;

  constructor(readonly dimensions: number) {
    this.sum = new Float64Array(dimensions);
  }

  get bytes(): number {
    let bytes = this.ordinals.byteLength + this.slots.byteLength + this.keys.byteLength + this.sum.byteLength;
    for (const block of this.blocks) bytes += block.bytes;
    return bytes;
  }

  ordinalAt(slot: number): number {
    return this.ordinals[slot]!;
  }

  /** NO_SLOT where a document has no vector. */
  slotOf(ordinal: number): number {
    return this.slots[ordinal] ?? NO_SLOT;
  }

  /** The vector of a live document, by its direction; null where it has none. */
  vectorOf(ordinal: number): Float32Array | null {
    const slot = this.slotOf(ordinal);
    return slot === NO_SLOT ? null : Float32Array.from(this.blockOf(slot).codesAt(slot % BLOCK_SLOTS));
  }

  /** The block that holds a slot, in its row `slot % BLOCK_SLOTS`. */
  blockOf(slot: number): VectorBlock {
    return this.blocks[Math.floor(slot / BLOCK_SLOTS)]!;
  }

  /** Gives a live document its vector, or another one. One of other dimensions is not of this space: no effect. */
  put(ordinal: number, vector: Int8Array): void {
    if (vector.length !== this.dimensions) return;
    let slot = this.slotOf(ordinal);
    if (slot === NO_SLOT) slot = this.claim(ordinal);
    else this.count(slot, -1);
    this.blockOf(slot).write(slot % BLOCK_SLOTS, vector);
    this.keys[slot] = keyOf(vector);
    this.count(slot, 1);
  }

  /** Call it when a document dies. */
  forget(ordinal: number): void {
    const slot = this.slotOf(ordinal);
    if (slot === NO_SLOT) return;
    this.live--;
    this.keys[slot] = NO_KEY;
    this.count(slot, -1);
  }

  /** Visits the slots of all live vectors, or of a share of many, which depends on the vectors alone. */
  eachSampled(visit: (slot: number) => void): void {
    const mask = sampleMask(this.live);
    for (let slot = 0; slot < this.size; slot++) {
      const key = this.keys[slot]!;
      if (key !== NO_KEY && (key & mask) === mask) visit(slot);
    }
  }

  /** The mean of the live vectors, each taken at length one; zeros where there is none. */
  mean(): Float64Array {
    return this.sum.map((each) => (each * UNIT) / Math.max(1, this.live));
  }

  /** The mean cosine similarity of the live vectors to one of length `queryNorm`; 0 where there is none. */
  meanSimilarity(query: Float32Array, queryNorm: number): number {
    if (queryNorm === 0 || this.live === 0) return 0;
    let product = 0;
    for (let i = 0; i < this.dimensions; i++) product += this.sum[i]! * query[i]!;
    return (product * UNIT) / (queryNorm * this.live);
  }

  /** Copies the vector of a live document of another table, where it has one. */
  adopt(from: VectorTable, at: number, ordinal: number): void {
    const slot = from.slotOf(at);
    if (slot !== NO_SLOT) this.put(ordinal, from.blockOf(slot).codesAt(slot % BLOCK_SLOTS));
  }

  exchange(by: ImageExchange): void {
    this.size = by.number(this.size);
    this.live = by.number(this.live);
    this.ordinals = by.column(this.ordinals, this.size);
    this.slots = by.column(this.slots);
    this.keys = by.column(this.keys, this.size);
    this.sum = by.column(this.sum);
    for (let at = 0; at * BLOCK_SLOTS < this.size; at++) {
      (this.blocks[at] ??= new VectorBlock(this.dimensions)).exchange(by);
    }
  }

  /** Throws `ImageMismatch` for a table that cannot be that of documents in these states; 0: dead. */
  *check(state: Uint8Array, documents: number): Generator<void, void> {
    const { size, ordinals, keys, slots } = this;
    ensure(size <= ordinals.length && keys.length === ordinals.length, 'each vector has a row');
    this.blocks.forEach((block, at) => block.check(Math.min(BLOCK_SLOTS, size - at * BLOCK_SLOTS)));
    const each = Math.ceil(size / SAMPLE);
    let live = 0;
    for (let slot = 0; slot < size; slot++) {
      if (slot % CHECKS_A_STEP === 0) yield;
      const ordinal = ordinals[slot]!;
      ensure(ordinal < documents && slots[ordinal] === slot, 'each vector is of one document');
      ensure((keys[slot] !== NO_KEY) === (state[ordinal] !== 0), 'live documents have live vectors');
      if (keys[slot] !== NO_KEY) live++;
      if (slot % each === 0) this.checkSlot(slot);
    }
    ensure(live === this.live, 'live vectors are counted');
    const taken = slots.reduce((count, slot) => (slot === NO_SLOT ? count : count + 1), 0);
    ensure(taken === size, 'other documents have no vector');
    yield* this.checkSum();
  }

  private checkSlot(slot: number): void {
    const block = this.blockOf(slot);
    const row = slot % BLOCK_SLOTS;
    block.checkRow(row);
    const key = this.keys[slot];
    ensure(key === NO_KEY || key === keyOf(block.codesAt(row)), 'keys are those of the vectors');
  }

  /** Adds some dimensions up again, because all would take longer than the rest of a load. */
  private *checkSum(): Generator<void, void> {
    ensure(this.sum.length === this.dimensions, 'the sum has its dimensions');
    ensure(this.sum.every(Number.isSafeInteger), 'sums are whole');
    for (let at = 0; at < this.dimensions; at += Math.ceil(this.dimensions / SUMS_CHECKED)) {
      let sum = 0;
      for (let slot = 0; slot < this.size; slot++) {
        if (slot % CHECKS_A_STEP === 0) yield;
        if (this.keys[slot] !== NO_KEY) sum += this.blockOf(slot).shareAt(slot % BLOCK_SLOTS, at);
      }
      ensure(sum === this.sum[at], 'vectors sum up');
    }
  }

  /** Adds a vector to the sum `times`, which may be negative. */
  private count(slot: number, times: number): void {
    const block = this.blockOf(slot);
    const row = slot % BLOCK_SLOTS;
    const length = block.normAt(row);
    if (length === 0) return;
    const codes = block.codesAt(row);
    const scale = 1 / (length * UNIT);
    for (let i = 0; i < codes.length; i++) this.sum[i]! += times * Math.round(codes[i]! * scale);
  }

  private claim(ordinal: number): number {
    const slot = this.size++;
    if (slot % BLOCK_SLOTS === 0) this.blocks.push(new VectorBlock(this.dimensions));
    if (slot === this.ordinals.length) this.growOrdinals(Math.ceil(slot * GROWTH));
    if (ordinal >= this.slots.length) this.growSlots(Math.ceil((ordinal + 1) * GROWTH));
    this.ordinals[slot] = ordinal;
    this.slots[ordinal] = slot;
    this.live++;
    return slot;
  }

  private growOrdinals(capacity: number): void {
    this.ordinals = grown(this.ordinals, capacity);
    this.keys = grown(this.keys, capacity);
  }

  private growSlots(capacity: number): void {
    const known = this.slots.length;
    this.slots = grown(this.slots, capacity).fill(NO_SLOT, known);
  }
}

/** The upper bit marks a live slot; the others are those of FNV-1a over the first codes. */
function keyOf(vector: Int8Array): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < Math.min(vector.length, 16); i++)
    hash = Math.imul(hash ^ (vector[i]! & 0xff), 0x01000193);
  return 0x8000 | ((hash ^ (hash >>> 15)) & 0x7fff);
}

/** Each bit of the mask halves the sample. */
function sampleMask(live: number): number {
  let bits = 0;
  while (live >> bits > SAMPLE && bits < 15) bits++;
  return (1 << bits) - 1;
}
