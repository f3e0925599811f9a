import { grown } from './columns';
import { ensure, inSteps, type ImageExchange } from './index-image';
import { Links, NO_NEIGHBOUR } from './links';
import { CERTAIN_TURN, isSameThread, NO_TURN } from './turns';

/** The documents of one group as ordinals, in storage order. */
class MemberList {
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
      this.ordinals = grown(this.ordinals, Math.ceil(this.length * 1.25) + 1);
    }
    this.ordinals.copyWithin(position + 1, position, this.length);
    this.ordinals[position] = ordinal;
    this.length++;
  }

  /** The last document; NO_NEIGHBOUR when there is none. */
  get last(): number {
    return this.length === 0 ? NO_NEIGHBOUR : this.ordinals[this.length - 1]!;
  }

  /** The list of a group whose documents are linked, from its last one; NO_NEIGHBOUR stands for an empty group. */
  static endingWith(last: number, before: Int32Array): MemberList {
    const list = new MemberList();
    for (let at = last; at !== NO_NEIGHBOUR; at = before[at]!) list.insert(list.length, at);
    list.ordinals.subarray(0, list.length).reverse();
    return list;
  }

  remove(position: number): void {
    this.ordinals.copyWithin(position, position + 1, this.length);
    this.length--;
  }
}

const FIRST_CAPACITY = 64;
/** Columns: order 8, turn 2. */
const COLUMN_BYTES = 10;
/** The fixed part of a group's list, measured on Node 20. */
const GROUP_BYTES = 230;

/** The columns of documents that say who is in which group. */
export interface GroupColumns {
  /** Below 0 for none. */
  group: Int32Array;
  /** 0: dead. */
  state: Uint8Array;
  /** Ordinals given out. */
  size: number;
  groups: number;
}

/** Storage order within groups: lists to find the place of a document, and links to its neighbours for searches. */
export class GroupOrder {
  /** Between all that are next to each other in a group. */
  readonly inGroup = new Links(FIRST_CAPACITY);
  /** Between those of them that belong to one thread, see `isSameThread`. */
  readonly inThread = new Links(FIRST_CAPACITY);
  private orders = new Float64Array(FIRST_CAPACITY);
  private turns = new Uint16Array(FIRST_CAPACITY);
  private readonly members: MemberList[] = [];
  /** By group: the last document of those that have no list yet, because they come from an image. */
  private lasts = new Int32Array(0);
  private listBytes = 0;

  get bytes(): number {
    const links = this.inGroup.bytes + this.inThread.bytes;
    return this.orders.length * COLUMN_BYTES + links + this.members.length * GROUP_BYTES + this.listBytes;
  }

  orderAt(ordinal: number): number {
    return this.orders[ordinal]!;
  }

  turnAt(ordinal: number): number {
    return this.turns[ordinal]!;
  }

  /** Whether a document is a turn for certain, or by the turns beside it. */
  isTurn(ordinal: number): boolean {
    const { before, after } = this.inThread;
    return (
      this.turns[ordinal] === CERTAIN_TURN ||
      before[ordinal] !== NO_NEIGHBOUR ||
      after[ordinal] !== NO_NEIGHBOUR
    );
  }

  standAlone(ordinal: number, order: number, turn: number): void {
    if (ordinal >= this.orders.length) this.grow(Math.ceil((ordinal + 1) * 1.25));
    this.orders[ordinal] = order;
    this.turns[ordinal] = turn;
    this.inGroup.clear(ordinal);
    this.inThread.clear(ordinal);
  }

  /** Puts a document into its place in a group; groups are numbered from 0 without gaps. */
  join(ordinal: number, group: number, order: number, turn: number): void {
    this.standAlone(ordinal, order, turn);
    const list = this.listOf(group);
    const position = list.positionOf(order, this.orders);
    const bytes = list.bytes;
    list.insert(position, ordinal);
    this.listBytes += list.bytes - bytes;
    if (position > 0) this.inGroup.link(list.at(position - 1), ordinal);
    if (position + 1 < list.length) this.inGroup.link(ordinal, list.at(position + 1));
    this.linkThreads(list, position - 2, position + 1);
  }

  /** Takes a document out of its group; those beside it close up. */
  leave(ordinal: number, group: number): void {
    const list = this.listOf(group);
    const position = list.positionOf(this.orders[ordinal]!, this.orders);
    list.remove(position);
    this.inGroup.link(this.inGroup.before[ordinal]!, this.inGroup.after[ordinal]!);
    this.inGroup.clear(ordinal);
    this.inThread.clear(ordinal);
    this.linkThreads(list, position - 2, position);
  }

