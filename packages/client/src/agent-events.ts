import type { AgentCalls, Instant } from './agent-calls.ts';
import type { CallOptions } from './deadline.ts';
import { RateLimitedError, TimeoutError, UnavailableError } from './errors.ts';
import { eventsOf } from './lines.ts';
import { fromWire } from './wire.ts';

export type MemoryEventKind =
  | 'memory.created'
  | 'memory.updated'
  | 'memory.expired'
  | 'memory.restored'
  | 'memory.deleted'
  | 'memory.superseded'
  | 'conflict.found'
  | 'conflict.resolved';

/** What has become of memories: ids only. */
export interface MemoryEvent {
  kind: MemoryEventKind;
  /** For `since`, to go on after it. */
  id: string;
  agentId: string;
  at: Date;
  /** Who acted, such as `key:ci`. */
  actor: string;
  sessionId: string | null;
  /** At most 100. Of a conflict, the older and the newer memory. */
  memoryIds: string[];
  /** Of `memory.superseded`, the newer memory. */
  supersededBy: string | null;
  /** Of a conflict, its day and index. */
  conflict: string | null;
}

/** Events may be missing before the next one: read the memories again. */
export interface EventsReset {
  kind: 'reset';
  reason: 'pruned' | 'unknown_place';
}

export interface EventsOptions extends Pick<CallOptions, 'signal'> {
  /** Begins after the event of this id, or at an instant. */
  since?: Instant;
  /** False: ends with what there is. Default: true. */
  follow?: boolean;
}

/** Longer than the service is silent. */
const SILENCE_MS = 45_000;
const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 30_000;

/** Goes on after a lost connection, with the id that it has, until the signal is aborted. */
export async function* agentEvents(
  calls: AgentCalls,
  options: EventsOptions,
): AsyncGenerator<MemoryEvent | EventsReset> {
  for await (const event of followed<MemoryEvent | EventsReset>(calls, '/events', options))
    if (event.kind !== 'ready' && event.kind !== 'lost') yield event;
}

/** `ready` begins each connection; `lost` says that one has ended, and that the next is tried. */
type Connection = { kind: 'ready' } | { kind: 'lost' };

/** The events of a stream of an agent, with their data. */
export async function* followed<Event extends { kind: string }>(
  calls: AgentCalls,
  path: string,
  options: EventsOptions,
): AsyncGenerator<Event | Connection> {
  const { follow = true, signal } = options;
  const reader = new EventsReader<Event>(calls, path, options);
  for (;;) {
    try {
      yield* reader.read();
      if (!follow) return;
    } catch (error) {
      if (signal?.aborted || !isPassing(error)) throw error;
    }
    yield { kind: 'lost' };
    await paused(reader.pauseMs, signal);
    reader.pauseMs = Math.min(2 * reader.pauseMs, LONGEST_PAUSE_MS);
  }
}

/** Knows where it is in the events. */
class EventsReader<Event extends { kind: string }> {
  /** Until it reads again; short while there are events. */
  pauseMs = FIRST_PAUSE_MS;
  private readonly calls: AgentCalls;
  private readonly path: string;
  private readonly options: EventsOptions;
  private since: string | undefined;

  constructor(calls: AgentCalls, path: string, options: EventsOptions) {
    this.calls = calls;
    this.path = path;
    this.options = options;
    this.since = options.since instanceof Date ? options.since.toISOString() : options.since;
  }

  /** Reads one stream to its end. */
  async *read(): AsyncGenerator<Event | Connection> {
    const { follow = true, signal } = this.options;
    const query = { since: this.since, follow };
    const call = { method: 'GET', path: this.path, query, accept: 'text/event-stream' } as const;
    for await (const { event, data, id } of eventsOf(
      this.calls.stream(call, { signal, timeoutMs: SILENCE_MS }),
    )) {
      this.pauseMs = FIRST_PAUSE_MS;
      yield { kind: event, ...(fromWire(data) as object) } as Event | Connection;
      // Afterwards: an event that the caller did not take comes again.
      this.since = id ?? this.since;
    }
  }
}

function isPassing(error: unknown): boolean {
  return [UnavailableError, TimeoutError, RateLimitedError].some((kind) => error instanceof kind);
}

/** Rejects once the signal is aborted. */
function paused(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const abort = (): void => {
      clearTimeout(timer);
      reject(signal?.reason as Error);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', abort);
      resolve();
    }, ms);
    if (signal?.aborted) abort();
    signal?.addEventListener('abort', abort, { once: true });
  });
}
