import { percentiles, type Percentiles } from '../percentiles';
import type { LoopDelays, ProcessProbe } from '../process-probe';
import { MemoryPeak } from '../resident-memory';
import type { DatabaseCpu } from './database-cpu';
import type { LoopResult } from './load-loops';
import { MachineLoad } from './machine-load';
import { MIXED_KINDS, type MixedKind } from './request-mix';

export const MIXED_TARGETS = ['ceiling', 'bare ceiling', 'service'] as const;
export type MixedTargetName = (typeof MIXED_TARGETS)[number];

export interface MixedTarget {
  name: MixedTargetName;
  url: string;
  pid: number;
  probe: ProcessProbe;
  database: DatabaseCpu;
}

/** Processor cores in use, on average. */
export interface Cores {
  server: number;
  /** The load generator. */
  driver: number;
  /** PostgreSQL; 0 where it is unknown. */
  database: number;
  /** Everything, whatever else runs included. */
  machine: number;
  /** By other machines of the same host, while this one had work; 0 where it is unknown. */
  stolen: number;
}

export interface MixedPhase extends LoopResult {
  cores: Cores;
  delays: LoopDelays;
  /** Resident memory of the server at its highest, MB. */
  memory: number;
}

export interface MixedSummary extends Percentiles {
  /** Requests a second over all rounds. */
  rate: number;
  /** Of the best round. */
  bestRate: number;
  failures: number;
  example: string | null;
  kinds: Readonly<Record<MixedKind, Percentiles & { count: number }>>;
  cores: Cores;
  /** Processor time, milliseconds a request: of the server, and of PostgreSQL. */
  cpu: { server: number; database: number };
  delays: LoopDelays;
  memory: number;
}

/** Runs a loop on a target, and looks at what it costs. */
export async function runMixedPhase(
  { pid, probe, database }: MixedTarget,
  loop: () => Promise<LoopResult>,
): Promise<MixedPhase> {
  await probe.reset();
  const watch = new MemoryPeak(pid);
  const machine = new MachineLoad(database);
  const result = await loop().finally(() => watch.stop());
  const { delays, cpuSeconds } = await probe.read();
  const cores = { server: cpuSeconds / result.seconds, ...machine.read() };
  return { ...result, cores, delays, memory: watch.stop() };
}

export function answersOf({ latencies }: LoopResult): number {
  return MIXED_KINDS.reduce((sum, kind) => sum + latencies[kind].length, 0);
}

/** All rounds together: rates and processor time over the whole time, percentiles over all answers. */
export function summarizeMixed(rounds: readonly MixedPhase[]): MixedSummary {
  const seconds = Math.max(
    Number.EPSILON,
    sum(rounds, (round) => round.seconds),
  );
  const answers = sum(rounds, answersOf);
  const onAverage = (of: (cores: Cores) => number): number =>
    sum(rounds, (round) => of(round.cores) * round.seconds) / seconds;
  const kinds = MIXED_KINDS.map((kind) => {
    const latencies = rounds.flatMap((round) => round.latencies[kind]);
    return [kind, { count: latencies.length, ...percentiles(latencies) }];
  });
  const cores = {
    server: onAverage((each) => each.server),
    driver: onAverage((each) => each.driver),
    database: onAverage((each) => each.database),
    machine: onAverage((each) => each.machine),
    stolen: onAverage((each) => each.stolen),
  };
  const perRequest = (used: number): number => (used * seconds * 1000) / Math.max(answers, 1);
  return {
    ...percentiles(rounds.flatMap((round) => MIXED_KINDS.flatMap((kind) => round.latencies[kind]))),
    rate: answers / seconds,
    bestRate: highest(rounds, (round) => answersOf(round) / round.seconds),
    failures: sum(rounds, (round) => round.failures),
    example: rounds.find((round) => round.example !== null)?.example ?? null,
    kinds: Object.fromEntries(kinds) as MixedSummary['kinds'],
    cores,
    cpu: { server: perRequest(cores.server), database: perRequest(cores.database) },
    delays: {
      p50: highest(rounds, (round) => round.delays.p50),
      p99: highest(rounds, (round) => round.delays.p99),
      max: highest(rounds, (round) => round.delays.max),
    },
    memory: highest(rounds, (round) => round.memory),
  };
}

function sum<T>(items: readonly T[], of: (item: T) => number): number {
  return items.reduce((total, item) => total + of(item), 0);
}

function highest<T>(items: readonly T[], of: (item: T) => number): number {
  return items.reduce((most, item) => Math.max(most, of(item)), 0);
}
