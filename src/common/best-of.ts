/** Keeps the best `limit` items in a heap, the worst on top. `compare` is below 0 when the first item is better. */
export class BestOf<T> {
  private readonly heap: T[] = [];

  constructor(
    private readonly limit: number,
    private readonly compare: (one: T, other: T) => number,
  ) {}

  offer(item: T): void {
    const [worst] = this.heap;
    if (this.heap.length < this.limit) {
      this.siftUp(item);
    } else if (worst !== undefined && this.compare(item, worst) < 0) {
      this.siftDown(item);
    }
  }

  /** The worst kept item once `limit` items are kept; null before. */
  get floor(): T | null {
    return this.heap.length === this.limit ? (this.heap[0] ?? null) : null;
  }

  /** Best first. */
  sorted(): T[] {
    return [...this.heap].sort(this.compare);
  }

  private siftUp(item: T): void {
    let at = this.heap.length;
    while (at > 0) {
      const up = (at - 1) >> 1;
      const parent = this.heap[up];
      if (parent === undefined || this.compare(item, parent) < 0) break;
      this.heap[at] = parent;
      at = up;
    }
    this.heap[at] = item;
  }

  /** Replaces the worst item. */
  private siftDown(item: T): void {
    let at = 0;
    for (;;) {
      const down = this.worseChild(at);
      const child = this.heap[down];
      if (child === undefined || this.compare(child, item) < 0) break;
      this.heap[at] = child;
      at = down;
    }
    this.heap[at] = item;
  }

  private worseChild(at: number): number {
    const left = 2 * at + 1;
    const [one, other] = [this.heap[left], this.heap[left + 1]];
    return one !== undefined && other !== undefined && this.compare(one, other) < 0 ? left + 1 : left;
  }
}
