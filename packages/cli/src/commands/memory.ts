// The commands for one memory: get, edit, forget, restore, history.
import type { HistoryRow, MemoryStatusResponse } from '@agent-memory/client';
import { type Command, InvalidArgumentError } from 'commander';
import { type AboutOptions, addAboutOptions } from '../about-options.ts';
import { confirm } from '../confirm.ts';
import { openAgent } from '../context.ts';
import { formatMoment } from '../dates.ts';
import { EXIT, usageError } from '../failure.ts';
import { aboutText, memoryText } from '../memory-text.ts';
import {
  collect,
  collectMetadata,
  type MemoryType,
  type Metadata,
  parseLimit,
  parseShare,
  parseType,
} from '../options.ts';
import { printable, noteSecrets, printResult } from '../output.ts';
import { argumentOrStdin } from '../stdin.ts';

/** The service takes 10,000 characters, and says so. */
const MOST_TEXT = 1_000_000;
const REASON = /^[A-Za-z0-9._-]{1,64}$/;

interface EditOptions extends AboutOptions {
  content?: string;
  title?: string;
  type?: MemoryType;
  tag?: string[];
  confidence?: number;
  supersededBy?: string;
  metadata?: Metadata;
}

interface ReferenceOptions {
  ref?: boolean;
  scope?: string;
}

interface ForgetOptions extends ReferenceOptions {
  about?: string;
  also?: string[];
  allAgents?: boolean;
  dryRun?: boolean;
  permanent?: boolean;
  reason?: string;
  yes?: boolean;
}

export function register(program: Command): void {
  const forMemory = (name: string, description: string) =>
    program.command(name).description(description).argument('<id>', 'id of the memory');

  byReference(forMemory('get', 'Shows a memory.')).action(
    async (id: string, { ref, scope }: ReferenceOptions, command: Command) => {
      const { agent } = await openAgent(command);
      const memory = await (ref ? agent.memories.getByRef(id, { scope }) : agent.memories.get(id));
      printResult(command, memory, () => memoryText({ ...memory, score: null }) + aboutText(memory));
    },
  );

  const editing = forMemory('edit', 'Changes a memory; its history keeps the former values.')
    .option('--content <text>', 'new text; - reads stdin')
    .option('--title <title>', 'new title')
    .option('--type <type>', 'new type', parseType)
    .option('--tag <tag>', 'a label in place of the former ones; may be repeated', collect)
    .option('--confidence <share>', 'how sure it is, from 0 to 1', parseShare)
    .option('--metadata <key=value>', 'metadata in place of the former; may be repeated', collectMetadata);
  addAboutOptions(editing)
    .option('--superseded-by <id>', 'the memory that says what holds instead')
    .action(edit);

  byReference(
    program
      .command('forget')
      .description(
        'Retires a memory until `restore`, or deletes it for good; with --about, deletes all on a subject.',
      )
      .argument('[id...]', 'id of the memory, or of up to 1,000'),
  )
    .option(
      '--about <subject>',
      'a person, an identifier or a subject: shows what is found, asks, and deletes it',
    )
    .option('--also <id>', 'with --about: a memory that goes too; may be repeated', collect)
    .option('--all-agents', 'with --about: in all agents that you manage')
    .option('--dry-run', 'with --about: only show what is found')
    .option('--permanent', 'delete it for good')
    .option('--reason <slug>', 'why, in letters, digits, `.`, `_` and `-`', parseReason)
    .option('--yes', 'do not ask')
    .action(forget);

  program
    .command('restore')
    .description('Makes a retired memory active again.')
    .argument('<id...>', 'id of the memory, or of up to 1,000')
    .action(restore);

  forMemory('history', 'Lists what happened to a memory, newest first.')
    .option('--limit <n>', 'at most so many events', parseLimit)
    .action(async (id: string, { limit }: { limit?: number }, command: Command) => {
      const { agent } = await openAgent(command);
      const history = await agent.memories.history(id, { limit });
      printResult(command, history, () => history.entries.map(eventText).join('\n'));
    });
}

