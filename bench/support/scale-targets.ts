import type { BuildFigures } from './build-phase';
import type { IndexMemory } from './index-memory';
import type { CaseSize } from './scale-case';
import type { RecallTimes } from './scale-rounds';
import type { TargetResult } from './load-targets';

export interface CaseFigures extends RecallTimes {
  size: CaseSize;
  /** The first recall of the process, milliseconds. */
  firstRecall: number;
  /** Resident memory that the first recall added to the process, MB. */
  grownBy: number;
}

/** Everything a run measured. */
export interface ScaleFigures {
  cases: readonly CaseFigures[];
  indexes: readonly IndexMemory[];
  /** One a process. */
  builds: readonly BuildFigures[];
}

const SMALL = 1_000;
const LARGE = 100_000;
const LARGE_P50_RATIO = 2.5;
const LARGE_P50_MS = 10;
const CROWD_RATIO = 1.2;
const INDEX_BYTES = 250;
const ESTIMATE_ERROR = 0.2;
const LOOP_DELAY_P99_MS = 30;

/** The figures that the service has to reach, and whether it did; of cases that were not run, none. */
export function judgeScale(figures: ScaleFigures): TargetResult[] {
  return [
    ...largeTargets(figures),
    ...crowdTargets(figures),
    ...indexTargets(figures),
    ...buildTargets(figures),
  ];
}

/** The crowd beside an agent, and the agent alone, where both were measured. */
export function crowdPair({ cases }: ScaleFigures): { crowd: CaseFigures; alone: CaseFigures } | null {
  const crowd = cases.find(({ size }) => size.crowd > 0);
  const alone = cases.find(({ size }) => size.crowd === 0 && size.memories === crowd?.size.memories);
  return crowd && alone ? { crowd, alone } : null;
}

function largeTargets({ cases }: ScaleFigures): TargetResult[] {
  const p50Of = (memories: number): number | null =>
    cases.find(({ size }) => size.memories === memories && size.crowd === 0)?.p50 ?? null;
  const [small, large] = [p50Of(SMALL), p50Of(LARGE)];
  if (large === null) return [];
  const absolute = atMost('p50 at 100,000', large, LARGE_P50_MS, 'ms');
  if (small === null) return [absolute];
  return [atMost('p50 at 100,000 to that at 1,000', large / small, LARGE_P50_RATIO, 'times'), absolute];
}

function crowdTargets(figures: ScaleFigures): TargetResult[] {
  const pair = crowdPair(figures);
  if (pair === null) return [];
  return [atMost('p50 in the crowd to that alone', pair.crowd.p50 / pair.alone.p50, CROWD_RATIO, 'times')];
}

function indexTargets({ indexes }: ScaleFigures): TargetResult[] {
  return indexes
    .filter(({ memories }) => memories >= LARGE)
    .flatMap(({ memories, estimate, truth }) => {
      const of = `at ${memories.toLocaleString('en')}`;
      const error = Math.abs(estimate / truth - 1);
      return [
        atMost(`index bytes a memory ${of}`, truth / memories, INDEX_BYTES, ''),
        atMost(`error of the estimate ${of}`, error, ESTIMATE_ERROR, ''),
      ];
    });
}

function buildTargets({ builds }: ScaleFigures): TargetResult[] {
  if (builds.length === 0) return [];
  const worst = Math.max(...builds.map(({ delays }) => delays.p99));
  return [below('event loop delay p99 during a build', worst, LOOP_DELAY_P99_MS, 'ms')];
}

function atMost(name: string, measured: number, wanted: number, unit: string): TargetResult {
  return result(name, measured, `at most ${wanted} ${unit}`, unit, measured <= wanted);
}

function below(name: string, measured: number, wanted: number, unit: string): TargetResult {
  return result(name, measured, `below ${wanted} ${unit}`, unit, measured < wanted);
}

function result(name: string, measured: number, wanted: string, unit: string, isMet: boolean): TargetResult {
  const digits = measured >= 100 ? 0 : 2;
  return { name, measured: `${measured.toFixed(digits)} ${unit}`.trim(), wanted: wanted.trim(), isMet };
}
