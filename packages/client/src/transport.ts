import { type CallOptions, Deadline } from './deadline.ts';
import {
  AgentMemoryError,
  errorOf,
  RateLimitedError,
  reasonOf,
  UnavailableError,
  ValidationError,
} from './errors.ts';
import { fromWire, snakeCase, toWire } from './wire.ts';

export type QueryValue = string | number | boolean | Date | null | undefined | readonly string[];

/** One operation of the service. */
export interface Call {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Below the base address, such as `/health`; its parts are encoded (see `pathOf`). */
  path: string;
  /** Names are in camelCase. A list stands for several parameters of the name. */
  query?: Record<string, QueryValue>;
  /** A JSON body with camelCase names. */
  body?: object;
  /** Sent as the header `If-Match`: the state that a write is meant to change. Null: one that was never set. */
  ifUpdatedAt?: Date | null;
  /** Makes the body again for each try; null when it cannot be sent again. */
  upload?: () => Upload | null;
  accept?: string;
  /** Sends an `Idempotency-Key`, so that the service does the work once however often it is asked. */
  isWrite?: boolean;
  /** Tries again only when the service cannot have done it: for a write that takes no `Idempotency-Key`. */
  isRepeatedOnlyWhenRefused?: boolean;
  /** The error code of a repetition that finds the work done by an earlier try; the call then resolves with `done`. */
  doneCode?: string;
  done?: () => Promise<unknown>;
  /** Time-out for work that takes longer than most; used where the caller sets none. In milliseconds. */
  defaultTimeoutMs?: number;
  /** A response with this status has a body of the usual shape too. */
  alsoSuccessful?: number;
}

/** A call as it is sent at each try. */
interface Prepared extends Call {
  url: string;
  json: string | null;
}

export interface Upload {
  body: ReadableStream<Uint8Array> | FormData;
  headers: Record<string, string>;
  /** Such as `duplex`, which request streams need. */
  init?: Record<string, unknown>;
}

/** What a call needs besides the credential: the session of an agent. */
export interface Gate<Obstacle extends string = string> {
  /** Headers for the next try. */
  headers(deadline: Deadline): Promise<Record<string, string>>;
  follow(response: Response): void;
  /** The obstacle of a failed request that can be removed, such as an ended session; null for other errors. */
  obstacleOf(error: AgentMemoryError, sent: Record<string, string>): Obstacle | null;
  /** Removes it, so that the same request may succeed. */
  remove(obstacle: Obstacle, sent: Record<string, string>, deadline: Deadline): Promise<void>;
}

export interface TransportOptions {
  baseUrl: string;
  apiKey: string | null;
  joinsSessions: boolean;
  /** Null: the usual time-outs. */
  timeoutMs: number | null;
  maxRetries: number;
  fetch: typeof fetch;
}

const DEFAULT_TIMEOUT_MS = 10_000;
const FIRST_WAIT_MS = 200;
const LONGEST_WAIT_MS = 5_000;
const REPEATABLE = new Set([408, 429, 502, 503, 504]);
/** An address drops such parts: `…/memories/..` is the address of the agent. */
const DROPPED_PARTS = new Set(['', '.', '..']);

/** A path of encoded parts: ``pathOf`/api/v2/agents/${id}` ``. */
export function pathOf(texts: TemplateStringsArray, ...parts: string[]): string {
  return texts.reduce((path, text, i) => `${path}${encodeURIComponent(parts[i - 1] ?? '')}${text}`);
}

/** Sends calls, and sends them again when the network or the service fails for a moment. */
export class Transport {
  readonly options: TransportOptions;

  constructor(options: TransportOptions) {
    this.options = options;
  }

  /** The same for calls whose failure another call repeats. */
  withoutRetries(): Transport {
    return new Transport({ ...this.options, maxRetries: 0 });
  }

  /** The response's body, converted. */
  async request<T>(call: Call, options: CallOptions = {}, gate: Gate | null = null): Promise<T> {
    const prepared = this.prepare(call);
    const deadline = this.deadlineOf(call, options);
    try {
      return (await this.repeat(prepared, deadline, gate, async (response) =>
        fromWire(await response.json()),
      )) as T;
    } finally {
      deadline.clear();
    }
  }

  /**
   * The response's body in pieces as they arrive. The time-out bounds the time until the response begins, and each wait
   * for more of it.
   */
  async *stream(call: Call, options: CallOptions = {}, gate: Gate | null = null): AsyncGenerator<Uint8Array> {
    const prepared = this.prepare(call);
    const deadline = this.deadlineOf(call, options);
    try {
      const response = await this.repeat(prepared, deadline, gate, (it) => Promise.resolve(it));
      const reader = response.body?.getReader();
      for (;;) {
        deadline.restart();
        const piece = await reader?.read();
        deadline.pause();
        if (!piece || piece.done) return;
        yield piece.value;
      }
    } catch (error) {
      throw this.failureOf(error, deadline);
    } finally {
      deadline.clear();
      deadline.abort();
    }
  }

  /** Throws for what cannot be sent at all. */
  private prepare(call: Call): Prepared {
    checkPath(call.path);
    return { ...call, url: this.urlOf(call), json: call.body ? JSON.stringify(toWire(call.body)) : null };
  }

