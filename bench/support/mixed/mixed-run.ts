import { Cleanup } from '../cleanup';
import { closedLoop, openLoop, openWire, type LoopResult } from './load-loops';
import {
  answersOf,
  MIXED_TARGETS,
  runMixedPhase,
  summarizeMixed,
  type MixedPhase,
  type MixedSummary,
  type MixedTarget,
  type MixedTargetName,
} from './mixed-phase';
import {
  mixOf,
  startCeilingTarget,
  startLoadedService,
  type MixedBench,
  type StartedService,
} from './mixed-setup';

export interface MixedFigures {
  /** As fast as they go, by turns. */
  closed: Readonly<Record<MixedTargetName, MixedSummary>>;
  /** The service at half of its best rate, requests due at fixed times. */
  half: {
    rate: number;
    summary: MixedSummary;
    /** The ceiling with the same statements at the same rate: what the machine itself makes late. */
    ceiling: MixedSummary;
  };
  start: Pick<StartedService, 'building' | 'before' | 'after'>;
  /** The service with too little memory for its indexes. */
  tight: { indexMb: number; summary: MixedSummary };
}

/** Part of the measured time that goes before it unmeasured. */
const WARM_UP = 1 / 3;
/** Requests of warm-ups are others than those measured. */
const WARM_UP_MIX = 1_000;
const TIGHT_MIX = 2_000;
const HALF_MIX = 3_000;

export async function measureMixed(bench: MixedBench, cleanup: Cleanup): Promise<MixedFigures> {
  const { indexMb } = bench.options;
  const own = nested(cleanup);
  const service = await startLoadedService(bench, indexMb, own);
  const ceiling = await startCeilingTarget(bench, 'ceiling', own);
  const bare = await startCeilingTarget(bench, 'bare ceiling', own);
  const { rounds } = bench.options;
  const closed = await byTurns(rounds, [ceiling, bare, service], (target, round) =>
    measureClosed(bench, target, round),
  );
  const rate = closed.service.bestRate / 2;
  const atRate = await byTurns(rounds, [ceiling, service], (target, round) =>
    measureAtRate(bench, target, rate, round),
  );
  const half = { rate, summary: atRate.service, ceiling: atRate.ceiling };
  await own.run();
  const { building, before, after } = service;
  const tight = await measureTight(bench, Math.max(1, Math.floor(indexMb / 2)), cleanup);
  return { closed, half, start: { building, before, after }, tight };
}

/** Every round in the other direction, so that what the machine does meanwhile, and what is stored, hits all. */
async function byTurns(
  rounds: number,
  targets: readonly MixedTarget[],
  measure: (target: MixedTarget, round: number) => Promise<MixedPhase>,
): Promise<MixedFigures['closed']> {
  const phases = new Map(targets.map(({ name }) => [name, [] as MixedPhase[]]));
  for (let round = 0; round < rounds; round++) {
    for (const target of round % 2 === 0 ? targets : [...targets].reverse()) {
      phases.get(target.name)?.push(await measure(target, round));
    }
  }
  const summaries = MIXED_TARGETS.map((name) => [name, summarizeMixed(phases.get(name) ?? [])]);
  return Object.fromEntries(summaries) as MixedFigures['closed'];
}

async function measureClosed(bench: MixedBench, target: MixedTarget, number: number): Promise<MixedPhase> {
  const { seconds } = bench.options;
  await closed(bench, target, WARM_UP_MIX + number, Math.ceil(seconds * WARM_UP));
  const phase = await runMixedPhase(target, () => closed(bench, target, number, seconds));
  console.error(`mixed, ${target.name}: ${(answersOf(phase) / phase.seconds).toFixed(0)} requests/s`);
  return phase;
}

/** For a CPU profile too, hence without the bookkeeping. */
export function closed(
  bench: MixedBench,
  { url }: MixedTarget,
  number: number,
  seconds: number,
): Promise<LoopResult> {
  const mix = mixOf(bench, number);
  const { connections } = bench.options;
  return closedLoop({ open: openWire(url), next: () => mix.next(), connections, seconds });
}

async function measureAtRate(
  bench: MixedBench,
  target: MixedTarget,
  rate: number,
  round: number,
): Promise<MixedPhase> {
  const { connections, seconds, rounds } = bench.options;
  const open = (number: number, duration: number): Promise<LoopResult> => {
    const mix = mixOf(bench, number);
    const load = { open: openWire(target.url), next: () => mix.next(), connections, seconds: duration, rate };
    return openLoop(load);
  };
  await open(HALF_MIX + rounds + round, Math.ceil(seconds * WARM_UP));
  const phase = await runMixedPhase(target, () => open(HALF_MIX + round, seconds));
  const p99 = summarizeMixed([phase]).kinds.recall.p99.toFixed(1);
  console.error(`mixed, ${target.name} at ${rate.toFixed(0)} requests/s: recall p99 ${p99} ms`);
  return phase;
}

async function measureTight(
  bench: MixedBench,
  indexMb: number,
  cleanup: Cleanup,
): Promise<MixedFigures['tight']> {
  const own = nested(cleanup);
  const service = await startLoadedService(bench, indexMb, own);
  const phase = await measureClosed(bench, service, TIGHT_MIX);
  await own.run();
  return { indexMb, summary: summarizeMixed([phase]) };
}

/** Undone by itself, or with the rest at the latest. */
export function nested(cleanup: Cleanup): Cleanup {
  const own = new Cleanup();
  cleanup.add(() => own.run());
  return own;
}
