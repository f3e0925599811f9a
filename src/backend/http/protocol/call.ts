import { DomainError } from '../../../common/domain-error';
import { networkCode } from '../../../common/error-name';
import type { HttpService } from '@nestjs/axios';
import type { AxiosRequestConfig, AxiosResponse } from 'axios';
import { firstValueFrom } from 'rxjs';
import { retryAfterMs } from '../../../common/retry-after';
import { traceHeaders, traced } from '../../../common/tracing';

/** One operation of the protocol, in terms of HTTP. */
export interface Call<T> {
  /** For the log. */
  name: string;
  method: 'GET' | 'POST' | 'DELETE';
  /** Each part is URL-encoded. */
  path: string;
  query?: Readonly<Record<string, string | number>>;
  body?: unknown;
  /** Whether it is idempotent. */
  isRepeatable: boolean;
  /** Parses the JSON body; null for an empty one. Throws `WrongAnswer`. */
  read: (body: unknown) => T;
  /** Ends the call when it is aborted. */
  signal?: AbortSignal | null;
  /** Shorter than the time-out of other calls. */
  timeoutMs?: number;
  /** A probe does not queue behind other calls, and its caller logs its failure. */
  isProbe?: boolean;
}

/** An answer, or a status that the caller interprets: 501, or 4xx except 401, 403, 408 and 429. */
export type Reply<T> = { isGood: true; value: T } | { isGood: false; status: number };

export class WrongAnswer extends Error {}

export function pathOf(...parts: readonly string[]): string {
  return parts.map((part) => `/${encodeURIComponent(part)}`).join('');
}

export function getCall<T>(name: string, path: string, read: Call<T>['read']): Call<T> {
  return { name, method: 'GET', path, isRepeatable: true, read };
}

/** The call of an idempotent operation. */
export function postCall<T>(name: string, path: string, body: object, read: Call<T>['read']): Call<T> {
  return { name, method: 'POST', path, body, isRepeatable: true, read };
}

/** Why one attempt at a call failed; the first four mean that the backend is in trouble. */
type FaultKind =
  /** No connection was made. */
  | 'unreachable'
  /** No complete answer in time. */
  | 'broken'
  /** 408, 429 or 5xx. */
  | 'status'
  /** An answer that does not follow the protocol. */
  | 'unreadable'
  /** 401 or 403. */
  | 'key'
  /** Another status that the call does not expect. */
  | 'refused'
  /** The queue is full, or the circuit is open. */
  | 'not sent'
  /** A job of the backend failed or takes too long. */
  | 'job';

const OUTAGES: ReadonlySet<FaultKind> = new Set(['unreachable', 'broken', 'status', 'unreadable']);
const HARMLESS: ReadonlySet<FaultKind> = new Set(['unreachable', 'key', 'refused', 'not sent']);

const NOT_CONNECTED: ReadonlySet<string> = new Set(
  'ECONNREFUSED EHOSTUNREACH ENETUNREACH ENOTFOUND EAI_AGAIN ECONNECTTIMEOUT'.split(' '),
);

const TOO_MANY_REQUESTS = 429;

export const NO_ANSWER = 'The memory backend does not answer: try again shortly';
export const NOT_TAKEN = 'The memory backend did not take the request';

/** The message is for the log: it holds statuses and codes, no address, key or text. */
export class CallFault extends Error {
  constructor(
    readonly kind: FaultKind,
    message: string,
    readonly answer: { status: number; retryAfterMs: number | null } | null = null,
  ) {
    super(message);
    this.name = 'CallFault';
  }

  get isOutage(): boolean {
    return OUTAGES.has(this.kind);
  }

  get isHarmless(): boolean {
    return HARMLESS.has(this.kind) || this.answer?.status === TOO_MANY_REQUESTS;
  }
}

export function isOutage(error: unknown): boolean {
  return error instanceof CallFault && error.isOutage;
}

