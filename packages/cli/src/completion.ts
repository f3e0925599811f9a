// Completion scripts. Names and flags of commands have no characters that a shell reads in another way.
import type { CommandDescription, OptionDescription } from './description.ts';

export const SHELLS = ['bash', 'zsh', 'fish'] as const;
export type Shell = (typeof SHELLS)[number];

const PROGRAMS = ['agent-memory', 'ams'];

export function completionScript(shell: Shell, program: CommandDescription): string {
  switch (shell) {
    case 'bash':
      return bash(program);
    case 'zsh':
      return zsh(program);
    case 'fish':
      return fish(program);
  }
}

/** The words that may follow each path of commands: `''` is the program, `agents list` a command in a group. */
function wordsByPath(program: CommandDescription): [string, string[]][] {
  const global = program.options.map(({ long }) => long);
  const visit = (command: CommandDescription, path: string): [string, string[]][] => {
    const names = command.commands.map(({ name }) => name);
    const flags = command === program ? global : [...command.options.map(({ long }) => long), ...global];
    const below = command.commands.flatMap((each) => visit(each, `${path} ${each.name}`.trim()));
    return [[path, [...names, ...new Set([...flags, '--help'])]], ...below];
  };
  return visit(program, '');
}

function cases(program: CommandDescription, answer: (words: string) => string): string {
  const rows = wordsByPath(program).map(([path, words]) => `    '${path}') ${answer(words.join(' '))} ;;`);
  return rows.join('\n');
}

function bash(program: CommandDescription): string {
  return `# To use it: source <(agent-memory completion bash)
_agent_memory() {
  local cur="\${COMP_WORDS[COMP_CWORD]}" path="\${COMP_WORDS[*]:1:COMP_CWORD-1}" words=''
  # After the names of commands come arguments, for which the command is asked.
  while :; do
    case "$path" in
${cases(program, (words) => `words='${words}'; break`)}
    esac
    [[ "$path" == *' '* ]] && path="\${path% *}" || path=''
  done
  COMPREPLY=($(compgen -W "$words" -- "$cur"))
}
complete -o default -F _agent_memory ${PROGRAMS.join(' ')}
`;
}

function zsh(program: CommandDescription): string {
  return `#compdef ${PROGRAMS.join(' ')}
# To use it: source <(agent-memory completion zsh)
_agent_memory() {
  local path_="\${(j: :)words[2,CURRENT-1]}" found=''
  while :; do
    case "$path_" in
${cases(program, (words) => `found='${words}'; break`)}
    esac
    [[ "$path_" == *' '* ]] && path_="\${path_% *}" || path_=''
  done
  compadd -- \${=found}
  _files
}
compdef _agent_memory ${PROGRAMS.join(' ')}
`;
}

function fish(program: CommandDescription): string {
  const lines = ['# To use it: agent-memory completion fish | source'];
  const add = (condition: string, rest: string) => {
    for (const name of PROGRAMS) lines.push(`complete -c ${name} ${condition} ${rest}`.replaceAll('  ', ' '));
  };
  const option = ({ long, takesValue, description }: OptionDescription) =>
    `-l ${long.replace(/^--/, '')} ${takesValue ? '-r' : ''} -d ${quote(description)}`;
  for (const each of program.options) add('', option(each));
  for (const command of program.commands) {
    add('-n __fish_use_subcommand', `-a ${command.name} -d ${quote(command.description)}`);
    const used = `-n "__fish_seen_subcommand_from ${command.name}"`;
    for (const each of command.options) add(used, option(each));
    for (const each of command.commands) add(used, `-a ${each.name} -d ${quote(each.description)}`);
  }
  return `${lines.join('\n')}\n`;
}

function quote(text: string): string {
  return `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
}
