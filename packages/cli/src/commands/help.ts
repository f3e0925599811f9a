import type { Command } from 'commander';
import { describeCommand } from '../description.ts';
import { usageError } from '../failure.ts';
import { printResult } from '../output.ts';

export function register(program: Command): void {
  program
    .command('help')
    .description('Shows how a command is used; with --json, describes all commands.')
    .argument('[command...]', 'the command')
    .action((names: string[], _: object, command: Command) => {
      const found = find(program, names);
      printResult(command, describeCommand(found), () => found.helpInformation());
    });
}

function find(program: Command, names: string[]): Command {
  let found = program;
  for (const name of names) {
    const next = found.commands.find((each) => each.name() === name);
    if (next === undefined) throw usageError(`There is no command '${names.join(' ')}'.`);
    found = next;
  }
  return found;
}
