import type { MemoryLink } from '@agent-memory/client';
import { type Command, Option } from 'commander';
import { confirm } from '../confirm.ts';
import { openAgent } from '../context.ts';
import { formatMoment } from '../dates.ts';
import { printable, printResult } from '../output.ts';

interface SpanOptions {
  since?: string;
  until?: string;
  foundBy?: MemoryLink['foundBy'];
}
interface ListOptions extends SpanOptions {
  state?: MemoryLink['state'];
  kind?: MemoryLink['kind'];
  memory?: string;
  limit?: string;
  cursor?: string;
}

const SAYS: Readonly<Record<MemoryLink['kind'], string>> = {
  update: 'replaces',
  contradiction: 'contradicts',
  duplicate: 'repeats',
};

const CHANGES = [
  ['apply', 'Makes the older memory of a link history.'],
  ['reject', 'Rejects a link; the older memory is again as it was.'],
] as const;

export function register(program: Command): void {
  const links = program
    .command('links')
    .description('Memories that replace, contradict or repeat others, and how to take that back.');

  withSpan(links.command('list', { isDefault: true }).description('Lists links, newest first.'))
    .addOption(new Option('--state <state>', 'links in this state').choices(['applied', 'open', 'rejected']))
    .addOption(
      new Option('--kind <kind>', 'links of this kind').choices(['update', 'contradiction', 'duplicate']),
    )
    .option('--memory <id>', 'links of this memory')
    .option('--limit <number>', 'links of a page, 1 to 100')
    .option('--cursor <cursor>', 'where the page starts, as the page before says')
    .action(list);

  for (const [action, description] of CHANGES) {
    links
      .command(action)
      .description(description)
      .argument('<id>', 'id of the link, as `links` lists it')
      .action(async (id: string, _options: object, command: Command) => {
        const { agent } = await openAgent(command);
        const link = await agent.links[action](id);
        printResult(command, link, () => linkText(link));
      });
  }

  withSpan(links.command('undo').description('Rejects the applied links of a span.'))
    .option('--yes', 'do not ask first')
    .action(undo);
}

function withSpan(command: Command): Command {
  return command
    .option('--since <time>', 'links made from here on (2026-01-31, or a time in ISO 8601)')
    .option('--until <time>', 'links made before')
    .addOption(
      new Option('--found-by <finder>', 'links that this one found').choices([
        'client',
        'key',
        'judge',
        'model',
      ]),
    );
}

async function list({ memory, limit, ...options }: ListOptions, command: Command): Promise<void> {
  const { agent } = await openAgent(command);
  const found = await agent.links.list({
    ...options,
    memoryId: memory,
    limit: limit === undefined ? undefined : Number(limit),
  });
  printResult(command, found, () => {
    if (found.links.length === 0) return 'No links.';
    const more = found.nextCursor === null ? [] : [`More: --cursor ${found.nextCursor}`];
    return [...found.links.map(linkText), ...more].join('\n\n');
  });
}

async function undo({ yes, ...span }: SpanOptions & { yes?: boolean }, command: Command): Promise<void> {
  await confirm('This makes older memories current again. Go on?', { yes });
  const { agent } = await openAgent(command);
  const rejected: string[] = [];
  for (let hasMore = true; hasMore;) {
    const done = await agent.links.undo(span);
    rejected.push(...done.rejected);
    hasMore = done.hasMore;
  }
  printResult(command, { rejected }, () => `Rejected: ${rejected.length}.`);
}

function linkText(link: MemoryLink): string {
  const side = (name: string, id: string, content: string | null) =>
    `  ${name}  ${id}\n    ${(content ?? '(deleted)').replaceAll('\n', '\n    ')}`;
  const lines = [
    `${link.linkId}  ${link.state}  ${formatMoment(link.madeAt)}`,
    side('newer', link.newerId, link.newerContent),
    `  ${SAYS[link.kind]} (certainty ${link.certainty.toFixed(2)}, found by ${link.foundBy})`,
    side('older', link.olderId, link.olderContent),
  ];
  return printable(lines.join('\n'));
}
