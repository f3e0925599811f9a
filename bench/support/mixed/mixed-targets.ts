import type { TargetResult } from '../load-targets';
import type { MixedFigures } from './mixed-run';

const CEILING_SHARE = 0.5;
const RECALL_P99_MS = 40;

/** The figures that the service has to reach under the mixed profile, and whether it did. */
export function judgeMixed({ closed, half, tight }: MixedFigures): TargetResult[] {
  const share = closed.service.rate / closed.ceiling.rate;
  const { p99, count } = half.summary.kinds.recall;
  const failed = [...Object.values(closed), half.summary, half.ceiling, tight.summary].reduce(
    (sum, { failures }) => sum + failures,
    0,
  );
  return [
    {
      name: 'mixed, share of the ceiling',
      measured: share.toFixed(2),
      wanted: `>= ${CEILING_SHARE}`,
      isMet: share >= CEILING_SHARE,
    },
    {
      name: 'mixed, recall p99 at half of the highest rate',
      measured: `${p99.toFixed(1)} ms`,
      wanted: `< ${RECALL_P99_MS} ms`,
      // Where nothing was answered there is no latency.
      isMet: count > 0 && p99 < RECALL_P99_MS,
    },
    { name: 'mixed, failed requests', measured: String(failed), wanted: '0', isMet: failed === 0 },
  ];
}
