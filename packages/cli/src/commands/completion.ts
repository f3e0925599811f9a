import { Argument, type Command } from 'commander';
import { completionScript, type Shell, SHELLS } from '../completion.ts';
import { describeCommand } from '../description.ts';
import { printResult } from '../output.ts';

export function register(program: Command): void {
  program
    .command('completion')
    .description('Prints a script that completes commands in a shell.')
    .addArgument(new Argument('<shell>', 'the shell').choices(SHELLS))
    .action((shell: Shell, _: object, command: Command) => {
      const script = completionScript(shell, describeCommand(program));
      printResult(command, { shell, script }, () => script);
    });
}
