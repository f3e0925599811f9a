import { type AgentCalls, type Instant, splitOptions } from './agent-calls.ts';
import { type EventsOptions, followed } from './agent-events.ts';
import type { PageOptions } from './agent-memories.ts';
import type { CallOptions } from './deadline.ts';
import type { TraceListResponse, TraceRecord } from './schemas.ts';
import { pathOf } from './transport.ts';

export interface ListTracesOptions extends PageOptions {
  since?: Instant;
  /** Until before it. */
  until?: Instant;
  /** Traces that name this memory, given or cut. */
  memoryId?: string;
  /** `X-Request-Id` of the request. */
  requestId?: string;
}

/**
 * A recall or answer as it happens. `ready` begins each connection, with the setting `TRACE`; `lost` says that one has ended,
 * and that the next is tried; `skipped` that the reader was too slow for some, which the list has.
 */
export type TraceEvent =
  | ({ kind: 'trace' } & TraceRecord)
  | { kind: 'ready'; trace: 'off' | 'ids' | 'full' }
  | { kind: 'lost' }
  | { kind: 'skipped'; count: number };

/** The memories that recalls and answers gave, and to whom. A key needs `manage` access. */
export class AgentTraces {
  private readonly calls: AgentCalls;

  constructor(calls: AgentCalls) {
    this.calls = calls;
  }

  /** A page, newest first. */
  list(options: ListTracesOptions = {}): Promise<TraceListResponse> {
    const { fields, call } = splitOptions(options);
    const query = { ...fields, since: textOf(fields.since), until: textOf(fields.until) };
    return this.calls.read({ method: 'GET', path: '/traces', query }, call);
  }

  /** Follows recalls and answers from now on, or after the trace of an id; goes on after a lost connection. */
  follow(options: EventsOptions = {}): AsyncGenerator<TraceEvent> {
    return followed<TraceEvent>(this.calls, '/events/traces', options) as AsyncGenerator<TraceEvent>;
  }

  /** Gets a trace, with the parts of each score and the present state of each memory. */
  get(traceId: string, options?: CallOptions): Promise<TraceRecord> {
    return this.calls.read({ method: 'GET', path: pathOf`/traces/${traceId}` }, options);
  }

  /** A page of the traces in which a memory was given, newest first. */
  uses(memoryId: string, options: PageOptions = {}): Promise<TraceListResponse> {
    const { fields, call } = splitOptions(options);
    return this.calls.read({ method: 'GET', path: pathOf`/memories/${memoryId}/uses`, query: fields }, call);
  }
}

function textOf(time: Instant | undefined): string | undefined {
  return time instanceof Date ? time.toISOString() : time;
}
