import path from 'node:path';
import type { AgentRecord } from '@agent-memory/client';
import { type Command, InvalidArgumentError, Option } from 'commander';
import { confirm } from '../confirm.ts';
import { openAgent, type ScopeOptions, trustedScope } from '../context.ts';
import { formatMoment } from '../dates.ts';
import { checkAgentName, parseLimit } from '../options.ts';
import { paint, printable, printResult } from '../output.ts';
import { pathInside } from '../real-path.ts';
import { PROJECT_FILE, writeFields } from '../settings-files.ts';
import { trustFolder } from '../trusted-folders.ts';

const PATTERNS = ['support', 'project', 'tool'] as const;
const SUPERSESSIONS = ['off', 'link', 'auto'] as const;
const REDACTIONS = ['default', 'redact', 'warn', 'block', 'off'] as const;
interface AgentOptions {
  pattern?: (typeof PATTERNS)[number];
  description?: string;
  supersession?: (typeof SUPERSESSIONS)[number];
  redaction?: (typeof REDACTIONS)[number];
  redactionPersonal?: (typeof REDACTIONS)[number];
  maxMemories?: Quota;
  maxBytes?: Quota;
  writesPerMinute?: Quota;
}
/** commander takes null for an option without a value. */
type Quota = number | 'default';
interface DeleteOptions {
  deleteMemories?: boolean;
  yes?: boolean;
}

export function register(program: Command): void {
  const agents = program.command('agents').description('The agents of the service.');

  agents
    .command('list', { isDefault: true })
    .description('Lists the agents, newest first.')
    .option('--limit <n>', 'at most so many', parseLimit)
    .action(list);

  const create = agents
    .command('create')
    .description('Creates an agent.')
    .argument('<name>', 'letters, digits, hyphens and underscores', checkAgentName);
  addSettings(create).action(async (name: string, options: AgentOptions, command: Command) => {
    const { memory } = await openAgent(command);
    const created = await memory.agents.create(name, fieldsOf(options));
    printResult(command, created, () => `Created ${created.agentId}.`);
  });

  const update = agents
    .command('update')
    .description('Changes an agent.')
    .argument('<name>', 'name of the agent', checkAgentName);
  addSettings(update).action(async (name: string, options: AgentOptions, command: Command) => {
    const { memory } = await openAgent(command);
    const updated = await memory.agents.update(name, fieldsOf(options));
    printResult(command, updated, () => settingsText(updated));
  });

  agents
    .command('reads')
    .description('Shows or sets the agents whose memories an agent finds besides its own.')
    .argument('<name>', 'name of the agent', checkAgentName)
    .option('--set <names>', 'names with commas between them, at most 16; "" for none', readNames)
    .action(reads);

  agents
    .command('show')
    .description('Shows an agent: its settings, its quotas and how much of them is used.')
    .argument('<name>', 'name of the agent', checkAgentName)
    .action(show);

  agents
    .command('delete')
    .description('Removes an agent. Its memories stay, for an agent that is created with this name again.')
    .argument('<name>', 'name of the agent', checkAgentName)
    .option('--delete-memories', 'delete its memories for good too')
    .option('--yes', 'do not ask')
    .action(async (name: string, options: DeleteOptions, command: Command) => {
      const { deleteMemories = false } = options;
      const what = deleteMemories ? `the agent ${name} and its memories for good` : `the agent ${name}`;
      await confirm(`Delete ${what}?`, options);
      const { memory } = await openAgent(command);
      const deleted = await memory.agents.delete(name, { deleteMemories });
      printResult(command, deleted, () => printable(deleted.message));
    });

  agents
    .command('use')
    .description(`Writes ${PROJECT_FILE}: the commands in this folder and below use the agent from now on.`)
    .argument('<name>', 'name of the agent', checkAgentName)
    .action(use);
}

async function show(name: string, _: object, command: Command): Promise<void> {
  const { memory } = await openAgent(command);
  const agent = await memory.agents.get(name);
  printResult(command, agent, () => [agentText(agent, false).trim(), settingsText(agent)].join('\n'));
}

function readNames(text: string): string[] {
  return text
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '')
    .map((name) => checkAgentName(name));
}

async function reads(name: string, { set }: { set?: string[] }, command: Command): Promise<void> {
  const { memory } = await openAgent(command);
  const { agents } = set ? await memory.agents.setReads(name, set) : await memory.agents.reads(name);
  const text = agents.length === 0 ? 'no other agent' : agents.join(', ');
  printResult(command, { agentId: name, agents }, () => `${name} reads ${text}.`);
}

