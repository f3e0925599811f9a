import { grown } from './columns';
import type { ImageExchange } from './index-image';

/** Stands for no document. */
export const NO_NEIGHBOUR = -1;

const BYTES = 8;

export class Links {
  /** The document before, or NO_NEIGHBOUR. */
  before: Int32Array;
  /** The document after, or NO_NEIGHBOUR. */
  after: Int32Array;
  /** Whether there ever was a link. */
  hasAny = false;

  constructor(capacity: number) {
    this.before = new Int32Array(capacity).fill(NO_NEIGHBOUR);
    this.after = new Int32Array(capacity).fill(NO_NEIGHBOUR);
  }

  get bytes(): number {
    return this.before.length * BYTES;
  }

  /** Visits the documents up to two places before and after one, those before first. */
  eachNeighbour(ordinal: number, visit: (ordinal: number) => void): void {
    eachBeside(this.before, ordinal, visit);
    eachBeside(this.after, ordinal, visit);
  }

  /** Whether this is so of any document that `eachNeighbour` visits. */
  someNeighbour(ordinal: number, is: (ordinal: number) => boolean): boolean {
    return someBeside(this.before, ordinal, is) || someBeside(this.after, ordinal, is);
  }

  link(one: number, next: number): void {
    if (one !== NO_NEIGHBOUR) this.after[one] = next;
    if (next !== NO_NEIGHBOUR) this.before[next] = one;
    if (one !== NO_NEIGHBOUR && next !== NO_NEIGHBOUR) this.hasAny = true;
  }

  isLinked(ordinal: number): boolean {
    return this.before[ordinal] !== NO_NEIGHBOUR || this.after[ordinal] !== NO_NEIGHBOUR;
  }

  part(one: number, next: number): void {
    this.after[one] = NO_NEIGHBOUR;
    if (next !== NO_NEIGHBOUR) this.before[next] = NO_NEIGHBOUR;
  }

  /** Leaves a document without neighbours; theirs stay. */
  clear(ordinal: number): void {
    this.before[ordinal] = NO_NEIGHBOUR;
    this.after[ordinal] = NO_NEIGHBOUR;
  }

  /** `used`: ordinals given out. */
  exchange(by: ImageExchange, used: number): void {
    this.before = by.column(this.before, used);
    this.after = by.column(this.after, used);
    if (by.isReading) this.hasAny = this.after.some((next) => next !== NO_NEIGHBOUR);
  }

  grow(capacity: number): void {
    const known = this.before.length;
    this.before = grown(this.before, capacity).fill(NO_NEIGHBOUR, known);
    this.after = grown(this.after, capacity).fill(NO_NEIGHBOUR, known);
  }
}

function eachBeside(side: Int32Array, ordinal: number, visit: (ordinal: number) => void): void {
  const near = side[ordinal]!;
  if (near === NO_NEIGHBOUR) return;
  visit(near);
  const far = side[near]!;
  if (far !== NO_NEIGHBOUR) visit(far);
}

function someBeside(side: Int32Array, ordinal: number, is: (ordinal: number) => boolean): boolean {
  const near = side[ordinal]!;
  if (near === NO_NEIGHBOUR) return false;
  const far = side[near]!;
  return is(near) || (far !== NO_NEIGHBOUR && is(far));
}
