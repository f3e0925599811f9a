import { TimeoutError } from './errors.ts';

/** Options that every method takes. */
export interface CallOptions {
  /** Cancels the call, which then rejects with the signal's reason. */
  signal?: AbortSignal | undefined;
  /** Bounds the whole call, retries included. In milliseconds. */
  timeoutMs?: number | undefined;
}

/** 2^31 - 1: some 25 days. */
const LONGEST_TIMER_MS = 2_147_483_647;

/** The time that a call has, and the signal that ends it. */
export class Deadline {
  private readonly controller = new AbortController();
  readonly timeoutMs: number;
  private readonly caller: AbortSignal | undefined;
  private endsAt = 0;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private readonly cancel = (): void => this.controller.abort(this.caller?.reason);

  constructor(timeoutMs: number, caller: AbortSignal | undefined) {
    this.timeoutMs = timeoutMs;
    this.caller = caller;
    this.restart();
    if (caller?.aborted) this.cancel();
    else caller?.addEventListener('abort', this.cancel);
  }

  get signal(): AbortSignal {
    return this.controller.signal;
  }

  get remainingMs(): number {
    return this.endsAt - Date.now();
  }

  /** Gives the whole time again. */
  restart(): void {
    const { timeoutMs } = this;
    this.pause();
    this.endsAt = Date.now() + timeoutMs;
    // A timer with more ends at once.
    const delayMs = Math.min(timeoutMs, LONGEST_TIMER_MS);
    this.timer = setTimeout(() => this.controller.abort(timedOut(timeoutMs)), delayMs);
  }

  pause(): void {
    clearTimeout(this.timer);
  }

  /** Ends what still runs with its signal. */
  abort(): void {
    this.controller.abort();
  }

  /** Removes the timer and the listener: a long-lived signal must not hold on to finished calls. */
  clear(): void {
    clearTimeout(this.timer);
    this.caller?.removeEventListener('abort', this.cancel);
  }

  /** Resolves after `ms`. Rejects at the deadline or when the caller cancels. */
  wait(ms: number): Promise<void> {
    return this.race(
      () =>
        new Promise((resolve) => {
          const timer = setTimeout(resolve, ms);
          this.signal.addEventListener('abort', () => clearTimeout(timer), { once: true });
        }),
    );
  }

  /** The result of `work`, or a rejection at the deadline. `work` goes on: others may wait for it too. */
  race<T>(work: () => Promise<T>): Promise<T> {
    const { signal } = this;
    if (signal.aborted) return Promise.reject(signal.reason as Error);
    return new Promise<T>((resolve, reject) => {
      const stop = (): void => reject(signal.reason as Error);
      signal.addEventListener('abort', stop);
      work()
        .then(resolve, reject)
        .finally(() => signal.removeEventListener('abort', stop));
    });
  }
}

function timedOut(timeoutMs: number): TimeoutError {
  return new TimeoutError(`The call did not end within ${timeoutMs} ms`);
}
