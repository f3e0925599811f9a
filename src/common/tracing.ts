import type { IncomingHttpHeaders } from 'node:http';
import { errorName } from './error-name';

/** By the names of OpenTelemetry's semantic conventions. Never contents, queries, keys, paths or values of statements. */
export type SpanFacts = Readonly<Record<string, string | number | boolean>>;

export interface SpanStart {
  name: string;
  /** `server`: a request to this process; `client`: what is asked of another; `internal`: the rest. */
  kind: 'server' | 'client' | 'internal';
  facts: SpanFacts;
  /** Of a request, which may say what it is a part of (`traceparent`, W3C Trace Context). */
  headers?: IncomingHttpHeaders;
  /** Worth telling only as a part of something: what comes by itself every few seconds is not. */
  isPart?: boolean;
}

/** Traced work: when it began and ended, its outcome, and its parent. */
export interface Span {
  /** 32 hexadecimal digits. */
  readonly traceId: string;
  rename(name: string): void;
  tell(facts: SpanFacts): void;
  /** Only the kind of the error is recorded: its message may quote stored content. */
  fail(kind: string): void;
  end(): void;
  /** Spans that begin inside are parts of it. */
  run<T>(work: () => T): T;
}

/** Where spans go. */
export interface Tracing {
  /** Null if it is not worth a span, or if there are too many spans already. `start` is called only if it is needed. */
  begin(start: () => SpanStart): Span | null;
  /** The headers that join the spans of another server to this one. */
  headers(): Record<string, string>;
}

let tracing: Tracing | null = null;

/** The tracer of the process; null at first: nothing is traced. */
export function traceWith(target: Tracing | null): void {
  tracing = target;
}

/** The caller ends it. Null if it is not traced. */
export function beginSpan(start: () => SpanStart): Span | null {
  return tracing === null ? null : tracing.begin(start);
}

/** Does work as a span, which is null if it is not traced. */
export function traced<T>(
  start: SpanStart | (() => SpanStart),
  work: (span: Span | null) => Promise<T>,
): Promise<T> {
  const span = beginSpan(typeof start === 'function' ? start : () => start);
  return span === null ? work(null) : within(span, work);
}

export function traceHeaders(): Record<string, string> {
  return tracing === null ? {} : tracing.headers();
}

async function within<T>(span: Span, work: (span: Span) => Promise<T>): Promise<T> {
  try {
    return await span.run(() => work(span));
  } catch (error) {
    span.fail(errorName(error));
    throw error;
  } finally {
    span.end();
  }
}
