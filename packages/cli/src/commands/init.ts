import type { Command } from 'commander';
import type { InitOptions } from '../init/run-init.ts';

export function register(program: Command): void {
  program
    .command('init')
    .description(
      'First run: starts the service, creates an agent for this folder, connects editors, tries it.',
    )
    .argument('[editor...]', 'editors to connect; without one it asks, or takes those that it finds')
    .option('--project [folder]', "write the project's files; with a folder, those of the project in it")
    .option('--global', "write the user's files, for all projects")
    .option('--stdio', 'let editors start this program, which starts the service when it is away')
    .option(
      '--model [name]',
      'install an embedding model, so that recall compares meanings and not only words',
    )
    .option('--no-model', 'do not offer one')
    .option('--no-connect', 'connect no editor')
    .option(
      '--yes',
      'ask nothing: connect the editors that it finds, and install no model unless --model is given',
    )
    .action(async (names: string[], options: InitOptions, command: Command) => {
      const { runInit } = await import('../init/run-init.ts');
      await runInit(names, options, command);
    });
}
