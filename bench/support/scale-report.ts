import { cpus } from 'node:os';
import { commandLine } from './command-line';
import type { LoopDelays } from './process-probe';
import type { ScaleOptions } from './scale-options';
import { judgeScale, type CaseFigures, type ScaleFigures } from './scale-targets';
import { textTable } from './text-table';

export interface ScaleRun {
  options: ScaleOptions;
  /** Such as `PostgreSQL 16.4`. */
  database: string;
  indexMemoryMb: number;
  /** Load average before the start. */
  loadBefore: number;
  figures: ScaleFigures;
}

export function printScaleReport({ options, database, indexMemoryMb, loadBefore, figures }: ScaleRun): void {
  const lines = [
    '',
    `$ ${commandLine()}`,
    `Node ${process.version}, ${database}, ${cpus().length} cores, shared by client, service and database;` +
      ` load average before the start ${loadBefore.toFixed(1)}; RECALL_INDEX_MEMORY_MB=${indexMemoryMb}`,
    `${options.recalls} recalls of 10 a case after a warm-up, over HTTP, one connection, one after another; each` +
      ' case in a database and a process of its own, by turns of 20 recalls',
    '',
    caseTable(figures.cases),
    '',
    indexTable(figures),
    ...(figures.builds.length > 0 ? ['', buildTable(figures)] : []),
    '',
    targetTable(figures),
  ];
  console.log(lines.join('\n'));
}

function caseTable(cases: readonly CaseFigures[]): string {
  const header = ['memories', 'p50 ms', 'p99 ms', 'first recall ms', 'µs a memory', 'process grew by MB'];
  const rows = cases.map(({ size, p50, p99, firstRecall, grownBy }) => [
    `${number(size.memories)}${size.crowd > 0 ? ` beside ${number(size.crowd)} of ${number(size.crowdAgents)} agents` : ''}`,
    p50.toFixed(2),
    p99.toFixed(2),
    firstRecall.toFixed(0),
    ((firstRecall * 1000) / size.memories).toFixed(1),
    grownBy.toFixed(0),
  ]);
  return textTable(header, rows);
}

function indexTable({ indexes }: ScaleFigures): string {
  const header = ['the index by itself', 'build µs a memory', 'bytes a memory', 'its own estimate'];
  const rows = indexes.map(({ memories, milliseconds, truth, estimate }) => [
    number(memories),
    ((milliseconds * 1000) / memories).toFixed(1),
    (truth / memories).toFixed(0),
    (estimate / memories).toFixed(0),
  ]);
  return textTable(header, rows);
}

function buildTable({ builds }: ScaleFigures): string {
  const header = [
    'a build while others recall',
    'build ms',
    'event loop delay p50, p99, max ms',
    'the same before it',
    'recall p50, p99 ms',
  ];
  const rows = builds.map(({ memories, clients, build, delays, delaysBefore, others }) => [
    `${number(memories)}, ${clients} clients`,
    build.toFixed(0),
    delayText(delays),
    delayText(delaysBefore),
    [others.p50, others.p99].map((time) => time.toFixed(1)).join(', '),
  ]);
  return textTable(header, rows);
}

function delayText({ p50, p99, max }: LoopDelays): string {
  return [p50, p99, max].map((time) => time.toFixed(1)).join(', ');
}

function targetTable(figures: ScaleFigures): string {
  return textTable(
    ['target', 'measured', 'wanted', 'met'],
    judgeScale(figures).map(({ name, measured, wanted, isMet }) => [
      name,
      measured,
      wanted,
      isMet ? 'yes' : 'NO',
    ]),
  );
}

function number(value: number): string {
  return value.toLocaleString('en');
}
