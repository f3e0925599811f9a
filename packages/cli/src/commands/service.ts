import { type Command, InvalidArgumentError } from 'commander';
import type { StartOptions } from '../service/run-service.ts';

const MOST_PORT = 65_535;
const MOST_LINES = 100_000;

export function register(program: Command): void {
  program
    .command('start')
    .description('Starts the service of this machine.')
    .option('--detach', 'in the background; its log is in the data directory')
    .option('--port <port>', 'the port to listen at; PORT, or 8000, if omitted', wholeNumber(1, MOST_PORT))
    .action(async (options: StartOptions, command: Command) => {
      const { runStart } = await import('../service/run-service.ts');
      await runStart(options, command);
    });
  program
    .command('stop')
    .description('Stops the service that was started here.')
    .action(async (_: object, command: Command) => {
      const { runStop } = await import('../service/run-service.ts');
      await runStop(command);
    });
  program
    .command('status')
    .description('Says whether the service answers, with its version, process and data directory.')
    .action(async (_: object, command: Command) => {
      const { runStatus } = await import('../service/run-service.ts');
      await runStatus(command);
    });
  program
    .command('logs')
    .description('Prints the log of the service that was started in the background.')
    .option('-f, --follow', 'go on with the lines that come')
    .option('-n, --lines <n>', 'how many of the last lines', wholeNumber(0, MOST_LINES), 100)
    .action(async ({ follow = false, lines }: { follow?: boolean; lines: number }) => {
      const { runLogs } = await import('../service/run-logs.ts');
      await runLogs({ follow, lines });
    });
}

function wholeNumber(least: number, most: number): (text: string) => number {
  return (text) => {
    const value = /^\d+$/.test(text) ? Number(text) : NaN;
    if (!(value >= least && value <= most)) {
      throw new InvalidArgumentError(`Give a whole number from ${least} to ${most}.`);
    }
    return value;
  };
}