function addSettings(command: Command): Command {
  return command
    .addOption(new Option('--pattern <pattern>', 'what the agent is for').choices(PATTERNS))
    .option('--description <text>', 'for people to read; "" for none')
    .addOption(supersessionOption())
    .addOption(redactionOption('--redaction', 'passwords, keys and tokens'))
    .addOption(redactionOption('--redaction-personal', 'personal data'))
    .addOption(quotaOption('--max-memories', 'memories that the agent may hold'))
    .addOption(quotaOption('--max-bytes', 'bytes that they may take'))
    .addOption(quotaOption('--writes-per-minute', 'memories that may be written a minute'));
}

function supersessionOption(): Option {
  const does =
    'what the service does about memories that a new one replaces: nothing, link them, or close certain ones';
  return new Option('--supersession <setting>', does).choices(SUPERSESSIONS);
}

function redactionOption(flag: string, of: string): Option {
  const does = `what becomes of ${of} in memories; default: as the service is set`;
  return new Option(`${flag} <setting>`, does).choices(REDACTIONS);
}

function quotaOption(flag: string, what: string): Option {
  const does = `${what}; default: as the service is set`;
  return new Option(`${flag} <n>`, does).argParser((text) => (text === 'default' ? text : parseCount(text)));
}

function fieldsOf({ maxMemories, maxBytes, writesPerMinute, ...settings }: AgentOptions) {
  const quota = (given: Quota | undefined) => (given === 'default' ? null : given);
  return {
    ...settings,
    maxMemories: quota(maxMemories),
    maxBytes: quota(maxBytes),
    writesPerMinute: quota(writesPerMinute),
  };
}

/** Throws for what is no whole number from 1 on. */
function parseCount(text: string): number {
  const count = Number(text);
  if (/^[1-9]\d{0,15}$/.test(text) && Number.isSafeInteger(count)) return count;
  throw new InvalidArgumentError('It must be a whole number from 1 on, or default.');
}

function settingsText(agent: AgentRecord): string {
  const { agentId, pattern, description, supersession, redaction, redactionPersonal, quotas } = agent;
  const about = printable(description === null ? '' : ` ${description}`);
  const settings = `${agentId}: for ${pattern}.${about}\n  supersession is ${supersession}, redaction ${redaction}, of personal data ${redactionPersonal}.`;
  if (quotas === undefined) return settings;
  const { maxMemories, maxBytes, writesPerMinute } = quotas;
  const lines = [
    quotaText('memories', maxMemories),
    quotaText('bytes', maxBytes),
    quotaText('writes in this minute', writesPerMinute),
  ];
  return [settings, ...lines].join('\n');
}

type UsedQuota = NonNullable<AgentRecord['quotas']>['maxMemories'];

function quotaText(what: string, { limit, own, used }: UsedQuota): string {
  if (limit === null) return `  ${used} ${what}, no quota`;
  return `  ${used} of ${limit} ${what}${own === null ? ', as the service is set' : ''}${used >= limit ? ': full' : ''}`;
}

async function list({ limit }: { limit?: number }, command: Command): Promise<void> {
  const { memory, scope } = await openAgent(command);
  const found = await memory.agents.list({ limit });
  const more = found.nextCursor === undefined ? '' : '\nThere are more: --limit shows up to 100.';
  const rows = found.agents.map((agent) => agentText(agent, agent.agentId === scope.agent));
  printResult(command, found, () => (rows.length === 0 ? 'No agents yet.' : rows.join('\n') + more));
}

function agentText({ agentId, memoryCount, lastSession, description }: AgentRecord, isUsed: boolean): string {
  const used = lastSession === null ? 'never used' : `last used ${formatMoment(lastSession)}`;
  const facts = [`${memoryCount} memories`, used, ...(description ? [description] : [])];
  const name = `${isUsed ? '* ' : '  '}${agentId}`;
  return `${isUsed ? paint(process.stdout, 'bold', name) : name}  ${printable(facts.join('  '))}`;
}

async function use(name: string, _: object, command: Command): Promise<void> {
  const { url: given } = command.optsWithGlobals<ScopeOptions>();
  const { url, project } = await trustedScope(command, { url: given, agent: name });
  const file = path.join(project.folder, PROJECT_FILE);
  const fields = { agent: name, url };
  pathInside(file, path.dirname(file));
  writeFields(file, fields);
  trustFolder(project.folder, fields);
  printResult(command, { file, ...fields }, () => `${file}: the agent is ${name}, the service ${url}.`);
}
