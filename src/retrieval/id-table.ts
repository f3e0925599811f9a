import { UUID } from '../common/uuid';
import { grown } from './columns';
import { ensure, exchangeStrings, inSteps, type ImageExchange } from './index-image';

const WORDS = 4;
/** Postings have 24 bits for an ordinal. */
const MOST_ORDINALS = 2 ** 24;
const FREE = -1;
const FIRST_CAPACITY = 64;
/** Two digits each. */
const BYTES = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'));
/** An id that is no UUID, with its two map entries, measured on Node 20. */
const OTHER_BYTES = 250;

/** The ids of documents by ordinal, and the last ordinal of each id. UUIDs take 16 bytes in an open hash table. */
export class IdTable {
  size = 0;
  private words = new Uint32Array(FIRST_CAPACITY * WORDS);
  /** Ordinals by hash, FREE where there is none; a power of two, at most three quarters used. */
  private slots = new Int32Array(FIRST_CAPACITY * 2).fill(FREE);
  private used = 0;
  private readonly others = new Map<string, number>();
  private readonly otherTexts = new Map<number, string>();
  private readonly parsed = new Uint32Array(WORDS);

  get bytes(): number {
    return this.words.byteLength + this.slots.byteLength + this.otherTexts.size * OTHER_BYTES;
  }

  /** Gives the next ordinal to an id; the id's former one, where there is one, is found no more. */
  add(id: string): number {
    const ordinal = this.size++;
    if (!this.parse(id)) {
      this.others.set(id, ordinal);
      this.otherTexts.set(ordinal, id);
      return ordinal;
    }
    if (ordinal * WORDS >= this.words.length) this.growWords(ordinal);
    this.words.set(this.parsed, ordinal * WORDS);
    this.put(ordinal);
    return ordinal;
  }

  /** The last ordinal given to an id; null when it has none. */
  find(id: string): number | null {
    if (!this.parse(id)) return this.others.get(id) ?? null;
    const ordinal = this.slots[this.slotOf(this.parsed, 0)]!;
    return ordinal === FREE ? null : ordinal;
  }

  textAt(ordinal: number): string {
    const other = this.otherTexts.get(ordinal);
    if (other !== undefined) return other;
    const at = ordinal * WORDS;
    return `${this.hexAt(at)}-${this.hexAt(at + 1, '-')}-${this.hexAt(at + 2, '-')}${this.hexAt(at + 3)}`;
  }

  *exchange(by: ImageExchange): Generator<void, void> {
    this.words = by.column(this.words, Math.min(this.words.length, this.size * WORDS));
    this.slots = by.column(this.slots);
    this.size = by.number(this.size);
    this.used = by.number(this.used);
    const ordinals = by.column(Uint32Array.from(this.otherTexts.keys()));
    const texts = yield* exchangeStrings(by, [...this.otherTexts.values()]);
    if (by.isReading) ensure(ordinals.length === texts.length, 'each id has an ordinal');
    for (let i = this.otherTexts.size; i < texts.length; i++) {
      this.others.set(texts[i]!, ordinals[i]!);
      this.otherTexts.set(ordinals[i]!, texts[i]!);
    }
  }

  /**
   * Throws `ImageMismatch` unless each id in the hash table is found in its place, so that every look-up ends, and
   * each live document is found by its id. `state`: 0 for dead.
   */
  *check(state: Uint8Array): Generator<void, void> {
    const { slots, size } = this;
    ensure(size <= MOST_ORDINALS, 'there are at most 2^24 documents');
    ensure(slots.length > 1 && (slots.length & (slots.length - 1)) === 0, 'slots are a power of two');
    this.checkOthers(state);
    let taken = 0;
    yield* inSteps(slots.length, (from, to) => (taken += this.takenIn(from, to)));
    // A look-up ends at a free slot.
    ensure(taken === this.used && taken * 4 <= slots.length * 3, 'a quarter of the slots is free');
    let found = 0;
    yield* inSteps(size, (from, to) => (found += this.foundIn(from, to, state)));
    ensure(found === taken, 'ids are in their slots');
  }

  private takenIn(from: number, to: number): number {
    const { slots } = this;
    const inWords = Math.min(this.size, Math.floor(this.words.length / WORDS));
    let taken = 0;
    for (let slot = from; slot < to; slot++) {
      const ordinal = slots[slot]!;
      ensure(ordinal >= FREE && ordinal < inWords, 'slots name documents');
      if (ordinal !== FREE) taken++;
    }
    return taken;
  }

