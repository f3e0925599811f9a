/** One at a time for each name, first come, first served. */
export class NameQueue {
  /** By name, who waits behind the one who is in. */
  private readonly waiting = new Map<string, (() => void)[]>();

  /** Resolves to true when it is the caller's turn, who calls `leave` afterwards; to false after the time. */
  enter(name: string, withinMs: number): Promise<boolean> {
    const queue = this.waiting.get(name);
    if (queue === undefined) {
      this.waiting.set(name, []);
      return Promise.resolve(true);
    }
    return new Promise((resolve) => {
      const come = (): void => {
        clearTimeout(timer);
        resolve(true);
      };
      const timer = setTimeout(() => {
        queue.splice(queue.indexOf(come), 1);
        resolve(false);
      }, withinMs);
      queue.push(come);
    });
  }

  leave(name: string): void {
    const next = this.waiting.get(name)?.shift();
    if (next) next();
    else this.waiting.delete(name);
  }
}
