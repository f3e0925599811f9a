import { grown } from './columns';

/** The documents of one group as ordinals, in storage order. */
export class MemberList {
  length = 0;
  private ordinals = new Uint32Array(2);

  get bytes(): number {
    return this.ordinals.byteLength;
  }

  at(position: number): number {
    return this.ordinals[position]!;
  }

  /** The first position whose document does not stand before `order`; coming last is found at once. */
  positionOf(order: number, orders: Float64Array): number {
    let low = 0;
    let high = this.length;
    if (high > 0 && orders[this.ordinals[high - 1]!]! < order) return high;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (orders[this.ordinals[middle]!]! < order) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  insert(position: number, ordinal: number): void {
    if (this.length === this.ordinals.length) {
      this.ordinals = grown(this.ordinals, new Uint32Array(Math.ceil(this.length * 1.25) + 1));
    }
    this.ordinals.copyWithin(position + 1, position, this.length);
    this.ordinals[position] = ordinal;
    this.length++;
  }

  remove(position: number): void {
    this.ordinals.copyWithin(position, position + 1, this.length);
    this.length--;
  }
}

/** Stands for no document. */
export const NO_NEIGHBOUR = -1;

const FIRST_CAPACITY = 64;
/** Columns: the one before 4, the one after 4, order 8. */
const COLUMN_BYTES = 16;
/** The fixed part of a group's list, measured on Node 20. */
const GROUP_BYTES = 230;

/** Storage order within groups: lists to find the place of a document, and links to its neighbours for searches. */
export class GroupOrder {
  /** By ordinal: the document stored before it in its group, or NO_NEIGHBOUR. */
  before = new Int32Array(FIRST_CAPACITY);
  /** By ordinal: the document stored after it in its group, or NO_NEIGHBOUR. */
  after = new Int32Array(FIRST_CAPACITY);
  private orders = new Float64Array(FIRST_CAPACITY);
  private readonly members: MemberList[] = [];
  private listBytes = 0;

  /** Estimate of the memory held. */
  get bytes(): number {
    return this.orders.length * COLUMN_BYTES + this.members.length * GROUP_BYTES + this.listBytes;
  }

  orderAt(ordinal: number): number {
    return this.orders[ordinal]!;
  }

  standAlone(ordinal: number, order: number): void {
    if (ordinal >= this.orders.length) this.grow(Math.ceil((ordinal + 1) * 1.25));
    this.orders[ordinal] = order;
    this.before[ordinal] = NO_NEIGHBOUR;
    this.after[ordinal] = NO_NEIGHBOUR;
  }

  /** Puts a document into its place in a group; groups are numbered from 0 without gaps. */
  join(ordinal: number, group: number, order: number): void {
    this.standAlone(ordinal, order);
    const list = (this.members[group] ??= new MemberList());
    const position = list.positionOf(order, this.orders);
    const bytes = list.bytes;
    list.insert(position, ordinal);
    this.listBytes += list.bytes - bytes;
    if (position > 0) this.link(list.at(position - 1), ordinal);
    if (position + 1 < list.length) this.link(ordinal, list.at(position + 1));
  }

  /** Takes a document out of its group; those beside it close up. */
  leave(ordinal: number, group: number): void {
    const list = this.members[group]!;
    list.remove(list.positionOf(this.orders[ordinal]!, this.orders));
    this.link(this.before[ordinal]!, this.after[ordinal]!);
    this.before[ordinal] = NO_NEIGHBOUR;
    this.after[ordinal] = NO_NEIGHBOUR;
  }

  /** Visits the documents up to two places before and after one in its group, those before first. */
  eachNeighbour(ordinal: number, visit: (ordinal: number) => void): void {
    this.eachBeside(this.before, ordinal, visit);
    this.eachBeside(this.after, ordinal, visit);
  }

  /** Whether this is so of any document that `eachNeighbour` visits. */
  someNeighbour(ordinal: number, is: (ordinal: number) => boolean): boolean {
    return this.someBeside(this.before, ordinal, is) || this.someBeside(this.after, ordinal, is);
  }

  private someBeside(side: Int32Array, ordinal: number, is: (ordinal: number) => boolean): boolean {
    const near = side[ordinal]!;
    if (near === NO_NEIGHBOUR) return false;
    const far = side[near]!;
    return is(near) || (far !== NO_NEIGHBOUR && is(far));
  }

  private eachBeside(side: Int32Array, ordinal: number, visit: (ordinal: number) => void): void {
    const near = side[ordinal]!;
    if (near === NO_NEIGHBOUR) return;
    visit(near);
    const far = side[near]!;
    if (far !== NO_NEIGHBOUR) visit(far);
  }

  private link(one: number, next: number): void {
    if (one !== NO_NEIGHBOUR) this.after[one] = next;
    if (next !== NO_NEIGHBOUR) this.before[next] = one;
  }

  private grow(capacity: number): void {
    this.before = grown(this.before, new Int32Array(capacity));
    this.after = grown(this.after, new Int32Array(capacity));
    this.orders = grown(this.orders, new Float64Array(capacity));
  }
}
