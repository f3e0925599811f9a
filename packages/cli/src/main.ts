import { reportFailure } from './failure-report.ts';
import { createProgram } from './program.ts';

/** Runs a command line, without the names of Node and of the program, and sets the exit code. */
export async function main(args: readonly string[]): Promise<void> {
  // The reader of a pipe may end first, as `head` does.
  process.stdout.on('error', () => process.exit(0));
  try {
    const program = await createProgram(args);
    await program.parseAsync(args, { from: 'user' });
  } catch (error) {
    process.exitCode = reportFailure(error, args.includes('--json'));
  }
}
