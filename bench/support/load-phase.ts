import autocannon from 'autocannon';
import { percentiles, type Percentiles } from './percentiles';
import type { LoadKind } from './load-options';
import type { LoopDelays, ProcessProbe, Readings } from './process-probe';

/** Whom a phase loads: for each kind of request an address, and bodies that vary. */
export interface LoadTarget {
  /** Bare handlers, the service by session tokens, and the service by a key. */
  name: 'ceiling' | 'service' | 'key';
  url: string;
  paths: Readonly<Record<LoadKind, string>>;
  tokens: Readonly<Record<LoadKind, string>>;
  /** Of every request, besides its token. */
  headers?: Readonly<Record<string, string>>;
  probe: ProcessProbe;
}

export interface PhaseResult extends Readings {
  /** Answers with a status of 2xx. */
  requests: number;
  /** Seconds. */
  duration: number;
  /** Other answers, failed connections and time-outs. */
  failures: number;
  /** Milliseconds, one an answer. */
  latencies: number[];
}

export interface PhaseSummary extends Percentiles {
  /** Requests a second. */
  rate: number;
  requests: number;
  failures: number;
  /** Processor time of the server, milliseconds a request. */
  cpu: number;
  /** The worst of the rounds. */
  delays: LoopDelays;
}

/** Loads the target for so many seconds on so many keep-alive connections. */
export async function runPhase(
  target: LoadTarget,
  kind: LoadKind,
  bodies: readonly string[],
  load: { connections: number; seconds: number },
): Promise<PhaseResult> {
  const headers = {
    'Content-Type': 'application/json',
    'X-Session-Token': target.tokens[kind],
    ...target.headers,
  };
  const requests = bodies.map((body) => ({ method: 'POST', path: target.paths[kind], headers, body }));
  let clients = 0;
  await target.probe.reset();
  const run = autocannon({
    url: target.url,
    connections: load.connections,
    duration: load.seconds,
    // Each connection starts elsewhere in the list: they would all send the same body at once otherwise.
    setupClient: (client) => client.setRequests(rotated(requests, clients++ / load.connections)),
  });
  const latencies: number[] = [];
  run.on('response', (_client, _status, _bytes, milliseconds) => latencies.push(milliseconds));
  const result = await run;
  return {
    requests: result['2xx'],
    duration: result.duration,
    failures: result.non2xx + result.errors,
    latencies,
    ...(await target.probe.read()),
  };
}

/** All rounds of a phase together: rates over the whole time, percentiles over all answers. */
export function summarize(rounds: readonly PhaseResult[]): PhaseSummary {
  const total = (of: (round: PhaseResult) => number): number =>
    rounds.reduce((sum, round) => sum + of(round), 0);
  const requests = total((round) => round.requests);
  return {
    requests,
    rate:
      requests /
      Math.max(
        total((round) => round.duration),
        Number.EPSILON,
      ),
    failures: total((round) => round.failures),
    cpu: (total((round) => round.cpuSeconds) * 1000) / Math.max(requests, 1),
    delays: worst(rounds.map((round) => round.delays)),
    ...percentiles(rounds.flatMap((round) => round.latencies)),
  };
}

function worst(rounds: readonly LoopDelays[]): LoopDelays {
  const highest = (of: (delays: LoopDelays) => number): number => Math.max(0, ...rounds.map(of));
  return { p50: highest((d) => d.p50), p99: highest((d) => d.p99), max: highest((d) => d.max) };
}

function rotated<T>(list: readonly T[], share: number): T[] {
  const start = Math.floor(list.length * share) % list.length;
  return [...list.slice(start), ...list.slice(0, start)];
}
