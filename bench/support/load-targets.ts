import type { PhaseSummary } from './load-phase';
import type { LoadKind } from './load-options';

/** Everything a run measured of the two, under each kind of load. */
export interface LoadFigures {
  ceiling: Readonly<Record<LoadKind, PhaseSummary>>;
  service: Readonly<Record<LoadKind, PhaseSummary>>;
  /** With a key instead of a session token. */
  key: Readonly<Record<LoadKind, PhaseSummary>>;
  memory: MemoryFigures;
}

/** Resident memory of the service, MB. */
export interface MemoryFigures {
  /** Seeded, one recall answered, no load yet. */
  before: number;
  peak: number;
  /** 30 s after the last request. */
  after: number;
}

export interface TargetResult {
  name: string;
  measured: string;
  wanted: string;
  isMet: boolean;
}

const REMEMBER_SHARE = 0.5;
const RECALL_SHARE = 0.4;
const RECALL_P50_ABOVE_MS = 5;
const LOOP_DELAY_P99_MS = 50;
const MEMORY_GROWTH_MB = 150;
const KEY_COST = 1.1;

/** The figures that the service has to reach, and whether it did. */
export function judge(figures: LoadFigures): TargetResult[] {
  const { ceiling, service, memory } = figures;
  return [
    share('remember', figures, REMEMBER_SHARE),
    share('recall', figures, RECALL_SHARE),
    atMost(
      'recall p50 above the ceiling',
      service.recall.p50 - ceiling.recall.p50,
      RECALL_P50_ABOVE_MS,
      'ms',
    ),
    below('event loop delay p99, remember', service.remember.delays.p99, LOOP_DELAY_P99_MS, 'ms'),
    below('event loop delay p99, recall', service.recall.delays.p99, LOOP_DELAY_P99_MS, 'ms'),
    below('memory growth under load', memory.peak - memory.before, MEMORY_GROWTH_MB, 'MB'),
    below('memory 30 s after the load', memory.after, memory.peak, 'MB'),
    keyCost('remember', figures),
    keyCost('recall', figures),
    failures(figures),
  ];
}

function share(kind: LoadKind, { ceiling, service }: LoadFigures, wanted: number): TargetResult {
  const ratio = service[kind].rate / ceiling[kind].rate;
  return {
    name: `${kind}, share of the ceiling`,
    measured: ratio.toFixed(2),
    wanted: `>= ${wanted}`,
    isMet: ratio >= wanted,
  };
}

/** Processor time of a request with a key, by that of one with a session token. */
function keyCost(kind: LoadKind, { service, key }: LoadFigures): TargetResult {
  const ratio = key[kind].cpu / service[kind].cpu;
  return {
    name: `${kind}, cost of a key by that of a session token`,
    measured: ratio.toFixed(2),
    wanted: `<= ${KEY_COST}`,
    isMet: ratio <= KEY_COST,
  };
}

function atMost(name: string, value: number, limit: number, unit: string): TargetResult {
  return {
    name,
    measured: `${value.toFixed(1)} ${unit}`,
    wanted: `<= ${limit} ${unit}`,
    isMet: value <= limit,
  };
}

function below(name: string, value: number, limit: number, unit: string): TargetResult {
  const shown = Number.isInteger(limit) ? limit : limit.toFixed(1);
  return {
    name,
    measured: `${value.toFixed(1)} ${unit}`,
    wanted: `< ${shown} ${unit}`,
    isMet: value < limit,
  };
}

function failures({ ceiling, service, key }: LoadFigures): TargetResult {
  const all = [ceiling.remember, ceiling.recall, service.remember, service.recall, key.remember, key.recall];
  const count = all.reduce((sum, phase) => sum + phase.failures, 0);
  return { name: 'failed requests', measured: String(count), wanted: '0', isMet: count === 0 };
}
