import type { Command } from 'commander';
import type { ConnectOptions } from '../editors/run-connect.ts';

const EDITORS =
  'claude-code, claude-desktop, cursor, vscode, codex, windsurf, gemini-cli, cline, roo, continue, zed, opencode, goose';

export function register(program: Command): void {
  program
    .command('connect')
    .description('Connects editors: writes the MCP entry and the instructions, and verifies that it works.')
    .argument('[editor...]', 'without one, the editors that are found here')
    .option('--project', "write the project's files")
    .option('--global', "write the user's files, for all projects")
    .option('--stdio', 'let editors start this program, which starts the service when it is away')
    .option('--dry-run', 'show what would be changed, and change nothing')
    .option('--list', 'list all editors, and where they are connected')
    .addHelpText(
      'after',
      `\nEditors: ${EDITORS}.\nWithout --project or --global: the project's files, or the user's where an editor has no others.`,
    )
    .action(async (names: string[], options: ConnectOptions & { list?: boolean }, command: Command) => {
      if (options.list) return (await import('../editors/run-list.ts')).runList(command);
      const { runConnect } = await import('../editors/run-connect.ts');
      await runConnect(names, options, command);
    });
}
