import { grown } from './grown';

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
