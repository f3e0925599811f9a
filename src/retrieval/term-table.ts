import { hashText, hashUnits } from '../common/hash-text';
import { grown } from './columns';
import { ensure, type ImageExchange } from './index-image';

const FREE = -1;
const FIRST_TERMS = 64;
const FIRST_UNITS = 512;
const GROWTH = 1.25;
/** Terms hashed between two pauses: well under a millisecond. */
const TERMS_A_STEP = 2000;

/**
 * Numbers terms from 0. Their UTF-16 units are in one array and their numbers in an open hash table: a term of six
 * letters takes 35 bytes instead of 140 in a map, and no object (docs/adr/0017).
 */
export class TermTable {
  size = 0;
  private units = new Uint16Array(FIRST_UNITS);
  /** By number: where the term's units end, which is where those of the next begin. */
  private ends = new Uint32Array(FIRST_TERMS);
  private hashes = new Uint32Array(FIRST_TERMS);
  /** Numbers by hash, FREE where there is none; a power of two, at most three quarters used. */
  private slots = new Int32Array(FIRST_TERMS * 2).fill(FREE);

  get bytes(): number {
    const { units, ends, hashes, slots } = this;
    return units.byteLength + ends.byteLength + hashes.byteLength + slots.byteLength;
  }

  /** The number of a term; null where it has none. */
  find(term: string): number | null {
    const number = this.slots[this.slotOf(term, hashText(term))]!;
    return number === FREE ? null : number;
  }

  /** The number of a term, a new one where it has none. */
  intern(term: string): number {
    const hash = hashText(term);
    const slot = this.slotOf(term, hash);
    const known = this.slots[slot]!;
    if (known !== FREE) return known;
    const number = this.size++;
    this.write(number, term);
    this.hashes[number] = hash;
    this.slots[slot] = number;
    if (this.size * 4 > this.slots.length * 3) this.growSlots();
    return number;
  }

  /** The term of a number that `intern` gave out. */
  textAt(number: number): string {
    return String.fromCharCode(...this.units.subarray(this.startOf(number), this.ends[number]));
  }

  lengthAt(number: number): number {
    return this.ends[number]! - this.startOf(number);
  }

  /** `hashText` of a part of a term. */
  hashAt(number: number, from: number, to: number): number {
    const start = this.startOf(number);
    return hashUnits(this.units, start + from, start + to);
  }

  /** Whether a term holds a text at a place, from which it must be long enough. */
  holdsAt(number: number, from: number, text: string): boolean {
    const start = this.startOf(number) + from;
    for (let i = 0; i < text.length; i++) if (this.units[start + i] !== text.charCodeAt(i)) return false;
    return true;
  }

  /** Hashes are made again, because each process has its own (see `hashText`); this finds terms that cannot be. */
  *exchange(by: ImageExchange): Generator<void, void> {
    this.units = by.column(this.units, this.startOf(this.size));
    this.ends = by.column(this.ends, this.size);
    this.size = by.number(this.size);
    if (by.isReading) yield* this.hashAll();
  }

  private *hashAll(): Generator<void, void> {
    ensure(this.size <= this.ends.length, 'each term has an end');
    this.hashes = new Uint32Array(this.ends.length);
    let slots = this.slots.length;
    while (this.size * 4 > slots * 3) slots *= 2;
    this.slots = new Int32Array(slots).fill(FREE);
    for (let number = 0; number < this.size; number++) {
      const [start, end] = [this.startOf(number), this.ends[number]!];
      ensure(end > start && end <= this.units.length, 'terms follow each other');
      this.hashes[number] = hashUnits(this.units, start, end);
      this.enter(number);
      if (number % TERMS_A_STEP === 0) yield;
    }
  }

  /** Puts the number of a term that is in no slot into one. */
  private enter(number: number): void {
    const mask = this.slots.length - 1;
    const hash = this.hashes[number]!;
    let slot = hash & mask;
    for (let known = this.slots[slot]!; known !== FREE; known = this.slots[slot]!) {
      ensure(this.hashes[known] !== hash || !this.isSame(known, number), 'terms are distinct');
      slot = (slot + 1) & mask;
    }
    this.slots[slot] = number;
  }

  private isSame(one: number, other: number): boolean {
    return this.holds(one, this.textAt(other));
  }

  private startOf(number: number): number {
    return number === 0 ? 0 : this.ends[number - 1]!;
  }

  /** The slot of a term's number, or the free slot that it would take. */
  private slotOf(term: string, hash: number): number {
    const mask = this.slots.length - 1;
    let slot = hash & mask;
    for (;;) {
      const number = this.slots[slot]!;
      if (number === FREE || (this.hashes[number] === hash && this.holds(number, term))) return slot;
      slot = (slot + 1) & mask;
    }
  }

  private holds(number: number, term: string): boolean {
    return this.lengthAt(number) === term.length && this.holdsAt(number, 0, term);
  }

  private write(number: number, term: string): void {
    const start = this.startOf(number);
    const end = start + term.length;
    if (end > this.units.length) this.units = grown(this.units, Math.ceil(end * GROWTH));
    if (number === this.ends.length) {
      const capacity = Math.ceil(number * GROWTH);
      this.ends = grown(this.ends, capacity);
      this.hashes = grown(this.hashes, capacity);
    }
    for (let i = 0; i < term.length; i++) this.units[start + i] = term.charCodeAt(i);
    this.ends[number] = end;
  }

  private growSlots(): void {
    this.slots = new Int32Array(this.slots.length * 2).fill(FREE);
    for (let number = 0; number < this.size; number++) this.enter(number);
  }
}
