import { cpus } from 'node:os';
import { commandLine } from './command-line';
import type { PhaseSummary } from './load-phase';
import { LOAD_KINDS, type LoadOptions } from './load-options';
import type { LoadFigures, TargetResult } from './load-targets';
import { textTable } from './text-table';

/** Where and how it was measured. */
export function loadHead(database: string, loadBefore: number): string {
  return [
    '',
    `$ ${commandLine()}`,
    `Node ${process.version}, ${database}, ${cpus().length} cores (${cpus()[0]?.model ?? 'unknown'}), shared by load ` +
      `generator, server and database; load average before the start ${loadBefore.toFixed(1)}`,
  ].join('\n');
}

export function separateReport(options: LoadOptions, figures: LoadFigures): string {
  const { connections, seconds, rounds, memories } = options;
  return [
    `${connections} connections, ${rounds} rounds of ${seconds} s a phase after a warm-up, all rounds together;` +
      ` ${memories} memories in the agent that is recalled from`,
    '',
    phaseTable(figures),
    '',
    serviceTable(figures),
  ].join('\n');
}

function phaseTable(figures: LoadFigures): string {
  const rows = LOAD_KINDS.flatMap((kind) => [
    phaseRow(`${kind}, ceiling`, figures.ceiling[kind]),
    phaseRow(`${kind}, service`, figures.service[kind]),
    phaseRow(`${kind}, service with a key`, figures.key[kind]),
  ]);
  return textTable(['phase', 'requests/s', 'p50 ms', 'p95 ms', 'p99 ms', 'CPU ms', 'failed'], rows);
}

function phaseRow(name: string, phase: PhaseSummary): string[] {
  const times = [phase.p50, phase.p95, phase.p99].map((time) => time.toFixed(1));
  return [name, phase.rate.toFixed(0), ...times, phase.cpu.toFixed(2), String(phase.failures)];
}

function serviceTable({ service, memory }: LoadFigures): string {
  const late = LOAD_KINDS.map((kind) => {
    const { p50, p99, max } = service[kind].delays;
    const times = [p50, p99, max].map((time) => `${time.toFixed(1)} ms`);
    return [`event loop delay, ${kind} (p50, p99, max)`, times.join(', ')];
  });
  const resident = [memory.before, memory.peak, memory.after].map((value) => `${value.toFixed(0)} MB`);
  return textTable(
    ['service', 'measured'],
    [...late, ['resident memory (before, peak, 30 s after)', resident.join(', ')]],
  );
}

export function targetTable(targets: readonly TargetResult[]): string {
  return textTable(
    ['target', 'measured', 'wanted', 'met'],
    targets.map(({ name, measured, wanted, isMet }) => [name, measured, wanted, isMet ? 'yes' : 'NO']),
  );
}
