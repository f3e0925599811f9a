import {
  defaultTextMapGetter,
  defaultTextMapSetter,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  trace,
  type Context,
  type Span as SdkSpan,
  type Tracer,
} from '@opentelemetry/api';
import { W3CTraceContextPropagator } from '@opentelemetry/core';
import type { BasicTracerProvider } from '@opentelemetry/sdk-trace-base';
import { AsyncContext } from '../../common/async-context';
import type { Span, SpanFacts, SpanStart, Tracing } from '../../common/tracing';

const KINDS = { server: SpanKind.SERVER, client: SpanKind.CLIENT, internal: SpanKind.INTERNAL } as const;

/** Traced calls of databases and servers in one request, job or run; a file of a million chunks must not flood. */
export const MAX_CALLS = 500;

/** The parent of new spans. */
interface Place {
  context: Context;
  whole: Whole;
}

/** A request, job or run of this process. */
interface Whole {
  isSampled: boolean;
  isOver: boolean;
  calls: number;
}

/** Spans of OpenTelemetry's SDK. Nothing is registered globally: only this class creates spans. */
export class OpenTelemetryTracing implements Tracing {
  private readonly places = new AsyncContext<Place>();
  private readonly propagator = new W3CTraceContextPropagator();
  private readonly tracer: Tracer;

  constructor(
    private readonly provider: BasicTracerProvider,
    name: string,
    version: string,
  ) {
    this.tracer = provider.getTracer(name, version);
  }

  begin(start: () => SpanStart): Span | null {
    const place = this.places.get();
    // Work of a request may continue, or start a timer, after its answer.
    if (place !== undefined && !place.whole.isOver) return this.part(place, start);
    const spec = start();
    return spec.isPart === true ? null : this.whole(spec);
  }

  headers(): Record<string, string> {
    const place = this.places.get();
    const headers: Record<string, string> = {};
    if (place) this.propagator.inject(place.context, headers, defaultTextMapSetter);
    return headers;
  }

  /** Sends the remaining spans. */
  stop(): Promise<void> {
    return this.provider.shutdown();
  }

  private part({ context, whole }: Place, start: () => SpanStart): Span | null {
    if (!whole.isSampled) return null;
    const spec = start();
    if (spec.kind === 'client' && ++whole.calls > MAX_CALLS) return null;
    return new TracedSpan(this.sdkSpan(spec, context), context, whole, this.places, false);
  }

  private whole(spec: SpanStart): Span {
    const context = this.propagator.extract(ROOT_CONTEXT, spec.headers ?? {}, defaultTextMapGetter);
    const span = this.sdkSpan(spec, context);
    const whole = { isSampled: span.isRecording(), isOver: false, calls: 0 };
    return new TracedSpan(span, context, whole, this.places, true);
  }

  private sdkSpan({ name, kind, facts }: SpanStart, context: Context): SdkSpan {
    return this.tracer.startSpan(name, { kind: KINDS[kind], attributes: { ...facts } }, context);
  }
}

class TracedSpan implements Span {
  constructor(
    private readonly span: SdkSpan,
    private readonly parent: Context,
    private readonly whole: Whole,
    private readonly places: AsyncContext<Place>,
    private readonly isWhole: boolean,
  ) {}

  get traceId(): string {
    return this.span.spanContext().traceId;
  }

  rename(name: string): void {
    this.span.updateName(name);
  }

  tell(facts: SpanFacts): void {
    this.span.setAttributes({ ...facts });
  }

  fail(kind: string): void {
    this.span.setAttribute('error.type', kind);
    this.span.setStatus({ code: SpanStatusCode.ERROR });
  }

  end(): void {
    if (this.isWhole) this.whole.isOver = true;
    this.span.end();
  }

  run<T>(work: () => T): T {
    return this.places.run({ context: trace.setSpan(this.parent, this.span), whole: this.whole }, work);
  }
}