  /** By ordinal, because its words and states are in this order. */
  private foundIn(from: number, to: number, state: Uint8Array): number {
    const { slots, words, otherTexts } = this;
    const hasOthers = otherTexts.size > 0;
    let found = 0;
    for (let ordinal = from; ordinal < to; ordinal++) {
      if (hasOthers && otherTexts.has(ordinal)) continue;
      const last = slots[this.slotOf(words, ordinal * WORDS)]!;
      ensure(
        last === ordinal || (last > ordinal && state[ordinal] === 0),
        'live documents are found by their id',
      );
      if (last === ordinal) found++;
    }
    return found;
  }

  private checkOthers(state: Uint8Array): void {
    let before = -1;
    for (const [ordinal, text] of this.otherTexts) {
      ensure(ordinal > before && ordinal < this.size && !UUID.test(text), 'other ids are in their order');
      const isLast = this.others.get(text) === ordinal;
      ensure(isLast || state[ordinal] === 0, 'live documents are found by their id');
      before = ordinal;
    }
  }

  /** A word in eight digits, with something between its halves. */
  private hexAt(at: number, between = ''): string {
    const word = this.words[at]!;
    return hex(word >>> 16) + between + hex(word);
  }

  /** Compares the ids of two ordinals as texts: below 0 when the first one comes first. */
  compare(a: number, b: number): number {
    if (this.otherTexts.size > 0) return this.textAt(a) < this.textAt(b) ? -1 : 1;
    for (let i = 0; i < WORDS; i++) {
      const difference = this.words[a * WORDS + i]! - this.words[b * WORDS + i]!;
      if (difference !== 0) return difference;
    }
    return 0;
  }

  /** Reads an id into `parsed`; false when it is no UUID. */
  private parse(id: string): boolean {
    if (!UUID.test(id)) return false;
    this.parsed[0] = parseInt(id.slice(0, 8), 16);
    this.parsed[1] = parseInt(id.slice(9, 13) + id.slice(14, 18), 16);
    this.parsed[2] = parseInt(id.slice(19, 23) + id.slice(24, 28), 16);
    this.parsed[3] = parseInt(id.slice(28), 16);
    return true;
  }

  /** The slot of the id of these words, or the free slot that it would take. */
  private slotOf(words: Uint32Array, at: number): number {
    const mask = this.slots.length - 1;
    let slot = hash(words, at) & mask;
    for (;;) {
      const ordinal = this.slots[slot]!;
      if (ordinal === FREE || this.holds(ordinal, words, at)) return slot;
      slot = (slot + 1) & mask;
    }
  }

  private holds(ordinal: number, words: Uint32Array, at: number): boolean {
    for (let i = 0; i < WORDS; i++) if (this.words[ordinal * WORDS + i] !== words[at + i]) return false;
    return true;
  }

  private put(ordinal: number): void {
    const slot = this.slotOf(this.words, ordinal * WORDS);
    if (this.slots[slot] === FREE) this.used++;
    this.slots[slot] = ordinal;
    if (this.used * 4 > this.slots.length * 3) this.growSlots();
  }

  private growWords(ordinal: number): void {
    this.words = grown(this.words, Math.ceil((ordinal + 1) * 1.25) * WORDS);
  }

  private growSlots(): void {
    const former = this.slots;
    this.slots = new Int32Array(former.length * 2).fill(FREE);
    for (const ordinal of former) {
      if (ordinal !== FREE) this.slots[this.slotOf(this.words, ordinal * WORDS)] = ordinal;
    }
  }
}

/** The lower 16 bits in four digits. */
function hex(bits: number): string {
  return BYTES[(bits >>> 8) & 0xff]! + BYTES[bits & 0xff]!;
}

/** Mixes all words, since ids that follow each other in time share most of their bits. */
function hash(words: Uint32Array, at: number): number {
  let mixed = 0;
  for (let i = 0; i < WORDS; i++) {
    mixed = Math.imul(mixed ^ words[at + i]!, 0x9e3779b1);
    mixed ^= mixed >>> 15;
  }
  return mixed >>> 0;
}
