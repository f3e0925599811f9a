import { Counter, Histogram, type Registry } from 'prom-client';
import { damagedMemories } from '../backend/damaged-memories';
import { searchCounts } from '../backend/memory-search';
import { modelUsage } from '../inference/model-calls';
import { quotaRefusals } from '../quotas/quota-counts';
import { indexCounts } from '../retrieval/index-counts';
import { secretCounts } from '../screening/secret-counts';
import type { RequestObserver } from './observe-requests';
import { methodLabel, type ObservedRequest } from './observed-request';

/** In seconds: from an answer from memory to one of a model. */
const DURATIONS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60];

/** Counts and times requests by the pattern of their route, which limits the number of series. */
export function httpMetrics(registry: Registry): RequestObserver {
  const registers = [registry];
  const requests = new Counter({
    name: 'http_requests_total',
    help: 'Requests, by the pattern of their route.',
    labelNames: ['method', 'route', 'status'],
    registers,
  });
  const durations = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'From the arrival of a request to the end of its answer.',
    labelNames: ['method', 'route'],
    buckets: DURATIONS,
    registers,
  });
  return ({ method: given, route, status, durationMs }: ObservedRequest) => {
    const method = methodLabel(given) ?? 'OTHER';
    requests.inc({ method, route, status });
    durations.observe({ method, route }, durationMs / 1000);
  };
}

/** Calls of the chat model, and its tokens. */
export function modelMetrics(registry: Registry): void {
  counter(registry, 'llm_calls_total', 'Calls of the chat model.', ['outcome'], () => {
    const { answered, failed } = modelUsage();
    return [
      [{ outcome: 'answered' }, answered],
      [{ outcome: 'failed' }, failed],
    ];
  });
  const help = 'Tokens of the chat model, as its server counted them; streamed answers are not counted.';
  counter(registry, 'llm_tokens_total', help, ['kind'], () => {
    const { promptTokens, completionTokens } = modelUsage();
    return [
      [{ kind: 'prompt' }, promptTokens],
      [{ kind: 'completion' }, completionTokens],
    ];
  });
}

/** Searches by words and vectors, or by words alone and why. */
export function searchMetrics(registry: Registry): void {
  const help = 'Searches of memories. The reason says why one compared words alone.';
  counter(registry, 'recall_searches_total', help, ['retrieval', 'reason'], () =>
    [...searchCounts()].map(([reason, count]) => [
      { retrieval: reason === null ? 'hybrid' : 'lexical', reason: reason ?? '' },
      count,
    ]),
  );
}

/** Secrets and personal data in texts to be stored, by kind and by how they were handled. */
export function secretMetrics(registry: Registry): void {
  const help = 'Secrets and personal data that were redacted, stored with a warning, or refused.';
  counter(registry, 'secrets_found_total', help, ['kind', 'handling'], () =>
    [...secretCounts()].map(({ kind, handling, count }) => [{ kind, handling }, count]),
  );
}

/** Writes that were refused, by the quota: the names of agents would be series without a bound. */
export function quotaMetrics(registry: Registry): void {
  const help = 'Writes that were refused because of a quota of the agent.';
  counter(registry, 'quota_refusals_total', help, ['quota'], () =>
    Object.entries(quotaRefusals()).map(([quota, count]) => [{ quota }, count]),
  );
}

/** Rows that no memory can be made of. */
export function damageMetrics(registry: Registry): void {
  const help = 'Memories that are left out of all readings, because their rows are damaged.';
  counter(registry, 'damaged_memories_total', help, [], () => [[{}, damagedMemories()]]);
}

/** How recall indexes come into memory and leave it, and the segments that save building them. */
export function indexMetrics(registry: Registry): void {
  const { starts, searches, refusals, segments } = indexCounts;
  const each = <Value>(counts: Record<string, Value>, label: string, count: (value: Value) => number) =>
    Object.entries(counts).map(([name, value]): [Record<string, string>, number] => [
      { [label]: name },
      count(value),
    ]);
  const same = (count: number) => count;
  const origin = 'built from rows, or loaded from a segment';
  counter(registry, 'recall_index_starts_total', `Recall indexes ${origin}.`, ['origin'], () =>
    each(starts, 'origin', ({ count }) => count),
  );
  const time = `Time in which recall indexes were ${origin}, in seconds.`;
  counter(registry, 'recall_index_start_seconds_total', time, ['origin'], () =>
    each(starts, 'origin', ({ seconds }) => seconds),
  );
  const left = 'Recall indexes that left the memory because others needed it.';
  counter(registry, 'recall_index_evictions_total', left, [], () => [[{}, indexCounts.evictions]]);
  const found = 'Searches that found their index in memory (warm) or waited for it (cold).';
  counter(registry, 'recall_index_searches_total', found, ['index'], () => each(searches, 'index', same));
  const refused = 'Segments that were not used, so that the index was built.';
  counter(registry, 'recall_segment_refusals_total', refused, ['reason'], () =>
    each(refusals, 'reason', same),
  );
  const stored = 'Segments written, dropped because the memories changed meanwhile, and failures to write.';
  counter(registry, 'recall_segments_total', stored, ['outcome'], () => each(segments, 'outcome', same));
}

/** Sweeps and purges of agents that this process finished, and the memories that they changed. */
export function sweepMetrics(registry: Registry): void {
  counter(registry, 'sweeps_total', 'Sweeps and purges of an agent.', ['kind', 'cause', 'status'], () =>
    [...counts.values()].map(({ kind, cause, status, runs }) => [{ kind, cause, status }, runs]),
  );
  const help = 'Memories that sweeps expired, and purges deleted.';
  counter(registry, 'swept_memories_total', help, ['kind', 'cause'], () =>
    [...counts.values()].map(({ kind, cause, changed }) => [{ kind, cause }, changed]),
  );
}

/** Calls of webhooks by this process. */
export function webhookMetrics(registry: Registry): void {
  counter(registry, 'webhook_calls_total', 'Calls of webhooks, by their outcome.', ['outcome'], () =>
    Object.entries(webhookCalls).map(([outcome, count]) => [{ outcome }, count]),
  );
}

/** Streams of events that are open in this process. */
export const eventStreams = { open: 0 };

const webhookCalls = { delivered: 0, failed: 0 };

export function countDelivery(outcome: keyof typeof webhookCalls): void {
  webhookCalls[outcome]++;
}

/** A counter that is read from elsewhere. Values of the same labels are added up. */
function counter(
  registry: Registry,
  name: string,
  help: string,
  labelNames: string[],
  read: () => [labels: Record<string, string>, value: number][],
): void {
  new Counter({
    name,
    help,
    labelNames,
    registers: [registry],
    collect() {
      this.reset();
      for (const [labels, value] of read()) this.inc(labels, value);
    },
  });
}

/** A finished sweep or purge of one agent; dry runs do not count. */
interface EndedSweep {
  /** Each is one of a fixed set of words. */
  kind: string;
  cause: string;
  status: string;
  /** Expired or purged memories. */
  changed: number;
}

/** The sum for one kind, cause and status since the process started. */
interface SweepCount extends EndedSweep {
  runs: number;
}

const counts = new Map<string, SweepCount>();

export function countSweep(ended: EndedSweep): void {
  const key = `${ended.kind} ${ended.cause} ${ended.status}`;
  const before = counts.get(key) ?? { ...ended, runs: 0, changed: 0 };
  counts.set(key, { ...before, runs: before.runs + 1, changed: before.changed + ended.changed });
}
