import { percentiles } from './percentiles';
import type { SweepFigures } from './sweep-run';

/** A million memories within a minute. */
const WANTED_RATE = 1_000_000 / 60;
const WANTED_RATIO = 3;
/** Of what the process takes while it recalls only; MB. What a slice of changes takes, and the collector's leisure. */
const WANTED_GROWTH = 150;

export interface SweepJudgement {
  name: string;
  measured: string;
  wanted: string;
  isMet: boolean;
}

export function judgeSweep({ quiet, during, sweep }: SweepFigures): SweepJudgement[] {
  const rate = sweep.scanned / sweep.seconds;
  const ratio = percentiles(during.times).p99 / percentiles(quiet.times).p99;
  const growth = during.peakMemory - quiet.peakMemory;
  return [
    {
      name: 'memories swept a second',
      measured: rate.toFixed(0),
      wanted: `at least ${WANTED_RATE.toFixed(0)}`,
      isMet: rate >= WANTED_RATE,
    },
    {
      name: 'p99 of recall during the sweep, in that of quiet',
      measured: ratio.toFixed(2),
      wanted: `below ${WANTED_RATIO}`,
      isMet: ratio < WANTED_RATIO,
    },
    {
      name: 'memory of the process above that of quiet, MB',
      measured: growth.toFixed(0),
      wanted: `at most ${WANTED_GROWTH}`,
      isMet: growth <= WANTED_GROWTH,
    },
  ];
}
