import type { ConflictAction, ConflictRow } from '@agent-memory/client';
import { type Command, InvalidArgumentError } from 'commander';
import { confirm, isInteractive } from '../confirm.ts';
import { openAgent } from '../context.ts';
import { formatMoment } from '../dates.ts';
import { usageError } from '../failure.ts';
import { type MemoryType, parseType } from '../options.ts';
import { printable, printResult } from '../output.ts';

const ACTIONS = [
  'supersede',
  'keep_old',
  'keep_new',
  'keep_both',
  'remove_both',
  'expire_old',
  'expire_new',
  'expire_both',
  'manual',
] as const satisfies readonly ConflictAction[];
/** They delete memories for good. */
const DELETING = new Set<ConflictAction>(['keep_old', 'keep_new', 'remove_both', 'manual']);

interface ListOptions {
  generate?: boolean;
  date?: string;
}
interface ResolveOptions {
  content?: string;
  type?: MemoryType;
  date?: string;
  yes?: boolean;
}

export function register(program: Command): void {
  const conflicts = program
    .command('conflicts')
    .description('Memories that contradict, update or repeat each other.');

  conflicts
    .command('list', { isDefault: true })
    .description('Lists the conflicts of a day that are not resolved.')
    .option('--generate', 'look for conflicts among the memories of the day first')
    .option('--date <day>', 'a day in UTC (2026-01-31); without it, today', parseUtcDay)
    .action(list);

  conflicts
    .command('resolve')
    .description('Resolves a conflict, or asks for each conflict of a day in a terminal.')
    .argument('[id]', 'id of the conflict, as `conflicts` lists it')
    .argument('[action]', ACTIONS.join(', '), parseAction)
    .option('--content <text>', 'the text in place of both, for `manual`')
    .option('--type <type>', 'type of that memory', parseType)
    .option('--date <day>', 'without an id: a day in UTC (2026-01-31); without it, today', parseUtcDay)
    .option('--yes', 'do not ask before memories are deleted for good')
    .action(async (id: string | undefined, action: ConflictAction | undefined, ...rest) => {
      const [options, command] = rest as [ResolveOptions, Command];
      if (id === undefined) return review(options, command);
      if (action === undefined) throw usageError(`Give an action too: ${ACTIONS.join(', ')}.`);
      await resolve(id, action, options, command);
    });
}

async function list({ generate, date }: ListOptions, command: Command): Promise<void> {
  const { agent } = await openAgent(command);
  if (generate) await agent.conflicts.generate({ date });
  const found = await agent.conflicts.list({ date });
  printResult(command, found, () => {
    if (found.count > 0) return found.conflicts.map(conflictText).join('\n\n');
    return generate ? 'No conflicts.' : 'No conflicts are known. `--generate` looks for them.';
  });
}

async function resolve(
  id: string,
  action: ConflictAction,
  options: ResolveOptions,
  command: Command,
): Promise<void> {
  const { content, type } = options;
  if ((action === 'manual') !== (content !== undefined)) {
    throw usageError('--content goes with the action manual, and manual needs it.');
  }
  if (DELETING.has(action)) await confirm(`${action} deletes memories for good. Go on?`, options);
  const { agent } = await openAgent(command);
  const resolved = await agent.conflicts.resolve(id, action, { content, type });
  printResult(command, resolved, () => {
    const { deleted, expired, superseded, newMemoryId } = resolved;
    const stored = newMemoryId === null ? '' : ` Stored: ${newMemoryId}.`;
    const counts = `Superseded: ${superseded.length}. Deleted: ${deleted.length}. Expired: ${expired.length}.`;
    return `Resolved. ${counts}${stored}`;
  });
}

async function review({ date }: ResolveOptions, command: Command): Promise<void> {
  if (!isInteractive()) throw usageError('Without a terminal, give the id of a conflict and an action.');
  const { agent } = await openAgent(command);
  const { conflicts } = await agent.conflicts.list({ date });
  if (conflicts.length === 0) {
    const result = { resolved: [], left: 0 };
    printResult(
      command,
      result,
      () => 'No conflicts are known. `agent-memory conflicts --generate` looks for them.',
    );
    return;
  }
  const { reviewConflicts } = await import('../conflict-review.ts');
  printResult(command, await reviewConflicts(agent, conflicts), () => '');
}

function conflictText(row: ConflictRow): string {
  const side = (name: string, at: Date, id: string, content: string) =>
    `  ${name}  ${formatMoment(at)}  ${id}\n    ${content.replaceAll('\n', '\n    ')}`;
  const lines = [
    `${row.conflictId}  ${row.type}  ${row.title}`,
    side('older', row.oldCreatedAt, row.oldMemoryId, row.oldContent),
    side('newer', row.newCreatedAt, row.newMemoryId, row.newContent),
    `  ${row.recommendation}`,
  ];
  return printable(lines.join('\n'));
}

function parseAction(text: string): ConflictAction {
  const found = ACTIONS.find((action) => action === text);
  if (found === undefined) throw new InvalidArgumentError(`Give one of: ${ACTIONS.join(', ')}.`);
  return found;
}

/** The service keeps conflicts by days in UTC. */
function parseUtcDay(text: string): string {
  if (!/^\d{4}-\d\d-\d\d$/.test(text)) throw new InvalidArgumentError('Give a day such as 2026-01-31.');
  return text;
}
