interface Lane<T> {
  running: Promise<T>;
  /** The flight that starts when the running one has ended, whatever its end; null when nobody asked. */
  waiting: Promise<T> | null;
}

/**
 * Shares work between callers that must see everything that happened before they asked.
 *
 * A caller never joins work that has already started, since that may have looked too early. It joins
 * the flight that waits behind the running one, so that a key has at most one flight running and one
 * waiting, however many callers there are.
 */
export class SingleFlight<T> {
  private readonly lanes = new Map<string, Lane<T>>();

  /** Keys with work under way. */
  get size(): number {
    return this.lanes.size;
  }

  isRunning(key: string): boolean {
    return this.lanes.has(key);
  }

  /**
   * Runs `work`, or waits for an equal one that starts after this call. The callers of one key must
   * pass interchangeable work: only the first waiting one's is run. A failed flight rejects those who
   * joined it and nobody else.
   */
  run(key: string, work: () => Promise<T>): Promise<T> {
    const lane = this.lanes.get(key);
    if (lane === undefined) {
      const opened: Lane<T> = { running: this.fly(key, work), waiting: null };
      this.lanes.set(key, opened);
      return opened.running;
    }
    lane.waiting ??= this.follow(key, lane, work);
    return lane.waiting;
  }

  private async follow(key: string, lane: Lane<T>, work: () => Promise<T>): Promise<T> {
    await lane.running.catch(() => null);
    // From here on this flight is the running one. Those who ask later wait behind it.
    if (lane.waiting !== null) lane.running = lane.waiting;
    lane.waiting = null;
    return this.fly(key, work);
  }

  private async fly(key: string, work: () => Promise<T>): Promise<T> {
    // Work that asks for its own key at once must find the lane open.
    await Promise.resolve();
    try {
      return await work();
    } finally {
      // A lane is open as long as its work runs.
      if (this.lanes.get(key)?.waiting === null) this.lanes.delete(key);
    }
  }
}
