import type { Command } from 'commander';
import { openAgent } from '../context.ts';
import { foundText } from '../found-text.ts';
import {
  addFilters,
  addTruthOptions,
  filterOf,
  type FilterOptions,
  parseShare,
  type TruthOptions,
  truthOf,
} from '../options.ts';
import { printResult } from '../output.ts';

interface RecallOptions extends FilterOptions, TruthOptions {
  minScore?: number;
  cut?: boolean;
}

export function register(program: Command): void {
  const command = program
    .command('recall')
    .description('Lists the memories that say most about a query, best first.')
    .argument('<query>', 'what to look for')
    .option('--min-score <score>', 'leave out memories with a lower score, from 0 to 1', parseShare);
  addTruthOptions(command).option('--cut', 'list only memories that bear on the query');
  addFilters(command).action(async (query: string, options: RecallOptions, command: Command) => {
    const { agent } = await openAgent(command);
    const found = await agent.recall(query, {
      ...filterOf(options),
      ...truthOf(options),
      minScore: options.minScore,
      ...(options.cut && { cut: 'auto' }),
    });
    printResult(command, found, () => foundText(found, agent.id));
  });
}