async function edit(id: string, options: EditOptions, command: Command): Promise<void> {
  const { content, tag, name, ...fields } = options;
  if (Object.keys(options).length === 0) {
    throw usageError(
      'Nothing to change: give --content, --title, --type, --tag, --valid-to or another option.',
    );
  }
  const text = content === undefined ? undefined : await argumentOrStdin(content, MOST_TEXT);
  const { agent } = await openAgent(command);
  const edited = await agent.memories.update(id, { ...fields, content: text, tags: tag, names: name });
  printResult(command, edited, () => `Changed ${edited.updatedFields.join(', ')} of ${edited.memoryId}.`);
  noteSecrets(edited);
}

function byReference(command: Command): Command {
  return command
    .option('--ref', 'the argument is a source_ref: its newest active memory')
    .option('--scope <scope>', 'with --ref: the scope in which it counts');
}

async function restore(ids: string[], _: object, command: Command): Promise<void> {
  const { agent } = await openAgent(command);
  const [id = '', ...others] = ids;
  if (others.length > 0) {
    const restored = await agent.memories.restoreMany(ids);
    printResult(command, restored, () => statusText('Restored', 'not retired', restored));
    return endOf(restored);
  }
  const restored = await agent.memories.restore(id);
  printResult(command, restored, () => `Restored ${restored.memoryId}.`);
}

async function forget(given: string[], options: ForgetOptions, command: Command): Promise<void> {
  if (options.about !== undefined) {
    const { forgetSubject } = await import('../forgetting.ts');
    return forgetSubject(options.about, options, command);
  }
  const [id, ...others] = given;
  if (id === undefined) throw usageError('Give the id of a memory, or --about.');
  return others.length === 0 ? forgetMemory(id, options, command) : forgetMany(given, options, command);
}

async function forgetMany(ids: string[], options: ForgetOptions, command: Command): Promise<void> {
  const { permanent = false, ref = false, reason } = options;
  if (permanent || ref) throw usageError('--permanent and --ref take one memory.');
  const { agent } = await openAgent(command);
  const expired = await agent.memories.expireMany(ids, reason);
  printResult(command, expired, () => statusText('Forgot', 'retired already', expired));
  endOf(expired);
}

/** Sets exit code 3 if one of the memories does not exist, as for a single one. */
function endOf({ missing }: MemoryStatusResponse): void {
  if (missing.length > 0) process.exitCode = EXIT.notFound;
}

/** `same`: what those were that stay as they are. */
function statusText(
  done: string,
  same: string,
  { changed, unchanged, missing }: MemoryStatusResponse,
): string {
  return [
    `${done} ${changed.length} of ${changed.length + unchanged + missing.length} memories.`,
    ...(unchanged > 0 ? [`${unchanged} ${unchanged === 1 ? 'was' : 'were'} ${same}.`] : []),
    ...(missing.length > 0 ? [`No such memory: ${missing.map(printable).join(', ')}`] : []),
  ].join('\n');
}

async function forgetMemory(given: string, options: ForgetOptions, command: Command): Promise<void> {
  const { permanent = false, reason, ref, scope } = options;
  if (permanent && reason !== undefined) throw usageError('--reason is for memories that can be restored.');
  const { agent } = await openAgent(command);
  const id = ref ? (await agent.memories.getByRef(given, { scope })).id : given;
  if (permanent) await confirm(`Delete the memory ${id} for good?`, options);
  if (permanent) {
    const deleted = await agent.memories.delete(id);
    return printResult(command, deleted, () => `Deleted ${deleted.memoryId} for good.`);
  }
  const expired = await agent.memories.expire(id, reason);
  printResult(
    command,
    expired,
    () => `Forgot ${expired.memoryId}. To undo: agent-memory restore ${expired.memoryId}`,
  );
}

function parseReason(text: string): string {
  if (!REASON.test(text)) throw new InvalidArgumentError('It has 1 to 64 letters, digits, `.`, `_` and `-`.');
  return text;
}

function eventText({ at, event, by, former }: HistoryRow): string {
  const line = `${formatMoment(at)}  ${event}  by ${printable(by)}`;
  if (former === null) return line;
  const rows = Object.entries(former).map(([name, value]) => `  ${name} was: ${printable(shown(value))}`);
  return [line, ...rows].join('\n');
}

function shown(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}
