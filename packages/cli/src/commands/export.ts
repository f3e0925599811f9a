import type { Command } from 'commander';
import { openAgent } from '../context.ts';

export function register(program: Command): void {
  program
    .command('export')
    .description('Exports the agent with all its memories, as lines of JSON.')
    .argument('[file]', 'where to write it; without a file, or with -, stdout')
    .addHelpText(
      'after',
      `
The file appears when it is whole. \`agent-memory import\` reads it. Needs management access: this machine, or a key with
access 'manage'. With --json and a file, prints what was written.`,
    )
    .action(async (file: string | undefined, _options: object, command: Command) => {
      const opened = await openAgent(command);
      const { exportTo } = await import('../export-file.ts');
      await exportTo(file === '-' ? undefined : file, opened, command);
    });
}
