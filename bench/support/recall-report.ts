import { evidenceTable, sessionShares, type SessionedQuestion } from './evidence-recall';
import { percentiles } from './percentiles';
import { commandLine } from './command-line';
import { textTable } from './text-table';

const CUTS = [5, 10, 20, 40, 100];
const SESSION_CUTS = [1, 5, 10];

export interface RecallReport {
  asked: readonly SessionedQuestion[];
  /** Milliseconds. */
  batchTimes: readonly number[];
  /** Milliseconds. */
  recallTimes: readonly number[];
  limit: number;
  database: string;
  conversations: number;
  memories: number;
  /** Questions without evidence. */
  skipped: number;
}

export function printRecallReport(report: RecallReport): void {
  const cuts = CUTS.filter((cut) => cut <= report.limit);
  const quality = evidenceTable(report.asked, cuts).map((row) => [
    row.name,
    String(row.questions),
    ...row.shares.map((share) => share.toFixed(3)),
  ]);
  const lines = [
    '',
    `$ ${commandLine()}`,
    `Node ${process.version}, database: ${report.database}`,
    `${report.conversations} conversations, ${report.memories} memories, ${report.asked.length} questions` +
      ` (${report.skipped} without evidence skipped)`,
    '',
    textTable(['evidence recall', 'questions', ...cuts.map((cut) => `at ${cut}`)], quality),
    '',
    textTable(
      ['sessions found', ...SESSION_CUTS.map((cut) => `among ${cut}`)],
      [['overall', ...sessionShares(report.asked, SESSION_CUTS).map((share) => share.toFixed(3))]],
    ),
    '',
    textTable(
      ['milliseconds', 'calls', 'p50', 'p95', 'p99'],
      [
        timeRow('batch-remember', report.batchTimes),
        timeRow(`recall, limit ${report.limit}`, report.recallTimes),
      ],
    ),
  ];
  console.log(lines.join('\n'));
}

function timeRow(name: string, times: readonly number[]): string[] {
  const { p50, p95, p99 } = percentiles(times);
  return [name, String(times.length), ...[p50, p95, p99].map((time) => time.toFixed(1))];
}
