import type { Command } from 'commander';
import { openAgent } from '../context.ts';
import { parseMoment } from '../dates.ts';
import { memoriesText } from '../memory-text.ts';
import { addFilters, filterOf, MOST_IN_A_LIST, type FilterOptions } from '../options.ts';
import { printResult } from '../output.ts';

export function register(program: Command): void {
  const command = program
    .command('since')
    .description('Lists the memories that were created or changed since a time; a day stands for its start.')
    .argument('<date>', 'a day (2026-01-31, yesterday), an age (3h, 2d) or an ISO 8601 time', (text) =>
      parseMoment(text, 'start'),
    );
  addFilters(command).action(async (date: Date, options: FilterOptions, command: Command) => {
    const { agent } = await openAgent(command);
    const limit = options.limit ?? MOST_IN_A_LIST;
    const found = await agent.changedSince(date, { ...filterOf(options), limit });
    const how = limit < MOST_IN_A_LIST ? `: --limit shows up to ${MOST_IN_A_LIST}.` : '.';
    const more =
      found.memories.length < limit ? '' : `\n\nThere may be more memories that changed before${how}`;
    printResult(
      command,
      found,
      () => memoriesText(found.memories, 'No memory has changed since then.') + more,
    );
  });
}
