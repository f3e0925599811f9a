/**
 * Keeps the best `limit` of what it is offered: a heap with the worst kept item on top, so that most offers
 * cost one comparison. `before(a, b)` says that a is better than b and must order any two distinct items.
 */
export class TopK {
  private readonly heap: number[] = [];

  constructor(
    private readonly limit: number,
    private readonly before: (a: number, b: number) => boolean,
  ) {}

  offer(item: number): void {
    if (this.heap.length < this.limit) {
      this.heap.push(item);
      this.siftUp(this.heap.length - 1);
    } else if (this.limit > 0 && this.before(item, this.heap[0]!)) {
      this.heap[0] = item;
      this.siftDown();
    }
  }

  /** The worst kept item once as many are kept as may be; anything worse is refused. Null before. */
  get floor(): number | null {
    return this.heap.length === this.limit ? (this.heap[0] ?? null) : null;
  }

  /** Best first. */
  sorted(): number[] {
    return [...this.heap].sort((a, b) => (this.before(a, b) ? -1 : 1));
  }

  private siftUp(from: number): void {
    let at = from;
    while (at > 0) {
      const parent = (at - 1) >> 1;
      if (!this.before(this.heap[parent]!, this.heap[at]!)) return;
      this.swap(at, parent);
      at = parent;
    }
  }

  private siftDown(): void {
    let at = 0;
    for (;;) {
      const left = 2 * at + 1;
      if (left >= this.heap.length) return;
      const right = left + 1;
      const rightIsWorse = right < this.heap.length && this.before(this.heap[left]!, this.heap[right]!);
      const worse = rightIsWorse ? right : left;
      if (!this.before(this.heap[at]!, this.heap[worse]!)) return;
      this.swap(at, worse);
      at = worse;
    }
  }

  private swap(a: number, b: number): void {
    [this.heap[a], this.heap[b]] = [this.heap[b]!, this.heap[a]!];
  }
}