  /** `used`: ordinals given out; `groups`: numbers of groups given out. */
  exchange(by: ImageExchange, used: number, groups: number): void {
    this.orders = by.column(this.orders, used);
    this.turns = by.column(this.turns, used);
    this.inGroup.exchange(by, used);
    this.inThread.exchange(by, used);
    const lasts = Int32Array.from({ length: groups }, (_, group) => this.lastOf(group));
    this.lasts = by.column(lasts);
  }

  /**
   * Throws `ImageMismatch` unless the documents of each group are one chain in their order, which has an end, and those
   * of threads are linked as their turns say.
   */
  *check(columns: GroupColumns): Generator<void, void> {
    const { inGroup, inThread, orders, turns } = this;
    for (const { length } of [inGroup.before, inGroup.after, inThread.before, inThread.after, turns]) {
      ensure(length === orders.length && columns.size <= length, 'each document has a place');
    }
    yield* inSteps(columns.size, (from, to) => {
      for (let ordinal = from; ordinal < to; ordinal++) {
        ensure(Number.isFinite(orders[ordinal]!), 'orders are finite');
        const isAlone = columns.group[ordinal]! < 0 || columns.state[ordinal] === 0;
        // The bits of NO_NEIGHBOUR are all ones.
        const links =
          inGroup.before[ordinal]! &
          inGroup.after[ordinal]! &
          inThread.before[ordinal]! &
          inThread.after[ordinal]!;
        if (isAlone) ensure(links === NO_NEIGHBOUR, 'only live documents of a group are linked');
        else this.checkLinks(ordinal, columns);
      }
    });
    ensure(this.lasts.length === columns.groups, 'each group has a last document');
    this.lasts.forEach((last, group) => {
      const isLast = columns.group[last] === group && columns.state[last] !== 0 && last < columns.size;
      ensure(
        last === NO_NEIGHBOUR || (isLast && inGroup.after[last] === NO_NEIGHBOUR),
        'the last is in its group',
      );
    });
  }

  private checkLinks(ordinal: number, columns: GroupColumns): void {
    this.checkNext(ordinal, columns);
    this.checkThread(ordinal);
  }

  private checkNext(ordinal: number, { group, size }: GroupColumns): void {
    const { before, after } = this.inGroup;
    const [former, next] = [before[ordinal]!, after[ordinal]!];
    ensure(former === NO_NEIGHBOUR || (former < size && after[former] === ordinal), 'links go both ways');
    if (next === NO_NEIGHBOUR) {
      ensure(this.lasts[group[ordinal]!] === ordinal, 'a group has one last document');
    } else {
      const isAfter = next < size && this.orders[ordinal]! < this.orders[next]!;
      ensure(isAfter && group[next] === group[ordinal] && before[next] === ordinal, 'links follow the order');
    }
  }

  private checkThread(ordinal: number): void {
    const { before, after } = this.inThread;
    const [former, next] = [this.inGroup.before[ordinal]!, this.inGroup.after[ordinal]!];
    const isLinked = this.isLinked(ordinal, next);
    ensure(after[ordinal] === (isLinked ? next : NO_NEIGHBOUR), 'threads are linked by their turns');
    const isFollowing = former !== NO_NEIGHBOUR && after[former] === ordinal;
    ensure(before[ordinal] === (isFollowing ? former : NO_NEIGHBOUR), 'threads are linked both ways');
  }

  private listOf(group: number): MemberList {
    let list = this.members[group];
    if (list !== undefined) return list;
    list = MemberList.endingWith(this.lasts[group] ?? NO_NEIGHBOUR, this.inGroup.before);
    this.listBytes += list.bytes;
    return (this.members[group] = list);
  }

  private lastOf(group: number): number {
    return this.members[group]?.last ?? this.lasts[group] ?? NO_NEIGHBOUR;
  }

  /** Links or parts the pairs that start at these positions; the last included. */
  private linkThreads(list: MemberList, first: number, last: number): void {
    for (let at = Math.max(0, first); at <= last && at < list.length; at++) {
      const one = list.at(at);
      const next = this.inGroup.after[one]!;
      if (this.isLinked(one, next)) this.inThread.link(one, next);
      else this.inThread.part(one, next);
    }
    if (list.length > 0) this.inThread.before[list.at(0)] = NO_NEIGHBOUR;
  }

  private isLinked(one: number, next: number): boolean {
    if (next === NO_NEIGHBOUR) return false;
    const { before, after } = this.inGroup;
    return isSameThread(
      this.turnOrNone(before[one]!),
      this.turns[one]!,
      this.turns[next]!,
      this.turnOrNone(after[next]!),
    );
  }

  private turnOrNone(ordinal: number): number {
    return ordinal === NO_NEIGHBOUR ? NO_TURN : this.turns[ordinal]!;
  }

  private grow(capacity: number): void {
    this.inGroup.grow(capacity);
    this.inThread.grow(capacity);
    this.orders = grown(this.orders, capacity);
    this.turns = grown(this.turns, capacity);
  }
}