  private deadlineOf(call: Call, options: CallOptions): Deadline {
    const usual = this.options.timeoutMs ?? call.defaultTimeoutMs ?? DEFAULT_TIMEOUT_MS;
    return new Deadline(options.timeoutMs ?? usual, options.signal);
  }

  private async repeat<T>(
    call: Prepared,
    deadline: Deadline,
    gate: Gate | null,
    read: (response: Response) => Promise<T>,
  ): Promise<T> {
    const headers = this.headersOf(call);
    let isPerhapsDone = false;
    for (let attempt = 0; ; attempt++) {
      try {
        return await this.attempt(call, headers, deadline, gate, read);
      } catch (caught) {
        const error = this.failureOf(caught, deadline);
        if (!(error instanceof AgentMemoryError)) throw error;
        if (isPerhapsDone && call.done && error.code === call.doneCode) return (await call.done()) as T;
        const waitMs = this.waitBeforeNext(call, error, attempt);
        if (waitMs === null || waitMs >= deadline.remainingMs) throw error;
        isPerhapsDone ||= !wasRefused(error);
        await deadline.wait(waitMs);
      }
    }
  }

  /** One try, and one more for each obstacle that was removed. */
  private async attempt<T>(
    call: Prepared,
    headers: Record<string, string>,
    deadline: Deadline,
    gate: Gate | null,
    read: (response: Response) => Promise<T>,
  ): Promise<T> {
    const removed = new Set<string>();
    for (;;) {
      let sent: Record<string, string> = {};
      try {
        sent = gate === null ? {} : await gate.headers(deadline);
        const response = await this.send(call, { ...headers, ...sent }, deadline);
        gate?.follow(response);
        if (!response.ok && response.status !== call.alsoSuccessful) throw await errorOf(response);
        return await read(response);
      } catch (error) {
        const obstacle = error instanceof AgentMemoryError ? gate?.obstacleOf(error, sent) : null;
        if (!obstacle || removed.has(obstacle)) throw error;
        removed.add(obstacle);
        await gate?.remove(obstacle, sent, deadline);
      }
    }
  }

  private send(call: Prepared, headers: Record<string, string>, deadline: Deadline): Promise<Response> {
    const upload = call.upload?.();
    if (upload === null) throw new UnavailableError('The source was read already and cannot be sent again');
    const { fetch } = this.options;
    return fetch(call.url, {
      method: call.method,
      headers: upload ? { ...headers, ...upload.headers } : headers,
      body: upload ? upload.body : call.json,
      signal: deadline.signal,
      ...upload?.init,
    });
  }

  private urlOf(call: Call): string {
    const query = new URLSearchParams();
    for (const [name, value] of Object.entries(call.query ?? {})) {
      for (const each of Array.isArray(value) ? value : [value])
        if (each != null) query.append(snakeCase(name), String(toWire(each)));
    }
    return `${this.options.baseUrl}${call.path}${query.size > 0 ? `?${query.toString()}` : ''}`;
  }

  private headersOf(call: Call): Record<string, string> {
    const { apiKey } = this.options;
    return {
      Accept: call.accept ?? 'application/json',
      ...(apiKey === null ? {} : { Authorization: `Bearer ${apiKey}` }),
      ...(call.body ? { 'Content-Type': 'application/json' } : {}),
      ...(call.isWrite ? { 'Idempotency-Key': newKey() } : {}),
      ...(call.ifUpdatedAt === undefined
        ? {}
        : { 'If-Match': `"${call.ifUpdatedAt?.toISOString() ?? null}"` }),
    };
  }

  /** Milliseconds; null when the call has failed for good. */
  private waitBeforeNext(call: Call, error: AgentMemoryError, attempt: number): number | null {
    if (attempt >= this.options.maxRetries) return null;
    if (error.status !== null && !REPEATABLE.has(error.status)) return null;
    if (error.status === null && !(error instanceof UnavailableError)) return null;
    if (call.isRepeatedOnlyWhenRefused && !wasRefused(error)) return null;
    const backoff = Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** attempt) * (0.5 + Math.random() / 2);
    const asked =
      error instanceof RateLimitedError || error instanceof UnavailableError ? error.retryAfterMs : null;
    return Math.max(backoff, asked ?? 0);
  }

  /** The reason of a call that ended early, or the failure as an error of this package. */
  private failureOf(error: unknown, deadline: Deadline): unknown {
    if (deadline.signal.aborted) return deadline.signal.reason;
    if (error instanceof AgentMemoryError) return error;
    const message = `No answer from ${this.options.baseUrl}: ${reasonOf(error as Error)}`;
    return new UnavailableError(message, { cause: error });
  }
}

/** Throws a ValidationError for an id or a reference with which the address would be another one. */
function checkPath(path: string): void {
  const dropped = path
    .split('/')
    .slice(1)
    .find((part) => DROPPED_PARTS.has(part));
  if (dropped === undefined) return;
  throw new ValidationError(`'${dropped}' cannot be an id or a reference`, { issues: [] });
}

/** Whether the service has certainly done nothing. */
function wasRefused(error: AgentMemoryError): boolean {
  return error.status === 429 || error.code === 'ServiceOverloaded';
}

/** `crypto.randomUUID` exists only in secure contexts of a browser. */
function newKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
