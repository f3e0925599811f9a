import type { Percentiles } from '../percentiles';
import { textTable } from '../text-table';
import type { MixedOptions } from './mixed-options';
import { MIXED_TARGETS, type MixedSummary } from './mixed-phase';
import type { MixedFigures } from './mixed-run';
import { MIXED_KINDS } from './request-mix';

/** What was measured under the mixed profile, as text. */
export function mixedReport(options: MixedOptions, figures: MixedFigures): string {
  const { agents, memories, connections, seconds, rounds, indexMb, dataset } = options;
  const { start, half, tight } = figures;
  const failed = [...Object.values(figures.closed), half.summary, half.ceiling, tight.summary].flatMap(
    ({ example }) => (example === null ? [] : [`A failure: ${example}`]),
  );
  return [
    `Mixed: 70 % recall, 20 % remember, 10 % listings; ${connections} connections; ${agents} agents with ` +
      `${memories} memories each, made of ${dataset === null ? 'made-up sentences' : 'the turns of the dataset'}; ` +
      `RECALL_INDEX_MEMORY_MB=${indexMb}; ${rounds} rounds of ${seconds} s after a warm-up, by turns`,
    `First recall of every agent: ${start.building.toFixed(1)} s; resident memory of the service before ` +
      `${start.before.toFixed(0)} MB, after ${start.after.toFixed(0)} MB`,
    '',
    closedTable(figures),
    '',
    kindTable(figures),
    '',
    costTable(figures),
    ...failed,
  ].join('\n');
}

function closedTable({ closed, half, tight }: MixedFigures): string {
  const share = (summary: MixedSummary, of: MixedSummary): string => (summary.rate / of.rate).toFixed(2);
  const row = (name: string, summary: MixedSummary, ...shares: string[]): string[] => [
    name,
    summary.rate.toFixed(0),
    ...shown(summary),
    String(summary.failures),
    ...shares,
  ];
  const [same, bare] = [closed.ceiling, closed['bare ceiling']];
  const rows = [
    row('ceiling, the same statements', same, '', ''),
    row('ceiling, one statement a request', bare, '', ''),
    row('service', closed.service, share(closed.service, same), share(closed.service, bare)),
    row('service at half of its best rate', half.summary, '', ''),
    row(
      `service, RECALL_INDEX_MEMORY_MB=${tight.indexMb}`,
      tight.summary,
      share(tight.summary, same),
      share(tight.summary, bare),
    ),
  ];
  const head = ['mixed', 'requests/s', 'p50 ms', 'p95 ms', 'p99 ms', 'failed'];
  return textTable([...head, 'of the ceiling', 'of one statement'], rows);
}

function kindTable({ closed, half }: MixedFigures): string {
  const rows = MIXED_KINDS.flatMap((kind) => [
    ...MIXED_TARGETS.map((name) => [`${kind}, ${name}`, ...shown(closed[name].kinds[kind])]),
    [`${kind}, service at ${half.rate.toFixed(0)} requests/s`, ...shown(half.summary.kinds[kind])],
    [`${kind}, ceiling at ${half.rate.toFixed(0)} requests/s`, ...shown(half.ceiling.kinds[kind])],
  ]);
  return textTable(['latency', 'p50 ms', 'p95 ms', 'p99 ms'], rows);
}

function costTable({ closed, half, tight }: MixedFigures): string {
  const row = (name: string, { cores, cpu, memory, delays }: MixedSummary): string[] => [
    name,
    ...[cpu.server, cpu.database].map((value) => value.toFixed(2)),
    ...[cores.server, cores.database, cores.driver, cores.machine, cores.stolen].map((value) =>
      value.toFixed(2),
    ),
    memory.toFixed(0),
    delays.p99.toFixed(1),
  ];
  const head = ['cost', 'CPU ms a request', 'of PostgreSQL', 'cores', 'PostgreSQL', 'load generator'];
  return textTable(
    [...head, 'whole machine', 'stolen', 'resident MB', 'event loop late p99 ms'],
    [
      ...MIXED_TARGETS.map((name) => row(name, closed[name])),
      row('service at half', half.summary),
      row('ceiling at that rate', half.ceiling),
      row('service with half of the memory', tight.summary),
    ],
  );
}

function shown({ p50, p95, p99 }: Percentiles): string[] {
  return [p50, p95, p99].map((time) => time.toFixed(1));
}
