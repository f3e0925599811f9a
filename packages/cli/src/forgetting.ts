// Forgetting a subject: what would go, the question, and the receipt.
import type { Command } from 'commander';
import { confirm } from './confirm.ts';
import { openAgent } from './context.ts';
import { printable, printNote, printResult } from './output.ts';

interface SubjectOptions {
  also?: string[];
  allAgents?: boolean;
  dryRun?: boolean;
  yes?: boolean;
}

interface Row {
  agentId: string;
  id: string;
  title: string;
}

interface Counts {
  memories?: number;
  formerVersions?: number;
  files?: number;
  conflictRows?: number;
  responses?: number;
  queries?: number;
}

export async function forgetSubject(about: string, options: SubjectOptions, command: Command): Promise<void> {
  const { memory, scope } = await openAgent(command);
  const agentId = options.allAgents === true ? null : scope.agent;
  const what = { about, also: options.also };
  const found = await memory.forget(agentId, what);
  const { certain, unsure, countByKind, countUnsure, spellings } = found;
  const text = [
    ...section('These go', countByKind?.memories, certain),
    ...section('Not sure, they stay unless --also names them', countUnsure, unsure),
    `With them go: ${restOf(countByKind)}.`,
    ...(spellings?.length ? [`Spellings: ${spellings.join(', ')}.`] : []),
  ].join('\n');
  if (options.dryRun === true) return printResult(command, found, () => printable(text));
  printNote(text);
  await confirm(`Delete ${countByKind?.memories ?? 0} memories for good?`, options);
  const done = await memory.forget(agentId, { ...what, dryRun: false });
  printResult(command, done, () => {
    const { receiptId, state, counts } = done.receipt ?? { receiptId: '', state: '', counts: null };
    return `Deleted: ${counts?.memories ?? 0} memories. Receipt ${receiptId} (${state}).`;
  });
}

function restOf(counts: Counts | null): string {
  const { formerVersions = 0, files = 0, conflictRows = 0, responses = 0, queries = 0 } = counts ?? {};
  return [
    `${formerVersions} former versions`,
    `${files} files`,
    `${conflictRows} rows of conflict reports`,
    `${responses} stored responses`,
    `${queries} queries in traces`,
  ].join(', ');
}

/** An answer has the first hundred of each kind. */
function section(title: string, count: number | null | undefined, rows: readonly Row[] | null): string[] {
  const shown = (rows ?? []).map(({ agentId, id, title: of }) => `  ${id}  ${agentId}  ${of}`);
  const others = (count ?? 0) - shown.length;
  return [`${title} (${count ?? 0}):`, ...shown, ...(others > 0 ? [`  and ${others} more`] : [])];
}
