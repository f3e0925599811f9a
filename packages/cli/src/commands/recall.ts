import type { Agent } from '@agent-memory/client';
import type { Command } from 'commander';
import { openAgent } from '../context.ts';
import { memoriesText } from '../memory-text.ts';
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

type Found = Awaited<ReturnType<Agent['recall']>>;

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
    printResult(command, found, () => foundText(found));
  });
}

/** The memories, and with a cut how sure it is that they bear on the query. */
function foundText({ memories, verdict, leftOut = 0 }: Found): string {
  if (verdict === undefined) return memoriesText(memories, 'No memory fits.');
  const rest = leftOut === 0 ? '' : `${leftOut} more left out: recall without --cut lists them.`;
  const parts = [
    ...(verdict === 'weak' ? ['This may bear on the question:'] : []),
    memoriesText(memories, 'Nothing in memory bears on this question.'),
    ...(rest === '' ? [] : [rest]),
  ];
  return parts.join('\n\n');
}
