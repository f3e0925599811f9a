import {
  evidenceTable,
  gains,
  sessionShares,
  type Comparison,
  type EvidenceRow,
  type SessionedQuestion,
} from './evidence-recall';
import { percentiles } from './percentiles';
import { commandLine } from './command-line';
import { textTable } from './text-table';

const CUTS = [5, 10, 20, 40, 100];
const SESSION_CUTS = [1, 5, 10];

export interface RecallReport {
  asked: readonly SessionedQuestion[];
  /** Answers that the service called hybrid. */
  hybridAnswers: number;
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
  /** Of the service at the end; null if it was there before. */
  residentMb: number | null;
  /** Milliseconds from the first memory of a conversation to the last vector, in sum. */
  embeddingMs: number;
  /** Recalls while memories were embedded. */
  meanwhile: { asked: number; lexical: Record<string, number> };
}

/** The same questions asked of a service without embeddings, and of one with them. */
export interface HybridReport {
  lexical: RecallReport;
  hybrid: RecallReport;
  /** The model that embeds. */
  model: string;
}

export function printRecallReport(report: RecallReport): void {
  const cuts = cutsOf(report);
  const quality = evidenceTable(report.asked, cuts).map((row) => evidenceCells(row.name, row));
  const lines = [
    ...heading(report),
    '',
    textTable(evidenceHeader(cuts), quality),
    '',
    textTable(sessionHeader(), [sessionCells('overall', report)]),
    '',
    textTable(timeHeader(), timeRows(report)),
  ];
  console.log(lines.join('\n'));
}

/** The evidence that both find, for `fallsBehind`. */
export function comparisonOf({ lexical, hybrid }: HybridReport): Comparison {
  const cuts = cutsOf(hybrid);
  return { lexical: evidenceTable(lexical.asked, cuts), hybrid: evidenceTable(hybrid.asked, cuts) };
}

export function printHybridReport(report: HybridReport): void {
  const { lexical, hybrid, model } = report;
  const lines = [
    ...heading(hybrid),
    `Embeddings: ${model}; ${hybrid.hybridAnswers} of ${hybrid.asked.length} answers were hybrid`,
    embeddingLine(hybrid),
    `Resident memory at the end: ${shownMb(lexical)} by words, ${shownMb(hybrid)} with the model`,
    '',
    textTable(evidenceHeader(cutsOf(hybrid)), comparedRows(comparisonOf(report))),
    '',
    textTable(sessionHeader(), [sessionCells('lexical', lexical), sessionCells('hybrid', hybrid)]),
    '',
    textTable(timeHeader(), [...timeRows(lexical, 'lexical: '), ...timeRows(hybrid, 'hybrid: ')]),
  ];
  console.log(lines.join('\n'));
}

function embeddingLine({ memories, embeddingMs, meanwhile }: RecallReport): string {
  const rate = memories / (embeddingMs / 1000);
  const reasons = Object.entries(meanwhile.lexical).map(([reason, count]) => `${count} ${reason}`);
  return (
    `${rate.toFixed(0)} memories a second stored and embedded; ` +
    `${meanwhile.asked} recalls meanwhile, by words alone: ${reasons.join(', ') || 'none'}`
  );
}

function shownMb({ residentMb }: RecallReport): string {
  return residentMb === null ? 'unknown' : `${residentMb.toFixed(0)} MB`;
}

function comparedRows({ lexical, hybrid }: Comparison): string[][] {
  return hybrid.flatMap((after, index) => {
    const before = lexical[index];
    if (before === undefined) return [];
    const difference = gains(before, after).map((gain) => (gain < 0 ? '' : '+') + gain.toFixed(3));
    return [
      evidenceCells(`${after.name}: lexical`, before),
      evidenceCells(`${after.name}: hybrid`, after),
      [`${after.name}: difference`, '', ...difference],
    ];
  });
}

function cutsOf(report: RecallReport): number[] {
  return CUTS.filter((cut) => cut <= report.limit);
}

function heading(report: RecallReport): string[] {
  return [
    '',
    `$ ${commandLine()}`,
    `Node ${process.version}, database: ${report.database}`,
    `${report.conversations} conversations, ${report.memories} memories, ${report.asked.length} questions` +
      ` (${report.skipped} without evidence skipped)`,
  ];
}

function evidenceHeader(cuts: readonly number[]): string[] {
  return ['evidence recall', 'questions', ...cuts.map((cut) => `at ${cut}`)];
}

function evidenceCells(name: string, row: EvidenceRow): string[] {
  return [name, String(row.questions), ...row.shares.map((share) => share.toFixed(3))];
}

function sessionHeader(): string[] {
  return ['sessions found', ...SESSION_CUTS.map((cut) => `among ${cut}`)];
}

function sessionCells(name: string, { asked }: RecallReport): string[] {
  return [name, ...sessionShares(asked, SESSION_CUTS).map((share) => share.toFixed(3))];
}

function timeHeader(): string[] {
  return ['milliseconds', 'calls', 'p50', 'p95', 'p99'];
}

function timeRows(report: RecallReport, prefix = ''): string[][] {
  return [
    timeRow(`${prefix}batch-remember`, report.batchTimes),
    timeRow(`${prefix}recall, limit ${report.limit}`, report.recallTimes),
  ];
}

function timeRow(name: string, times: readonly number[]): string[] {
  const { p50, p95, p99 } = percentiles(times);
  return [name, String(times.length), ...[p50, p95, p99].map((time) => time.toFixed(1))];
}
