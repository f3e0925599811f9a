import { statSync } from 'node:fs';
import type { Command } from 'commander';
import { openAgent } from '../context.ts';
import { Failure, usageError } from '../failure.ts';
import { printResult } from '../output.ts';
import { noteSkips, withProgress } from '../progress.ts';
import { readStart } from '../regular-file.ts';
import { ImportFailure, oneLine } from './entry.ts';
import { type FolderRule, openImport, type OpenedSource } from './import-source.ts';
import { IMPORTERS } from './importers.ts';
import { refuseOtherKind } from './kind-of-file.ts';
import { type ImportResult, runImport } from './run-import.ts';
import { SOURCES, type SourceName } from './sources.ts';

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

interface ForeignOptions {
  /** Shows what would be stored. */
  dryRun?: boolean;
  /** Stores what a source shows first. */
  store?: boolean;
}

/** Imports an export of another system into one agent. */
export async function importForeign(
  file: string,
  from: SourceName,
  options: ForeignOptions,
  command: Command,
): Promise<void> {
  const { folder, load, isDryFirst = false } = IMPORTERS[from];
  const isDry = options.dryRun ?? (isDryFirst && options.store !== true);
  const source = await opened(file, from, folder);
  const { scope, memory, agent } = await openAgent(command);
  const result = await asUsageError(async () => {
    const importer = await load();
    const { namespace } = await memory.agents.get(scope.agent, { includeCounts: false });
    return withProgress(isDry ? 'Reading' : 'Importing', (progress) => {
      const onProgress = (): void => progress.update(source.readBytes(), source.totalBytes);
      const target = { agentId: scope.agent, namespace };
      return runImport(importer(source), {
        memory,
        agent,
        target,
        source: from,
        now: new Date(),
        isDry,
        onProgress,
      });
    });
  });
  noteSkips(result.skipped);
  if (readNothing(result)) {
    throw new Failure(`Nothing in ${file} is what --from ${from} reads: nothing was stored.`);
  }
  printResult(command, { agent: scope.agent, from, ...result }, () =>
    isDry ? previewOf(result, isDryFirst) : summaryOf(result, scope.agent),
  );
}

/** Finds out what the files are before the service is asked for anything. */
async function opened(file: string, from: SourceName, folder: FolderRule): Promise<OpenedSource> {
  const source = await asUsageError(() => openImport(file, folder));
  try {
    await refuseOtherKind(source, from);
  } catch (error) {
    throw error instanceof ImportFailure ? new Failure(`${error.message}.`) : error;
  }
  source.startOver();
  return source;
}

function readNothing({ created, updated, existing, refused, conversations, skipped }: ImportResult): boolean {
  return created + updated + existing + refused + conversations === 0 && skipped.length > 0;
}

function previewOf({ created, conversations, wouldStore = [] }: ImportResult, isDryFirst: boolean): string {
  const rows = wouldStore.map(({ type, content }) => `- (${type}) ${oneLine(content)}`);
  const more = created - rows.length;
  return [
    ...rows,
    ...(more > 0 ? [`… and ${more} more`] : []),
    `Would import ${created} memories${conversations > 0 ? ` of ${conversations} conversations` : ''}; nothing is stored.`,
    ...(isDryFirst ? ['Give --store to store them.'] : []),
  ].join('\n');
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

/** Refuses files of other systems, for which the service would only say that they are no exports. */
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
  return `${file} is no export of this service. For one of another system, give --from ${SOURCES.slice(0, -1).join(', ')} or ${SOURCES.at(-1)}.`;
}

async function asUsageError<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw error instanceof ImportFailure ? usageError(`${error.message}.`) : error;
  }
}
