/** Readers that wait for new events. */
export class News {
  private readonly waiting = new Set<() => void>();

  /** Resolves when there are new events, the signal is aborted, or a time is over. */
  next(signal: AbortSignal, timeoutMs: number): Promise<void> {
    if (signal.aborted) return Promise.resolve();
    return new Promise((resolve) => {
      const done = (): void => {
        clearTimeout(timer);
        signal.removeEventListener('abort', done);
        this.waiting.delete(done);
        resolve();
      };
      const timer = setTimeout(done, timeoutMs);
      timer.unref();
      signal.addEventListener('abort', done, { once: true });
      this.waiting.add(done);
    });
  }

  wake(): void {
    for (const done of [...this.waiting]) done();
  }
}
