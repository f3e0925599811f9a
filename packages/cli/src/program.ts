import { readFileSync } from 'node:fs';
import { Command } from 'commander';
import { EXIT_CODES_HELP, usageError } from './failure.ts';

interface CommandFile {
  register(program: Command): void;
}

const service = () => import('./commands/service.ts');
const memory = () => import('./commands/memory.ts');
const quarantine = () => import('./commands/quarantine.ts');
const sweeps = () => import('./commands/sweeps.ts');

/** In the order of `--help`. A file that holds several commands stands at each of their names. */
const COMMANDS: Record<string, () => Promise<CommandFile>> = {
  init: () => import('./commands/init.ts'),
  connect: () => import('./commands/connect.ts'),
  disconnect: () => import('./commands/disconnect.ts'),
  doctor: () => import('./commands/doctor.ts'),
  start: service,
  stop: service,
  status: service,
  logs: service,
  remember: () => import('./commands/remember.ts'),
  recall: () => import('./commands/recall.ts'),
  answer: () => import('./commands/answer.ts'),
  recent: () => import('./commands/recent.ts'),
  'as-of': () => import('./commands/as-of.ts'),
  since: () => import('./commands/since.ts'),
  all: () => import('./commands/all.ts'),
  get: memory,
  edit: memory,
  forget: memory,
  restore: memory,
  history: memory,
  quarantine,
  release: quarantine,
  extract: () => import('./commands/extract.ts'),
  upload: () => import('./commands/upload.ts'),
  summary: () => import('./commands/summary.ts'),
  conflicts: () => import('./commands/conflicts.ts'),
  links: () => import('./commands/links.ts'),
  traces: () => import('./commands/traces.ts'),
  events: () => import('./commands/events.ts'),
  policy: () => import('./commands/policy.ts'),
  sweeps,
  undo: sweeps,
  agents: () => import('./commands/agents.ts'),
  keys: () => import('./commands/keys.ts'),
  webhooks: () => import('./commands/webhooks.ts'),
  login: () => import('./commands/login.ts'),
  trust: () => import('./commands/trust.ts'),
  audit: () => import('./commands/audit.ts'),
  receipt: () => import('./commands/receipt.ts'),
  export: () => import('./commands/export.ts'),
  import: () => import('./commands/import.ts'),
  hook: () => import('./commands/hook.ts'),
  mcp: () => import('./commands/mcp.ts'),
  completion: () => import('./commands/completion.ts'),
  help: () => import('./commands/help.ts'),
};

/** They describe the others. */
const OVER_ALL = new Set(['completion', 'help']);

/** The program with the command that `args` begin with, or with all commands when they begin with something else. */
export async function createProgram(args: readonly string[] = []): Promise<Command> {
  const program = new Command('agent-memory')
    .description('Long-term memory for AI agents, on the command line.')
    .version(readVersion())
    .option('--json', 'print one JSON document, also on failure')
    .option('--url <url>', 'address of the service')
    .option('--agent <name>', 'agent whose memories are used')
    .configureHelp({ showGlobalOptions: true })
    .addHelpText('after', EXIT_CODES_HELP)
    .helpCommand(false)
    .exitOverride();
  for (const file of await filesFor(args[0])) file.register(program);
  checkCommand(program, args);
  return program;
}

/** Throws for `agents remove`: commander would take `remove` for an argument of `agents list`. */
function checkCommand(program: Command, [first, second]: readonly string[]): void {
  const group = program.commands.find((each) => each.name() === first);
  const names = group?.commands.map((each) => each.name()) ?? [];
  if (names.length === 0 || second === undefined || second.startsWith('-') || names.includes(second)) return;
  throw usageError(`There is no command '${first} ${second}': give one of ${names.join(', ')}.`);
}

/** Loading one file instead of all saves a third of the start-up. */
async function filesFor(name: string | undefined): Promise<Set<CommandFile>> {
  const isAlone = name !== undefined && Object.hasOwn(COMMANDS, name) && !OVER_ALL.has(name);
  const loaders = Object.entries(COMMANDS).flatMap(([each, load]) =>
    !isAlone || each === name ? [load] : [],
  );
  return new Set(await Promise.all(loaders.map((load) => load())));
}

function readVersion(): string {
  const file = new URL('../package.json', import.meta.url);
  return (JSON.parse(readFileSync(file, 'utf8')) as { version: string }).version;
}
