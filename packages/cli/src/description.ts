import type { Argument, Command, Option } from 'commander';

/** What `help --json` prints: docs/CLI.md and completion scripts are made of it. */
export interface CommandDescription {
  name: string;
  description: string;
  usage: string;
  arguments: { name: string; description: string; required: boolean; variadic: boolean }[];
  options: OptionDescription[];
  commands: CommandDescription[];
}

export interface OptionDescription {
  flags: string;
  long: string;
  description: string;
  required: boolean;
  /** Whether a value follows. */
  takesValue: boolean;
  choices: string[] | null;
  default: string | number | null;
}

export function describeCommand(command: Command): CommandDescription {
  const shown = command.commands.filter((each) => !isHidden(each));
  return {
    name: command.name(),
    description: command.description(),
    usage: `${pathOf(command)} ${command.usage()}`.trim(),
    arguments: command.registeredArguments.map(describeArgument),
    options: command.options.filter((option) => !option.hidden).map(describeOption),
    commands: shown.map(describeCommand),
  };
}

/** commander has no public property for it. */
function isHidden(command: Command): boolean {
  return '_hidden' in command && command._hidden === true;
}

function pathOf(command: Command): string {
  return command.parent === null ? command.name() : `${pathOf(command.parent)} ${command.name()}`;
}

function describeArgument(argument: Argument): CommandDescription['arguments'][number] {
  const { description, required, variadic } = argument;
  return { name: argument.name(), description, required, variadic };
}

function describeOption(option: Option): OptionDescription {
  const value: unknown = option.defaultValue;
  return {
    flags: option.flags,
    long: option.long ?? option.flags,
    description: option.description,
    required: option.mandatory,
    takesValue: option.required || option.optional,
    choices: option.argChoices ?? null,
    default: typeof value === 'string' || typeof value === 'number' ? value : null,
  };
}
