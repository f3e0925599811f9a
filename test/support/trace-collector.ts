import type { IncomingHttpHeaders } from 'node:http';
import { FakeServer, json, type FakeAnswer, type FakeRequest } from './fake-server';

/** A span as it came, with its facts by name. */
export interface CollectedSpan {
  name: string;
  /** 1: internal, 2: server, 3: client. */
  kind: number;
  traceId: string;
  spanId: string;
  /** Null of a whole trace. */
  parentId: string | null;
  facts: Record<string, unknown>;
  failed: boolean;
  service: unknown;
}

interface Attribute {
  key: string;
  value: Record<string, unknown>;
}

interface ReceivedSpan extends Pick<CollectedSpan, 'name' | 'kind' | 'traceId' | 'spanId'> {
  parentSpanId?: string;
  attributes: Attribute[];
  status: { code: number };
}

interface Batch {
  resourceSpans: { resource: { attributes: Attribute[] }; scopeSpans: { spans: ReceivedSpan[] }[] }[];
}

const FAILED = 2;

/** A local server that takes traces as OTLP over HTTP has them: JSON to `/v1/traces`. */
export class TraceCollector {
  readonly http = new FakeServer((request) => this.take(request));
  readonly spans: CollectedSpan[] = [];
  /** All bodies, as they came. */
  text = '';
  /** Of every request that was taken. */
  readonly headers: IncomingHttpHeaders[] = [];

  static async start(): Promise<TraceCollector> {
    const collector = new TraceCollector();
    await collector.http.start();
    return collector;
  }

  /** The one span of a name. Throws where there is none, or are several. */
  only(name: string, isMeant: (span: CollectedSpan) => boolean = () => true): CollectedSpan {
    const [span, ...others] = this.spans.filter((each) => each.name === name && isMeant(each));
    if (span !== undefined && others.length === 0) return span;
    throw new Error(`Not one span of name ${name} among ${this.spans.map((each) => each.name).join()}`);
  }

  childrenOf(span: CollectedSpan): CollectedSpan[] {
    return this.spans.filter(({ parentId }) => parentId === span.spanId);
  }

  /** Its children, theirs, and so on. */
  descendantsOf(span: CollectedSpan): CollectedSpan[] {
    return this.childrenOf(span).flatMap((child) => [child, ...this.descendantsOf(child)]);
  }

  private take({ method, url, headers, body }: FakeRequest): FakeAnswer {
    if (method !== 'POST' || url.pathname !== '/v1/traces') return json({}, 404);
    this.headers.push(headers);
    this.text += body.toString();
    for (const { resource, scopeSpans } of (JSON.parse(body.toString()) as Batch).resourceSpans) {
      const service = factsOf(resource.attributes)['service.name'];
      const received = scopeSpans.flatMap(({ spans }) => spans);
      this.spans.push(...received.map((span) => collected(span, service)));
    }
    return json({});
  }
}

function collected(
  { parentSpanId, attributes, status, ...span }: ReceivedSpan,
  service: unknown,
): CollectedSpan {
  const { name, kind, traceId, spanId } = span;
  const facts = factsOf(attributes);
  const failed = status.code === FAILED;
  return { name, kind, traceId, spanId, parentId: parentSpanId ?? null, facts, failed, service };
}

function factsOf(attributes: readonly Attribute[]): Record<string, unknown> {
  return Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]]));
}
