interface Lane<T> {
  running: Promise<T>;
  /** The call that starts when the running one has ended or failed; null when no caller waits. */
  waiting: Promise<T> | null;
}

/**
 * Shares work between callers that must see everything that happened before they asked.
 *
 * A caller never joins work that has already started, because that work may have looked too early. It joins the call
 * that waits behind the running one, so that each key has at most one running and one waiting call.
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
   * Runs `work`, or waits for equal work that starts after this call. The callers of one key must pass equal work:
   * only that of the first waiting caller runs. A failure rejects only the callers that waited for it.
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
    // From here on this call is the running one, and later callers wait behind it.
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
