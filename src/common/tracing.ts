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

/** Work that is told of: when it began and ended, what came of it, and what it was a part of. */
export interface Span {
  /** 32 hexadecimal digits. */
  readonly traceId: string;
  rename(name: string): void;
  tell(facts: SpanFacts): void;
  /** Of the error the kind alone is told: its message may quote what somebody stored. */
  fail(kind: string): void;
  end(): void;
  /** What begins inside is a part of it. */
  run<T>(work: () => T): T;
}

/** Where spans go. */
export interface Tracing {
  /** Null where it is not worth telling, or too much was told already. `start` is called only where it is needed. */
  begin(start: () => SpanStart): Span | null;
  /** For a call of another server, which can tell then what its work is a part of. */
  headers(): Record<string, string>;
}

let tracing: Tracing | null = null;

/** Of the whole process; null, as at first: nobody is told. */
export function traceWith(target: Tracing | null): void {
  tracing = target;
}

/** The caller ends it. Null where it is not told. */
export function beginSpan(start: () => SpanStart): Span | null {
  return tracing === null ? null : tracing.begin(start);
}

/** Does work as a span, which is null where it is not told. */
export function traced<T>(start: () => SpanStart, work: (span: Span | null) => Promise<T>): Promise<T> {
  const span = beginSpan(start);
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
