// The commands for past sweeps: sweeps, undo.
import type { Command } from 'commander';
import { openAgent } from '../context.ts';
import { formatMoment } from '../dates.ts';
import { parseLimit } from '../options.ts';
import { printResult } from '../output.ts';

export function register(program: Command): void {
  program
    .command('sweeps')
    .description('Lists the sweeps and purges of the agent, newest first.')
    .option('--limit <n>', 'at most so many', parseLimit)
    .action(async ({ limit }: { limit?: number }, command: Command) => {
      const { agent } = await openAgent(command);
      const found = await agent.policy.sweeps({ limit });
      const rows = found.sweeps.map((row) => {
        const done = row.kind === 'sweep' ? `${row.expired} expired` : `${row.purged} purged`;
        return [row.sweepId, formatMoment(row.evaluatedAt), row.kind, row.cause, row.status, done].join('  ');
      });
      printResult(command, found, () => (rows.length === 0 ? 'No sweeps yet.' : rows.join('\n')));
    });

  program
    .command('undo')
    .description('Restores what a sweep expired.')
    .argument('<sweep>', 'id of the sweep, as `sweeps` lists it')
    .action(async (sweepId: string, _: object, command: Command) => {
      const { agent } = await openAgent(command);
      const undone = await agent.policy.undo(sweepId);
      printResult(command, undone, () => {
        const skipped = undone.skipped > 0 ? ` Left as they are: ${undone.skipped}.` : '';
        return `Restored: ${undone.restored}.${skipped}`;
      });
    });
}
