import type { Command } from 'commander';
import { openAgent } from '../context.ts';
import { parseDay } from '../dates.ts';
import { printable, printResult } from '../output.ts';

export function register(program: Command): void {
  program
    .command('summary')
    .description('Sums up what was stored on a day.')
    .argument(
      '[date]',
      'a day such as 2026-01-31, today or yesterday; without it, today (days are UTC)',
      (text: string) => parseDay(text),
    )
    .action(async (date: string | undefined, _options: object, command: Command) => {
      const { agent } = await openAgent(command);
      const response = await agent.dailySummary(date);
      printResult(command, response, () => printable(response.summary.text));
    });
}
