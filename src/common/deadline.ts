import { setTimeout as delay } from 'node:timers/promises';

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

/** The answer, or null when it fails or takes longer: a probe must not wait for what does not answer. */
export async function inTime<T>(answer: Promise<T>, timeoutMs: number): Promise<T | null> {
  let timer: NodeJS.Timeout | undefined;
  const tooLate = new Promise<null>((resolve) => {
    timer = setTimeout(() => resolve(null), timeoutMs);
  });
  const answered = answer.catch(() => null);
  return Promise.race([answered, tooLate]).finally(() => clearTimeout(timer));
}

/** Whether there is an answer in time, whatever it is. */
export async function answersInTime(answer: Promise<unknown>, timeoutMs: number): Promise<boolean> {
  const answered = answer.then(() => true);
  return (await inTime(answered, timeoutMs)) ?? false;
}

/** Resolves as `work` does, or rejects with the signal's reason once it aborts. The work itself is not stopped. */
export function unlessAborted<T>(signal: AbortSignal, work: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const abort = (): void => reject(signal.reason as Error);
    if (signal.aborted) abort();
    signal.addEventListener('abort', abort, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort));
  });
}

/** Waits for a time, or until the signal is aborted. The process may end meanwhile. */
export async function pause(ms: number, signal: AbortSignal): Promise<void> {
  await delay(ms, undefined, { ref: false, signal }).catch(() => undefined);
}

/** In milliseconds. */
interface PollTimes {
  timeoutMs: number;
  firstPauseMs: number;
  longestPauseMs: number;
}

/** Asks until there is an answer; null when time is up. Pauses double, with random lengths so that callers spread. */
export async function pollUntil<T>(
  { timeoutMs, firstPauseMs, longestPauseMs }: PollTimes,
  ask: (msLeft: number) => Promise<T | null>,
): Promise<T | null> {
  const end = performance.now() + timeoutMs;
  for (let pauseMs = firstPauseMs; ; pauseMs = Math.min(2 * pauseMs, longestPauseMs)) {
    const answer = await ask(end - performance.now());
    if (answer !== null) return answer;
    const left = end - performance.now();
    if (left <= 0) return null;
    await delay(Math.min(left, pauseMs * (0.5 + Math.random() / 2)));
  }
}
