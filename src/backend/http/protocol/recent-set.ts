/** The values that were added last, at most so many. */
export class RecentSet<T> {
  private readonly values = new Set<T>();

  constructor(private readonly capacity: number) {}

  /** False for one that is there already. */
  add(value: T): boolean {
    if (this.values.has(value)) return false;
    this.values.add(value);
    if (this.values.size > this.capacity) {
      // A set tells its values in the order in which they came.
      for (const oldest of this.values) {
        this.values.delete(oldest);
        break;
      }
    }
    return true;
  }
}
