// The commands for memories that look planted: quarantine, release.
import type { Command } from 'commander';
import { openAgent } from '../context.ts';
import { memoryText } from '../memory-text.ts';
import { parseLimit } from '../options.ts';
import { printable, printResult } from '../output.ts';

interface ListOptions {
  limit?: number;
  cursor?: string;
}

export function register(program: Command): void {
  program
    .command('quarantine')
    .description('Lists memories that look planted, newest first; they are not recalled.')
    .option('--limit <n>', 'at most so many', parseLimit)
    .option('--cursor <cursor>', 'where the page starts, as the page before says')
    .action(list);

  program
    .command('release')
    .description('Lets a memory that looked planted be recalled. Look at it first: `quarantine`.')
    .argument('<id>', 'id of the memory')
    .action(async (id: string, _options: object, command: Command) => {
      const { memory, scope } = await openAgent(command);
      const released = await memory.agents.release(scope.agent, id);
      const said = released.status === 'released' ? 'Released' : 'Was not quarantined:';
      printResult(command, released, () => `${said} ${released.memoryId}.`);
    });
}

async function list(options: ListOptions, command: Command): Promise<void> {
  const { memory, scope } = await openAgent(command);
  const found = await memory.agents.quarantine(scope.agent, options);
  printResult(command, found, () => {
    if (found.memories.length === 0) return 'No memory looks planted.';
    const texts = found.memories.map(
      (each) => `${memoryText(each)}\nWhy: ${printable(each.trustReasons.join(', '))}`,
    );
    const more = found.nextCursor === null ? [] : [`More: --cursor ${found.nextCursor}`];
    return [...texts, ...more].join('\n\n');
  });
}
