import { type AgentCalls, type Instant, splitOptions } from './agent-calls.ts';
import { type CallOptions } from './deadline.ts';
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
  const { fields, call } = splitOptions<EventsOptions & CallOptions>(options);
  const { follow = true } = fields;
  let since = fields.since instanceof Date ? fields.since.toISOString() : fields.since;
  for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(2 * pauseMs, LONGEST_PAUSE_MS)) {
    try {
      const query = { since, follow };
      const request = { method: 'GET', path: '/events', query, accept: 'text/event-stream' } as const;
      for await (const { event, data, id } of eventsOf(
        calls.stream(request, { ...call, timeoutMs: SILENCE_MS }),
      )) {
        pauseMs = FIRST_PAUSE_MS;
        if (event !== 'ready')
          yield { kind: event, ...(fromWire(data) as object) } as MemoryEvent | EventsReset;
        // Afterwards: an event that the caller did not take comes again.
        since = id ?? since;
      }
      if (!follow) return;
    } catch (error) {
      if (options.signal?.aborted || !isPassing(error)) throw error;
    }
    await paused(pauseMs, options.signal);
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
