import type { Command } from 'commander';
import { openAgent } from '../context.ts';
import { parseMoment } from '../dates.ts';
import { memoriesText } from '../memory-text.ts';
import { addFilters, addValidAt, filterOf, type FilterOptions } from '../options.ts';
import { printResult } from '../output.ts';

interface AsOfOptions extends FilterOptions {
  validAt?: Date;
}

export function register(program: Command): void {
  const command = program
    .command('as-of')
    .description('Lists the memories as they were at a time; a day stands for its end.')
    .argument('<date>', 'a day (2026-01-31, yesterday), an age (3h, 2d) or an ISO 8601 time', (text) =>
      parseMoment(text, 'end'),
    );
  addFilters(addValidAt(command)).action(async (date: Date, options: AsOfOptions, command: Command) => {
    const { agent } = await openAgent(command);
    const found = await agent.asOf(date, { ...filterOf(options), validAt: options.validAt });
    const more = found.nextCursor === null ? '' : '\n\nThere are more memories: --limit shows up to 100.';
    printResult(command, found, () => memoriesText(found.memories, 'There were no memories then.') + more);
  });
}
