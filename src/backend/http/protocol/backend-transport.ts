import type { Readable } from 'node:stream';
import { Logger } from '@nestjs/common';
import type { HttpService } from '@nestjs/axios';
import {
  bulkhead,
  BulkheadRejectedError,
  type BulkheadPolicy,
  DelegateBackoff,
  handleWhen,
  retry,
} from 'cockatiel';
import { Deadline, unlessAborted } from '../../../common/deadline';
import type { BackendOptions } from './backend-options';
import {
  type Call,
  type Reply,
  CallFault,
  failureOf,
  exchange,
  isSuccess,
  meaningful,
  requestOf,
  sent,
} from './call';
import { Circuit, Liveness } from './circuit';

type Named = Pick<Call<unknown>, 'name' | 'isProbe'>;

/** The share of the remaining time for an attempt that is not the last. */
const SHARE_OF_TIME = 2 / 3;

/** Calls the backend, with limited concurrency, retries of idempotent calls and a circuit breaker. */
export class BackendTransport {
  private readonly logger = new Logger('Backend');
  private readonly circuit: Circuit;
  private readonly slots: BulkheadPolicy;
  private readonly liveness: Liveness;

  constructor(
    private readonly http: HttpService,
    private readonly options: BackendOptions,
    /** The cheapest call. */
    private readonly ping: Call<unknown>,
  ) {
    this.circuit = new Circuit(
      options.circuit,
      () => this.probe(),
      (isOpen) => this.logState(isOpen),
    );
    this.slots = bulkhead(options.bulkhead.concurrency, options.bulkhead.queue);
    this.liveness = new Liveness(() => this.probe(), options.pingEveryMs);
  }

  /** Throws `BackendFailure`, or the reason of the call's signal when it is aborted. */
  async call<T>(call: Call<T>): Promise<Reply<T>> {
    const deadline = new Deadline(call.timeoutMs ?? this.options.timeoutMs, call.signal ?? undefined);
    const faults: CallFault[] = [];
    try {
      return await unlessAborted(deadline.signal, this.repeated(call, deadline, faults));
    } catch (error) {
      call.signal?.throwIfAborted();
      const isLate = error === deadline.signal.reason;
      throw this.failed(call, isLate ? new CallFault('broken', 'no answer in time') : error, faults);
    } finally {
      deadline.end();
    }
  }

  /** Sends a call once; the body of its answer, which only the signal ends. Throws `BackendFailure`. */
  async open(call: Call<never>, signal: AbortSignal): Promise<Reply<AsyncIterable<Uint8Array>>> {
    try {
      return await this.circuit.run(() => this.begin(call, signal));
    } catch (error) {
      call.signal?.throwIfAborted();
      throw this.failed(call, error, []);
    }
  }

  private async begin(call: Call<never>, signal: AbortSignal): Promise<Reply<AsyncIterable<Uint8Array>>> {
    // With a length limit the client would read on, and keep an abandoned answer open.
    const stream = {
      headers: { accept: 'text/event-stream' },
      responseType: 'stream',
      maxContentLength: -1,
    } as const;
    try {
      const response = await sent(this.http, call, { ...requestOf(call), ...stream, signal });
      const body = response.data as Readable;
      if (isSuccess(response.status)) return { isGood: true, value: body };
      body.destroy();
      return { isGood: false, status: meaningful(response) };
    } catch (error) {
      throw call.signal?.aborted ? gone() : error;
    }
  }

  /** The error for a status that the call does not expect. */
  refused(call: Named, status: number): Error {
    return this.failed(call, new CallFault('refused', `status ${status}`), []);
  }

  /** The error for a job or run of the backend that failed. */
  undone(call: Named, why: string): Error {
    return this.failed(call, new CallFault('job', why), []);
  }

  private repeated<T>(call: Call<T>, deadline: Deadline, faults: CallFault[]): Promise<Reply<T>> {
    return repeated(this.options.backoffMs, call.isRepeatable, deadline, async (isLast) => {
      try {
        return await this.attempt(call, deadline, isLast);
      } catch (error) {
        if (error instanceof CallFault) faults.push(error);
        throw error;
      }
    });
  }

