import type { Command } from 'commander';
import type { ScopeFlags } from '../editors/run-connect.ts';

export function register(program: Command): void {
  program
    .command('disconnect')
    .description('Removes what connect wrote. A file that nothing else changed is as it was before.')
    .argument('[editor...]', 'without one, all connected editors')
    .option('--project', "only the project's files")
    .option('--global', "only the user's files")
    .option('--dry-run', 'show what would be changed, and change nothing')
    .action(async (names: string[], options: ScopeFlags & { dryRun?: boolean }, command: Command) => {
      const { runDisconnect } = await import('../editors/run-disconnect.ts');
      runDisconnect(names, options, command);
    });
}
