import { type Command, Option } from 'commander';
import { SOURCES, type SourceName } from '../importers/sources.ts';

interface ImportOptions {
  from?: SourceName;
  restoreDeleted?: boolean;
  dryRun?: boolean;
  store?: boolean;
}

export function register(program: Command): void {
  program
    .command('import')
    .description('Imports memories: an export of this service, or one of another system.')
    .argument('<file>', 'the file of the export, or its folder')
    .addOption(new Option('--from <system>', 'the system that wrote it').choices(SOURCES))
    .option('--dry-run', 'with --from: show what would be stored, and store nothing')
    .addOption(
      new Option('--store', 'store what is found in transcripts, which otherwise are only shown').conflicts(
        'dryRun',
      ),
    )
    .option(
      '--restore-deleted',
      'also import memories of an export of this service that were deleted for good here',
    )
    .addHelpText(
      'after',
      `
Times are kept. What is here already stays as it is, so an import can be repeated. Needs management access: this
machine, or a key with access 'manage'. docs/IMPORT.md says how to get each export and what is read of it.`,
    )
    .action(async (file: string, options: ImportOptions, command: Command) => {
      const { from, restoreDeleted, dryRun, store } = options;
      // Loaded here, so that --help does not wait for it.
      const { importForeign, importOwn } = await import('../importers/import-command.ts');
      await (from === undefined
        ? importOwn(file, { restoreDeleted }, command)
        : importForeign(file, from, { dryRun, store }, command));
    });
}
