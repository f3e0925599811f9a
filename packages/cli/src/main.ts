import { Failure } from './failure.ts';
import { reportFailure } from './failure-report.ts';
import { createProgram } from './program.ts';

/** Of a pipe whose reader has ended first, as `head` does. */
const READER_ENDED = new Set(['EPIPE', 'EOF']);

/** Runs a command line, without the names of Node and of the program, and sets the exit code. */
export async function main(args: readonly string[]): Promise<void> {
  process.stdout.on('error', endWithoutStdout);
  try {
    const program = await createProgram(args);
    await program.parseAsync(args, { from: 'user' });
  } catch (error) {
    process.exitCode = reportFailure(error, args.includes('--json'));
  }
}

function endWithoutStdout(error: NodeJS.ErrnoException): never {
  if (READER_ENDED.has(error.code ?? '')) process.exit(0);
  // The report goes to stderr, in JSON mode too.
  process.exit(reportFailure(new Failure(`The result cannot be written: ${error.message}`), false));
}
