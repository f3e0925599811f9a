import { setTimeout as pause } from 'node:timers/promises';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

export interface Sent {
  token?: string;
  body?: object;
  form?: FormData;
  headers?: Record<string, string>;
}

export interface Answer<T> {
  status: number;
  body: T;
}

interface Refusal {
  detail?: { error?: string; message?: string; details?: unknown };
}

/** A request without an answer for this long hangs. */
const HANGS_MS = 60_000;
/** What a client waits before it goes on after a request that was not answered. */
const PAUSE_MS = 50;
const MOST_NOTED = 20;

/**
 * Sends requests, and keeps account of what came of them. An answer is what says whether the work was done; 503, 507 and a
 * broken connection say neither, so they are no answer.
 */
export class Traffic {
  url = '';
  /** By status; 0 for those without an answer. */
  readonly counts = new Map<number, number>();
  /** What no client should ever see, such as 500. */
  readonly unexpected: string[] = [];
  /** Of all requests, in ms. */
  slowestMs = 0;
  /** When the last 503 came, by `performance.now()`. */
  lastUnavailable = 0;

  /** Null where it is not known whether the service did it. */
  async send<T>(method: Method, path: string, sent: Sent = {}): Promise<Answer<T> | null> {
    const begun = performance.now();
    const answer = await this.exchange<T>(method, path, sent).catch((error: unknown) => {
      if (error instanceof Error && error.name === 'TimeoutError') this.note(`${method} ${path}: hangs`);
      return null;
    });
    this.slowestMs = Math.max(this.slowestMs, performance.now() - begun);
    const status = answer?.status ?? 0;
    this.counts.set(status, (this.counts.get(status) ?? 0) + 1);
    if (status === 0 || status > 500) await pause(PAUSE_MS);
    if (answer === null || answer.status < 400) return answer;
    if (answer.status === 503) this.lastUnavailable = performance.now();
    if (answer.status === 503 && isRefusal(answer.body, 'BackendUnavailable')) return null;
    if (answer.status === 507 && isRefusal(answer.body, 'storage_full')) return null;
    this.note(`${method} ${path}: ${answer.status} ${JSON.stringify(answer.body).slice(0, 300)}`);
    return null;
  }

  /** The body of an answer that there must be. */
  async need<T>(method: Method, path: string, sent: Sent = {}): Promise<T> {
    const answer = await this.send<T>(method, path, sent);
    if (answer === null) throw new Error(`${method} ${path} was not answered: ${this.unexpected.join('; ')}`);
    return answer.body;
  }

  count(status: number): number {
    return this.counts.get(status) ?? 0;
  }

  private note(what: string): void {
    if (this.unexpected.length < MOST_NOTED) this.unexpected.push(what);
  }

  private async exchange<T>(method: Method, path: string, sent: Sent): Promise<Answer<T>> {
    const { token, body, form, headers } = sent;
    const response = await fetch(`${this.url}/${path}`, {
      method,
      headers: {
        ...(body && { 'Content-Type': 'application/json' }),
        ...(token !== undefined && { 'X-Session-Token': token }),
        ...headers,
      },
      body: form ?? (body && JSON.stringify(body)),
      signal: AbortSignal.timeout(HANGS_MS),
    });
    const text = await response.text();
    const isJson = response.headers.get('content-type')?.startsWith('application/json') === true;
    return { status: response.status, body: (isJson ? JSON.parse(text) : text) as T };
  }
}

function isRefusal(body: unknown, code: string): boolean {
  const { error, message, details } = (body as Refusal).detail ?? {};
  return error === code && typeof message === 'string' && typeof details === 'object';
}
