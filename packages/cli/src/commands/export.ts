import type { Command } from 'commander';
import { openAgent } from '../context.ts';
import { usageError } from '../failure.ts';

export function register(program: Command): void {
  program
    .command('export')
    .description('Exports the agent with all its memories, as lines of JSON.')
    .argument('[file]', 'where to write it; without a file, or with -, stdout')
    .option('--okf <folder>', 'a new folder of Markdown files in the Open Knowledge Format instead')
    .addHelpText(
      'after',
      `
It appears when it is whole. \`agent-memory import\` reads it, a folder with \`--from okf\`. A file has everything, and
needs management access: this machine, or a key with access 'manage'. A folder has what the memories say now, and is for
people and other programs. With --json and a file or folder, prints what was written.`,
    )
    .action(async (file: string | undefined, { okf }: { okf?: string }, command: Command) => {
      if (okf !== undefined && file !== undefined) throw usageError('Give a file or --okf, not both.');
      const opened = await openAgent(command);
      if (okf !== undefined) {
        const { exportOkf } = await import('../okf-export.ts');
        await exportOkf(okf, opened, command);
        return;
      }
      const { exportTo } = await import('../export-file.ts');
      await exportTo(file === '-' ? undefined : file, opened, command);
    });
}
