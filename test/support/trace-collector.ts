import { createServer, type IncomingHttpHeaders } from 'node:http';
import { text as textOf } from 'node:stream/consumers';
import { close, listen, urlOf } from './local-server';

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

interface Batch {
  resourceSpans: {
    resource: { attributes: Attribute[] };
    scopeSpans: {
      spans: {
        name: string;
        kind: number;
        traceId: string;
        spanId: string;
        parentSpanId?: string;
        attributes: Attribute[];
        status: { code: number };
      }[];
    }[];
  }[];
}

const FAILED = 2;

/** A local server that takes traces as OTLP over HTTP has them: JSON to `/v1/traces`. */
export class TraceCollector {
  readonly spans: CollectedSpan[] = [];
  /** All bodies, as they came. */
  text = '';
  /** Of every request that was taken. */
  readonly headers: IncomingHttpHeaders[] = [];
  requests = 0;
  /** Answered instead of taking what came; `hang`: no answer. */
  outage: number | 'hang' | null = null;
  private readonly server = createServer((request, response) => {
    void textOf(request).then((body) => {
      this.requests++;
      if (this.outage === 'hang') return;
      const isRight = request.method === 'POST' && request.url === '/v1/traces';
      const status = this.outage ?? (isRight ? 200 : 404);
      if (status === 200) this.take(request.headers, body);
      response.writeHead(status, { 'content-type': 'application/json' }).end('{}');
    });
  });

  static async start(): Promise<TraceCollector> {
    const collector = new TraceCollector();
    await listen(collector.server);
    return collector;
  }

  get url(): string {
    return urlOf(this.server);
  }

  /** The one span of a name. Throws where there is none, or are several. */
  only(name: string, isMeant: (span: CollectedSpan) => boolean = () => true): CollectedSpan {
    const found = this.spans.filter((span) => span.name === name && isMeant(span));
    const [span] = found;
    if (span === undefined || found.length > 1) {
      throw new Error(
        `${found.length} spans of name ${name} among ${this.spans.map((each) => each.name).join()}`,
      );
    }
    return span;
  }

  childrenOf(span: CollectedSpan): CollectedSpan[] {
    return this.spans.filter(({ parentId }) => parentId === span.spanId);
  }

  close(): Promise<void> {
    return close(this.server);
  }

  private take(headers: IncomingHttpHeaders, body: string): void {
    this.headers.push(headers);
    this.text += body;
    for (const { resource, scopeSpans } of (JSON.parse(body) as Batch).resourceSpans) {
      const service = factsOf(resource.attributes)['service.name'];
      for (const span of scopeSpans.flatMap(({ spans }) => spans)) {
        const { name, kind, traceId, spanId, parentSpanId, attributes, status } = span;
        const facts = factsOf(attributes);
        const failed = status.code === FAILED;
        this.spans.push({
          name,
          kind,
          traceId,
          spanId,
          parentId: parentSpanId ?? null,
          facts,
          failed,
          service,
        });
      }
    }
  }
}

function factsOf(attributes: readonly Attribute[]): Record<string, unknown> {
  return Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]]));
}
