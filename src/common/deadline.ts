/** Aborts its signal after a time, or when the caller's signal is aborted. Call `end` when the work is done. */
export class Deadline {
  readonly signal: AbortSignal;
  private readonly controller = new AbortController();
  private readonly timer: NodeJS.Timeout;
  private readonly endsAt: number;
  private readonly giveUp = () => {
    this.end();
    this.controller.abort();
  };

  constructor(
    ms: number,
    private readonly caller?: AbortSignal,
  ) {
    this.signal = this.controller.signal;
    this.endsAt = performance.now() + ms;
    this.timer = setTimeout(this.giveUp, ms);
    caller?.addEventListener('abort', this.giveUp, { once: true });
    if (caller?.aborted) this.giveUp();
  }

  /** Milliseconds. */
  get left(): number {
    return this.endsAt - performance.now();
  }

  end(): void {
    clearTimeout(this.timer);
    this.caller?.removeEventListener('abort', this.giveUp);
  }
}
