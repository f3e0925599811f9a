import type { Command } from 'commander';
import { openAgent } from '../context.ts';
import { parseMoment } from '../dates.ts';
import { memoriesText } from '../memory-text.ts';
import { addFilters, filterOf, type FilterOptions, parseShare } from '../options.ts';
import { printResult } from '../output.ts';

interface RecallOptions extends FilterOptions {
  minScore?: number;
  superseded?: boolean;
  validAt?: Date;
  cut?: boolean;
}

export function register(program: Command): void {
  const command = program
    .command('recall')
    .description('Lists the memories that say most about a query, best first.')
    .argument('<query>', 'what to look for')
    .option('--min-score <score>', 'leave out memories with a lower score, from 0 to 1', parseShare)
    .option('--superseded', 'also what no longer holds')
    .option('--valid-at <time>', 'only what held then: a day, an age or an ISO 8601 time', (text) =>
      parseMoment(text, 'end'),
    )
    .option('--cut', 'list only memories that bear on the query');
  addFilters(command).action(async (query: string, options: RecallOptions, command: Command) => {
    const { agent } = await openAgent(command);
    const found = await agent.recall(query, {
      ...filterOf(options),
      minScore: options.minScore,
      validAt: options.validAt,
      ...(options.superseded && { include: 'superseded' as const }),
      ...(options.cut && { cut: 'auto' }),
    });
    printResult(command, found, () =>
      memoriesText(found.memories, options.cut ? 'No memory bears on the query.' : 'No memory fits.'),
    );
  });
}
