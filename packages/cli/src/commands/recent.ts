import type { Command } from 'commander';
import { openAgent } from '../context.ts';
import { memoriesText, moreText } from '../memory-text.ts';
import { addFilters, filterOf, type FilterOptions } from '../options.ts';
import { printResult } from '../output.ts';

export function register(program: Command): void {
  const command = program.command('recent').description('Lists the newest memories.');
  addFilters(command).action(async (options: FilterOptions, command: Command) => {
    const { agent } = await openAgent(command);
    const found = await agent.recent({ ...filterOf(options), status: 'active' });
    const { memories, totalAvailable } = found;
    printResult(
      command,
      found,
      () => memoriesText(memories, 'No memories yet.') + moreText(memories.length, totalAvailable),
    );
  });
}
