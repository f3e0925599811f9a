/** Admits one caller at a time for each name, in the order of their calls. */
export class NameQueue {
  /** By name of a held name: the callers that wait for it. */
  private readonly waiting = new Map<string, (() => void)[]>();

  /** Resolves to true when the caller holds the name, and must call `leave` afterwards; to false after the time. */
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
