import { statSync } from 'node:fs';
import type { Command } from 'commander';
import { openAgent } from '../context.ts';
import { usageError } from '../failure.ts';
import { printResult } from '../output.ts';
import { noteSkips, withProgress } from '../progress.ts';
import { readStart } from '../regular-file.ts';
import { ImportFailure } from './entry.ts';
import { openImport } from './import-source.ts';
import { IMPORTERS } from './importers.ts';
import { type ImportResult, runImport } from './run-import.ts';
import type { SourceName } from './sources.ts';

/** Imports an export of this service, which names its agents itself. */
export async function importOwn(
  file: string,
  { restoreDeleted }: { restoreDeleted?: boolean },
  command: Command,
): Promise<void> {
  checkHeader(file);
  const { memory } = await openAgent(command);
  const result = await withProgress('Importing', (progress) =>
    memory.import(file, {
      restoreDeleted,
      onProgress: ({ sentBytes, totalBytes }) => progress.update(sentBytes, totalBytes),
    }),
  );
  const { agents, created, existing, refused, errors } = result;
  noteSkips(errors.map(({ line, reason }) => ({ reason, count: 1, refs: [`line ${line}`] })));
  printResult(command, result, () => {
    const refusedText = refused > 0 ? `, ${refused} deleted here (--restore-deleted imports them)` : '';
    return `Imported ${created} memories of ${agents} agents; ${existing} were here already${refusedText}.`;
  });
  if (errors.length > 0) process.exitCode = 1;
}

/** Imports an export of another system into one agent. */
export async function importForeign(file: string, from: SourceName, command: Command): Promise<void> {
  const { scope, memory, agent } = await openAgent(command);
  const { folder, load } = IMPORTERS[from];
  const result = await asUsageError(async () => {
    const source = await openImport(file, folder);
    const importer = await load();
    const { namespace } = await memory.agents.get(scope.agent, { includeCounts: false });
    return withProgress('Importing', (progress) => {
      const onProgress = (): void => progress.update(source.readBytes(), source.totalBytes);
      const target = { agentId: scope.agent, namespace };
      return runImport(importer(source), {
        memory,
        agent,
        target,
        source: from,
        now: new Date(),
        onProgress,
      });
    });
  });
  noteSkips(result.skipped);
  printResult(command, { agent: scope.agent, from, ...result }, () => summaryOf(result, scope.agent));
}

function summaryOf(
  { created, updated, existing, refused, conversations, skipped }: ImportResult,
  agent: string,
): string {
  const skippedCount = skipped.reduce((sum, { count }) => sum + count, 0);
  const parts = [
    `Imported ${created} memories into ${agent}`,
    ...(conversations > 0 ? [`${conversations} conversations read`] : []),
    ...(updated > 0 ? [`${updated} updated`] : []),
    `${existing} were here already`,
    ...(refused > 0 ? [`${refused} were deleted for good here and stay so`] : []),
    `${skippedCount} skipped`,
  ];
  return `${parts.join('; ')}.`;
}

/** Of another system's file the service would only say that it is no export. */
function checkHeader(file: string): void {
  if (!startOf(file).includes('"kind":"header"')) throw usageError(noExport(file));
}

function startOf(file: string): string {
  try {
    // Exports of other systems may be folders.
    return statSync(file).isDirectory() ? '' : readStart(file, 200).toString();
  } catch (error) {
    throw usageError(`${file} cannot be read: ${(error as Error).message}`);
  }
}

function noExport(file: string): string {
  return `${file} is no export of this service. For one of another system, give --from mem0, zep, letta, supermemory, chatgpt, claude or markdown.`;
}

async function asUsageError<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw error instanceof ImportFailure ? usageError(`${error.message}.`) : error;
  }
}