/** An error of the HTTP client: there was no complete answer. */
function networkFault(error: unknown): CallFault {
  const code = networkCode(error);
  if (code === 'ERR_CANCELED') return new CallFault('broken', 'no answer in time');
  if (code !== null && NOT_CONNECTED.has(code)) return new CallFault('unreachable', code);
  return new CallFault('broken', code ?? 'no whole answer');
}

/** The failure of a call, from the faults of its attempts. */
export function failureOf(faults: readonly CallFault[]): BackendFailure {
  const last = faults.at(-1);
  const outcome = faults.every((fault) => fault.isHarmless) ? 'refused' : 'unknown';
  const message = last?.kind === 'refused' ? NOT_TAKEN : NO_ANSWER;
  return new BackendFailure(message, outcome, last?.message, last?.kind === 'key');
}

/** `refused`: the call certainly changed nothing. `unknown`: it may have taken effect. */
type FailedOutcome = 'refused' | 'unknown';

/** A call to the backend failed. The message is for clients; the reason is only logged. */
export class BackendFailure extends DomainError {
  constructor(
    message: string,
    readonly outcome: FailedOutcome,
    /** For the log: statuses and codes, no address, key or text. */
    readonly why: string = 'no answer',
    /** The backend rejects the API key. */
    readonly refusesKey: boolean = false,
  ) {
    super('BackendUnavailable', message);
  }
}

const KEY_REFUSED: ReadonlySet<number> = new Set([401, 403]);
const REQUEST_TIMEOUT = 408;
const NOT_IMPLEMENTED = 501;

/** Sends a call once. Throws `CallFault`. */
export async function exchange<T>(http: HttpService, call: Call<T>, signal: AbortSignal): Promise<Reply<T>> {
  const response = await sent(http, call, { ...requestOf(call), signal });
  const { status } = response;
  if (!isSuccess(status)) return { isGood: false, status: meaningful(response) };
  try {
    return { isGood: true, value: call.read(jsonOf(response.data)) };
  } catch (error) {
    throw error instanceof WrongAnswer ? new CallFault('unreadable', error.message) : error;
  }
}

export function requestOf<T>(call: Call<T>): AxiosRequestConfig {
  return { method: call.method, url: call.path, params: call.query, data: call.body };
}

/** Traces name the operation, not its path. Throws `CallFault`. */
export function sent(
  http: HttpService,
  { name, isProbe }: Pick<Call<unknown>, 'name' | 'isProbe'>,
  request: AxiosRequestConfig,
): Promise<AxiosResponse<unknown>> {
  const method = request.method ?? 'GET';
  return traced(
    () => ({
      name: `backend ${name}`,
      kind: 'client',
      facts: { 'http.request.method': method },
      isPart: isProbe === true,
    }),
    async (span) => {
      const headers = { ...(request.headers as Record<string, string> | undefined), ...traceHeaders() };
      try {
        const response = await firstValueFrom(http.request<unknown>({ ...request, headers }));
        span?.tell({ 'http.response.status_code': response.status });
        if (response.status >= 400) span?.fail(String(response.status));
        return response;
      } catch (error) {
        throw networkFault(error);
      }
    },
  );
}

export function isSuccess(status: number): boolean {
  return status >= 200 && status < 300;
}

/** The status, if the caller may interpret it. Throws `CallFault` for other statuses. */
export function meaningful({ status, headers }: AxiosResponse<unknown>): number {
  if (KEY_REFUSED.has(status)) throw new CallFault('key', `the backend refuses the key (status ${status})`);
  if (status === NOT_IMPLEMENTED) return status;
  if (status === REQUEST_TIMEOUT || status === TOO_MANY_REQUESTS || status >= 500) {
    const wait = retryAfterMs((headers as Record<string, unknown>)['retry-after'], new Date());
    throw new CallFault('status', `status ${status}`, { status, retryAfterMs: wait });
  }
  if (status >= 400) return status;
  throw new CallFault('unreadable', `status ${status}`);
}

/** Null for none. */
function jsonOf(body: unknown): unknown {
  if (typeof body !== 'string' || body.trim() === '') return null;
  try {
    return JSON.parse(body) as unknown;
  } catch {
    throw new WrongAnswer('no JSON');
  }
}