  private attempt<T>(call: Call<T>, deadline: Deadline, isLast: boolean): Promise<Reply<T>> {
    const guarded = () => this.circuit.run(() => this.send(call, deadline, isLast));
    if (call.isProbe === true) return guarded();
    const waited = this.slots.execute(() => {
      if (deadline.signal.aborted) throw new CallFault('not sent', 'it waited for too long');
      return guarded();
    });
    return waited.catch((error: unknown) => {
      throw error instanceof BulkheadRejectedError ? new CallFault('not sent', 'too many calls wait') : error;
    });
  }

  private async send<T>(call: Call<T>, whole: Deadline, isLast: boolean): Promise<Reply<T>> {
    const silent = new AbortController();
    const signal = AbortSignal.any([whole.signal, silent.signal]);
    const attempt = new Deadline(isLast ? whole.left : whole.left * SHARE_OF_TIME, signal);
    const unwatch = call.isProbe === true ? () => undefined : this.liveness.watch(() => silent.abort());
    try {
      return await exchange(this.http, call, attempt.signal);
    } catch (error) {
      throw call.signal?.aborted ? gone() : error;
    } finally {
      unwatch();
      attempt.end();
    }
  }

  private async probe(): Promise<void> {
    const deadline = new Deadline(this.options.pingTimeoutMs);
    try {
      await exchange(this.http, this.ping, deadline.signal);
    } finally {
      deadline.end();
    }
  }

  private failed(call: Named, error: unknown, faults: readonly CallFault[]): Error {
    if (!(error instanceof CallFault)) return error as Error;
    const all = faults.includes(error) ? faults : [...faults, error];
    if (error.kind !== 'not sent' && call.isProbe !== true) {
      const attempts = all.length > 1 ? `, ${all.length} times` : '';
      this.logger.warn(`The backend did not ${call.name}: ${error.message}${attempts}`);
    }
    return failureOf(all);
  }

  private logState(isOpen: boolean): void {
    if (isOpen) this.logger.error('The backend keeps failing: calls fail at once until it is back');
    else this.logger.log('The backend is back');
  }
}

/** The caller gave up, which says nothing about the backend. */
function gone(): CallFault {
  return new CallFault('not sent', 'given up');
}

const REPETITIONS = 3;
/** Limit of the exponential wait; `Retry-After` may ask for more. */
const MAX_BACKOFF_MS = 10_000;

/** Retries at most three times, while the backend is in trouble and there is time. `attempt` throws `CallFault`. */
export function repeated<T>(
  backoffMs: number,
  isRepeatable: boolean,
  deadline: Deadline,
  attempt: (isLast: boolean) => Promise<T>,
): Promise<T> {
  const repetitions = isRepeatable ? REPETITIONS : 0;
  const policy = retry(
    handleWhen((error) => isWorthRepeating(error, deadline)),
    {
      maxAttempts: repetitions,
      backoff: new DelegateBackoff(({ attempt: count, result }) =>
        Math.min(
          waitBefore(count, 'error' in result ? result.error : null, backoffMs, Math.random()),
          deadline.left,
        ),
      ),
    },
  );
  return policy.execute(({ attempt: done }) => attempt(done === repetitions), deadline.signal);
}

function isWorthRepeating(error: Error, deadline: Deadline): boolean {
  if (!(error instanceof CallFault) || !error.isOutage) return false;
  return !deadline.signal.aborted && (error.answer?.retryAfterMs ?? 0) < deadline.left;
}

/**
 * Milliseconds before retry number `count`, from 1: an exponential wait with equal jitter (`chance`, 0 to 1), or the
 * server's `Retry-After` plus a random part, so that clients do not return at the same moment.
 */
export function waitBefore(count: number, error: Error | null, backoffMs: number, chance: number): number {
  const asked = error instanceof CallFault ? (error.answer?.retryAfterMs ?? null) : null;
  if (asked !== null) return asked + chance * backoffMs;
  const whole = Math.min(backoffMs * 2 ** (count - 1), MAX_BACKOFF_MS);
  return whole / 2 + (chance * whole) / 2;
}
