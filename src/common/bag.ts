import { Slot } from './slot';

/**
 * Objects that come and go all the time, as requests under way do, in no order.
 *
 * A Set is made anew inside after every few of them, and what it was made of before leads to what it is made of now:
 * once one of those has grown old, V8, where it collects young objects only, takes all that follow for alive, with what
 * they held, which is every finished request (docs/adr/0017).
 */
export class Bag<T extends object> implements Iterable<T> {
  private readonly items: T[] = [];
  private readonly places = new Slot<T, number>('place');

  get size(): number {
    return this.items.length;
  }

  add(item: T): void {
    if (this.has(item)) return;
    this.places.set(item, this.items.length);
    this.items.push(item);
  }

  delete(item: T): void {
    const place = this.places.get(item);
    const last = this.items.at(-1);
    if (place === undefined || last === undefined || !this.has(item)) return;
    this.items[place] = last;
    this.places.set(last, place);
    this.items.pop();
  }

  has(item: T): boolean {
    const place = this.places.get(item);
    return place !== undefined && this.items[place] === item;
  }

  [Symbol.iterator](): Iterator<T> {
    return this.items.values();
  }
}
