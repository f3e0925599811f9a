import { setTimeout as pause } from 'node:timers/promises';
import { MIXED_KINDS, type MixedKind, type MixedRequest } from './request-mix';
import { WireConnection, type WireRequest } from './wire-connection';

/** What answers requests one at a time. */
export interface Line {
  readonly isOpen: boolean;
  post(request: WireRequest): Promise<number>;
  close(): void;
}

export interface Load {
  open: () => Promise<Line>;
  next: () => MixedRequest;
  connections: number;
  seconds: number;
  /** A monotonic clock in milliseconds; unset: that of the process. */
  now?: () => number;
}

export interface LoopResult {
  /** Milliseconds, one an answer of 2xx. */
  latencies: Record<MixedKind, number[]>;
  /** Other answers, closed connections and time-outs. */
  failures: number;
  /** One of the failures, as far as there is any. */
  example: string | null;
  /** Until the last answer. */
  seconds: number;
}

/** Between looks at the clock; no request is sent later than this for the load generator's own sake. */
const TICK_MS = 1;

export function openWire(url: string): () => Promise<Line> {
  return () => WireConnection.open(url);
}

/** Each connection sends its next request when it has the answer to the last: as fast as the server goes. */
export async function closedLoop(load: Load): Promise<LoopResult> {
  const now = clockOf(load);
  const tally = new Tally(now);
  const end = now() + load.seconds * 1000;
  await Promise.all(
    Array.from({ length: load.connections }, async () => {
      let line = await load.open();
      while (now() < end) {
        await tally.time(line, load.next(), now());
        if (!line.isOpen) line = await load.open();
      }
      line.close();
    }),
  );
  return tally.result();
}

/**
 * Requests become due at a fixed rate, however the server does, and wait for a connection when none is free.
 * Their latency counts from when they were due: a server that stands still for a moment is charged for all that
 * would have been sent meanwhile (no coordinated omission). `rate`: requests a second.
 */
export async function openLoop(load: Load & { rate: number }): Promise<LoopResult> {
  const now = clockOf(load);
  const tally = new Tally(now);
  const free = await Promise.all(Array.from({ length: load.connections }, load.open));
  const total = Math.floor(load.rate * load.seconds);
  const begin = now();
  const under: Set<Promise<void>> = new Set();
  // A server may have closed it since the last answer. If it refuses another one, the request on the closed one fails.
  const openOne = async (line: Line): Promise<Line> => (line.isOpen ? line : load.open().catch(() => line));
  for (let sent = 0; sent < total;) {
    const due = begin + (sent * 1000) / load.rate;
    const line = due <= now() ? free.pop() : undefined;
    if (line === undefined) {
      await pause(TICK_MS);
      continue;
    }
    sent++;
    const request = load.next();
    const flight = openOne(line)
      .then(async (open) => {
        await tally.time(open, request, due);
        free.push(open);
      })
      .finally(() => under.delete(flight));
    under.add(flight);
  }
  await Promise.all(under);
  for (const line of free) line.close();
  return tally.result();
}

function clockOf({ now }: Load): () => number {
  return now ?? (() => performance.now());
}

class Tally {
  private readonly latencies = Object.fromEntries(
    MIXED_KINDS.map((kind) => [kind, [] as number[]]),
  ) as unknown as Record<MixedKind, number[]>;
  private failures = 0;
  private example: string | null = null;
  private readonly begun: number;

  constructor(private readonly now: () => number) {
    this.begun = now();
  }

  /** `since`: from when the latency counts. */
  async time(line: Line, request: MixedRequest, since: number): Promise<void> {
    try {
      const status = await line.post(request);
      if (status >= 200 && status < 300) this.latencies[request.kind].push(this.now() - since);
      else this.fail(`${request.path} answered ${status}`);
    } catch (error) {
      this.fail(`${request.path}: ${String(error)}`);
    }
  }

  result(): LoopResult {
    const { latencies, failures, example } = this;
    return { latencies, failures, example, seconds: (this.now() - this.begun) / 1000 };
  }

  private fail(what: string): void {
    this.failures++;
    this.example ??= what;
  }
}
